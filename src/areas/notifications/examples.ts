import { exampleCompactProfile } from '../profiles/examples.ts';
import type { NotificationWire } from './schemas.ts';

export const exampleNotification: NotificationWire = {
  id: '0199c5a4-2f1e-7c3b-9d60-18273645f0a1',
  type: 'comment.created',
  actor_profile: exampleCompactProfile,
  actor_count: 13,
  actors: [exampleCompactProfile],
  object: { type: 'post', id: '0199c5a4-2f1e-7c3b-9d60-18273645f0a2' },
  preview: 'The engine could also compose music.',
  needs_human: false,
  managed_profile_id: null,
  read_at: null,
  created_at: '2026-03-02T12:30:00.000Z',
  updated_at: '2026-03-02T13:05:00.000Z',
};
