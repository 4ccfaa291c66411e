const grant = {
  id: '019a4c52-7b1e-7d04-9a3c-2f6e8d1b5c70',
  client: { id: 'https://reader.example.com/client.json', name: 'Reader', host: 'reader.example.com' },
  scopes: ['feed:read', 'posts:write'],
  profile_ids: ['019a3f30-11c8-7b5e-a2d4-6e0f9c8b7a51'],
  created_at: '2026-03-02T08:20:00.000Z',
  last_used_at: '2026-03-04T17:02:11.480Z',
};

export const examples = {
  list: { data: { items: [grant], next_cursor: null } },
  revoke: { data: { oauth_grant_id: grant.id, revoked: true } },
};
