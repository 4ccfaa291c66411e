import { examplePost } from '../posts/examples.ts';
import { exampleProfile } from '../profiles/examples.ts';

export const exampleEvent = {
  id: '019a4c52-9d10-7a44-8c1e-5b7a3f2d9e60',
  type: 'reaction.changed',
  created_at: '2026-03-04T17:02:11.480Z',
  profile_id: examplePost.profile_id,
  actor_profile_id: exampleProfile.id,
  object: { type: 'post', id: examplePost.id },
  data: { reaction_type: 'celebrate' },
};

export const exampleCursor = '8jT0bGZ3Y2tqUXh2bW5hYzFkMmYzZzRoNWk2ajdrOGw5bTBu';
