import { exampleProfile } from '../profiles/examples.ts';

const entry = {
  id: '019a4c52-9d10-7a44-8c1e-5b7a3f2d9e60',
  created_at: '2026-03-04T17:02:11.480Z',
  operation: 'posts.create',
  principal: { type: 'api_key', id: '019a4c52-7b1e-7d04-9a3c-2f6e8d1b5c70', name: null },
  profile_id: exampleProfile.id,
  manager_profile_id: '019a3f30-11c8-7b5e-a2d4-6e0f9c8b7a51',
  grant_id: '019a4c50-2f6e-7c11-b0d3-9e8f7a6b5c41',
  object: { type: 'post', id: '019a4c52-9cfe-7e21-a7b3-1c2d3e4f5a60' },
  request_id: '019a4c52-9cf1-7b0c-9f3e-0a1b2c3d4e5f',
};

export const examples = { list: { data: { items: [entry], next_cursor: null } } };
