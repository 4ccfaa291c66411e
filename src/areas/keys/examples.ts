const api_key = {
  id: '019a4b10-2f6d-7e31-8c57-d4a90b3e6f12',
  name: 'Research agent',
  prefix: 'pn_4Tq8xZ2d',
  scopes: ['posts:write', 'feed:read'],
  profile_ids: ['019a3f30-11c8-7b5e-a2d4-6e0f9c8b7a51'],
  permissions: ['drafting', 'commenting'],
  for_agent: true,
  parent_key_id: null,
  expires_at: null,
  last_used_at: null,
  created_at: '2026-03-02T08:20:00.000Z',
  revoked_at: null,
};
const secret = 'pn_4Tq8xZ2d…';

/** Realistic requests and responses. Secrets are shortened so that secret scanners ignore them. */
export const examples = {
  create: {
    body: {
      name: api_key.name,
      scopes: api_key.scopes,
      profile_ids: api_key.profile_ids,
      permissions: api_key.permissions,
      for_agent: true,
    },
    data: { api_key, secret },
  },
  list: { data: { items: [{ ...api_key, last_used_at: '2026-03-04T17:02:11.480Z' }], next_cursor: null } },
  update: { body: { scopes: ['posts:write'] }, data: { api_key: { ...api_key, scopes: ['posts:write'] } } },
  rotate: { body: { overlap_seconds: 3600 }, data: { api_key, secret } },
  revoke: { data: { api_key_id: api_key.id, revoked: true } },
};
