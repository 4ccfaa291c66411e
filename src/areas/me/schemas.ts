import { z } from 'zod';
import { PRINCIPAL_TYPES } from '../../core/enums.ts';
import { RATE_LIMIT_KEYS, RATE_LIMIT_NAMES } from '../../core/limits.ts';
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
      waiting_since: z.iso
        .datetime()
        .nullable()
        .describe('Since when a new account waits for an operator to approve it; null if it does not.'),
      suspension: z
        .object({ reason: z.string().nullable(), since: z.iso.datetime(), until: z.iso.datetime().nullable() })
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
    rate_limits: z
      .array(
        z
          .object({
            name: z.enum(RATE_LIMIT_NAMES).describe('Its name in `limits.rates` of `GET /v1/meta`.'),
            per: z.enum(RATE_LIMIT_KEYS).describe('What it is counted for.'),
            window_seconds: z.int(),
            limit: z.int(),
            remaining: z.int(),
            reset_seconds: z.int().describe('Seconds until the window ends. An unused one begins with the next call.'),
          })
          .meta({ id: 'RateLimit' }),
      )
      .describe(
        'What is left of each limit of the credential, of its account and, with X-Profile-Id, of an acting profile of this account. With `view=compact`, only of those that are partly used.',
      ),
  })
  .meta({ id: 'Me' });
