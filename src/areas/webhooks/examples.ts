const webhook = {
  id: '019a4f10-7a21-7c90-b8d3-2f4e6a8c0b1d',
  url: 'https://hooks.example.com/pronet',
  types: ['message.created', 'contact_request.created'],
  profile_ids: ['019a3f30-11c8-7b5e-a2d4-6e0f9c8b7a51'],
  enabled: true,
  disabled_reason: null,
  previous_secret_ends_at: null,
  secret_leaked_at: null,
  created_by: { type: 'api_key' as const, id: '019a3f31-2b40-7d12-9c57-0a1b2c3d4e5f', name: 'Events to the CRM' },
  created_at: '2026-03-02T09:00:00.000Z',
  last_success_at: null,
  last_failure_at: null,
};
const event = {
  id: '019a4f11-0a00-7e11-8a22-b33c44d55e66',
  type: 'message.created' as const,
  created_at: '2026-03-02T09:04:59.900Z',
  profile_id: '019a3f30-11c8-7b5e-a2d4-6e0f9c8b7a51',
  actor_profile_id: '019a3f2e-66b1-7c3d-8e9f-5a4b3c2d1e0f',
  object: { type: 'message' as const, id: '019a4f11-09f0-7a2b-9c3d-4e5f60718293' },
  data: { conversation_id: '019a4f0e-1d2c-7b3a-8495-a6b7c8d9e0f1' },
};
const request = {
  headers: { 'content-type': 'application/json', 'webhook-id': event.id, 'webhook-timestamp': '1772442300' },
  body: { type: event.type, timestamp: event.created_at, data: event },
};
const delivery = {
  id: '019a4f11-0b3c-7d1e-9f20-31425364758a',
  event_id: event.id,
  type: 'message.created',
  status: 'succeeded' as const,
  attempts: 1,
  error: null,
  request,
  response_status: 204,
  response_excerpt: '',
  duration_ms: 38,
  next_attempt_at: null,
  last_attempt_at: '2026-03-02T09:05:00.000Z',
  waits_for: null,
  waits_for_delivery_id: null,
  created_at: '2026-03-02T09:05:00.000Z',
};
const waiting = {
  ...delivery,
  status: 'pending' as const,
  attempts: 0,
  request: null,
  response_status: null,
  response_excerpt: null,
  duration_ms: null,
  next_attempt_at: '2026-03-02T09:05:00.000Z',
  last_attempt_at: null,
  waits_for: 'next_attempt' as const,
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
