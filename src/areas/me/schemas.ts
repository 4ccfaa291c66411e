import { z } from 'zod';
import { PRINCIPAL_TYPES } from '../../core/enums.ts';
import { viewQuery } from '../../core/view.ts';
import { ManagedProfile } from '../profiles/schemas.ts';

export const MeQuery = z.strictObject(viewQuery);

export const Me = z
  .object({
    principal: z.object({
      type: z.enum(PRINCIPAL_TYPES),
      id: z.uuid().describe('Of the session, the API key or the OAuth grant.'),
      name: z.string(),
    }),
    account: z.object({
      id: z.uuid(),
      email: z.string().nullable().describe('Null unless a session asks.'),
      email_verified: z.boolean(),
      suspension: z
        .object({ reason: z.string().nullable(), since: z.iso.datetime() })
        .nullable()
        .describe('Why the operator has suspended the account; null when it is not.'),
    }),
    scopes: z.array(z.string()).describe('A session holds all of them.'),
    profiles: z.array(ManagedProfile).describe('Those that this credential may act as, the oldest first.'),
    active_profile_id: z.uuid().nullable().describe('The profile that X-Profile-Id names; null without the header.'),
    rate_limit: z
      .object({ limit: z.int(), remaining: z.int(), reset_seconds: z.int() })
      .nullable()
      .describe('Of the limit that is nearest to its end; null where the server has its limits switched off.'),
  })
  .meta({ id: 'Me' });
