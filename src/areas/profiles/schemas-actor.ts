import { z } from 'zod';
import { ACTIVE_PLANS, ACTOR_TYPES } from '../../core/enums.ts';

export const Actor = z
  .object({
    id: z.uuid(),
    type: z.enum(ACTOR_TYPES),
    entity_id: z.uuid().describe('The id of the profile.'),
    handle: z.string().describe('The username.'),
    name: z.string(),
    legal_name_verified: z.boolean(),
    active_plan: z.enum(ACTIVE_PLANS),
    avatar_url: z.string().nullable().describe('256 px. A theme without a picture of its own shows the other’s.'),
    dark_avatar_url: z.string().nullable().describe('The same for a dark background.'),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({
    id: 'Actor',
    description: 'The identity that talks and owns contacts: one for each profile, with an id of its own.',
  });

export type ActorWire = z.output<typeof Actor>;
