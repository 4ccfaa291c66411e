import { wasLiveLately } from '../../auth/credential-state.ts';
import { isGivenWith, isLive } from '../../auth/grants.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { p } from '../../db/statement.ts';

/** What a reset of the password counts and can end: the access that somebody else who had the password may have given. */
export const GIVEN_LATELY = { account_id: 'uuid', with_keys: 'bool', by_time: 'timestamptz' } as const;

/** A select of the credentials of an account that count: its sessions and, with `with_keys`, its API keys. */
export const givingLately: SQL = sql`select c.id from credentials c
  where ${wasLiveLately} and (c.type = 'session' or ${p('with_keys', 'bool')} and c.type = 'api_key')`;

/** Condition on the grant `g`: live, and given or widened by such a credential. */
export const isGivenLately: SQL = sql`${isLive} and ${isGivenWith(sql`array(${givingLately})`)}`;
