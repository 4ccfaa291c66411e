import { z } from 'zod';
import { PRINCIPAL_TYPES } from '../../core/enums.ts';
import { viewQuery } from '../../core/view.ts';
import { ManagedProfile } from '../profiles/schemas.ts';

export const MeQuery = z.strictObject(viewQuery);

export const Me = z
  .object({
    principal: z.object({
      type: z.enum(PRINCIPAL_TYPES),
      id: z.uuid().describe('The id of the session, API key or OAuth grant.'),
      name: z.string(),
    }),
    account: z.object({
      id: z.uuid(),
      email: z.string().nullable().describe('Null unless the credential is a session.'),
      email_verified: z.boolean(),
      suspension: z
        .object({ reason: z.string().nullable(), since: z.iso.datetime() })
        .nullable()
        .describe('When and why the operator suspended the account; null if it is not suspended.'),
    }),
    scopes: z.array(z.string()).describe('A session has all scopes.'),
    profiles: z.array(ManagedProfile).describe('The profiles that this credential may act as, oldest first.'),
    active_profile_id: z.uuid().nullable().describe('The profile named by X-Profile-Id, or null.'),
    rate_limit: z
      .object({ limit: z.int(), remaining: z.int(), reset_seconds: z.int() })
      .nullable()
      .describe('The rate limit closest to being used up; null if rate limits are disabled on the server.'),
  })
  .meta({ id: 'Me' });
