const webhook = {
  id: '019a4f10-7a21-7c90-b8d3-2f4e6a8c0b1d',
  url: 'https://hooks.example.com/pronet',
  types: ['message.created', 'contact_request.created'],
  profile_ids: ['019a3f30-11c8-7b5e-a2d4-6e0f9c8b7a51'],
  enabled: true,
  disabled_reason: null,
  previous_secret_ends_at: null,
  created_at: '2026-03-02T09:00:00.000Z',
  last_success_at: null,
  last_failure_at: null,
};
const delivery = {
  id: '019a4f11-0b3c-7d1e-9f20-31425364758a',
  event_id: '019a4f11-0a00-7e11-8a22-b33c44d55e66',
  type: 'message.created',
  status: 'succeeded' as const,
  attempts: 1,
  error: null,
  response_status: 204,
  response_excerpt: '',
  duration_ms: 38,
  next_attempt_at: null,
  created_at: '2026-03-02T09:05:00.000Z',
};
const waiting = {
  ...delivery,
  status: 'pending' as const,
  attempts: 0,
  response_status: null,
  response_excerpt: null,
  duration_ms: null,
  next_attempt_at: '2026-03-02T09:05:00.000Z',
};
const secret = 'whsec_…';

/** Realistic requests and responses. Secrets are shortened so that secret scanners ignore them. */
export const examples = {
  create: {
    body: { url: webhook.url, types: webhook.types, profile_ids: webhook.profile_ids },
    data: { webhook, secret },
  },
  list: { data: { items: [{ ...webhook, last_success_at: '2026-03-02T09:05:00.120Z' }], next_cursor: null } },
  get: { data: { webhook } },
  update: { body: { types: ['message.created'] }, data: { webhook: { ...webhook, types: ['message.created'] } } },
  rotate: {
    body: { overlap_seconds: 3600 },
    data: { webhook: { ...webhook, previous_secret_ends_at: '2026-03-02T10:30:00.000Z' }, secret },
  },
  delete: { data: { webhook_id: webhook.id, removed: true } },
  test: { body: {}, data: { delivery: { ...waiting, type: 'webhook.test' } } },
  listDeliveries: { data: { items: [delivery], next_cursor: null } },
  replay: { body: {}, data: { delivery: waiting } },
};
