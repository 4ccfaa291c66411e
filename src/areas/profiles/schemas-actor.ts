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
    verified_domain: z.string().nullable(),
    active_plan: z.enum(ACTIVE_PLANS),
    avatar_url: z.string().nullable().describe('256 px. A theme without its own picture shows the other theme’s.'),
    dark_avatar_url: z.string().nullable().describe('The same for dark backgrounds.'),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({
    id: 'Actor',
    description: 'The identity of a profile in conversations and contacts. Each profile has one, with its own id.',
  });

export type ActorWire = z.output<typeof Actor>;
