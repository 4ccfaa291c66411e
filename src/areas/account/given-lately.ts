import { wasLiveLately } from '../../auth/credential-state.ts';
import { isGivenWith, isLive } from '../../auth/grants.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { p } from '../../db/statement.ts';
import { KEY_CHANGES, listed } from './created-mails.ts';

/** What a reset of the password counts and can end: the access that somebody else who had the password may have given. */
export const GIVEN_LATELY = { account_id: 'uuid', with_keys: 'bool', by_time: 'timestamptz' } as const;

/** In words: whose invitations and grants count without `with_keys`. */
export const GIVERS =
  'sessions of the last 30 days, API keys that these or such keys created, changed or rotated, and ended API keys';

const byTime = p('by_time', 'timestamptz');

/**
 * After `with recursive`: CTEs `sessions` of the 30 days, and `changed`: the keys that these, or such a key, created, changed
 * or rotated. Audit rows stay when what they are about changes again: any of these changes counts.
 */
export const changedLately: SQL = sql`sessions as (select c.id from credentials c where c.type = 'session' and ${wasLiveLately}),
    changes as materialized (select al.principal_id, al.object_id from audit_log al where al.account_id = ${p('account_id', 'uuid')}
      and al.id > (select id from sessions order by id limit 1) and al.operation in ${listed(KEY_CHANGES)}),
    changed as (select object_id as id from changes where principal_id in (select id from sessions)
      union select changes.object_id from changes join changed on changed.id = changes.principal_id)`;

/** A select of the credentials that count. With `with_keys`, all API keys do. */
export const givingLately: SQL = sql`with recursive ${changedLately}
  select id from sessions union select id from changed union select c.id from credentials c where c.type = 'api_key' and ${wasLiveLately}
    and (${p('with_keys', 'bool')} or coalesce(least(c.revoked_at, c.expires_at) <= ${byTime}, false))`;

/** Condition on the grant `g`: live, and given or widened by such a credential. */
export const isGivenLately: SQL = sql`${isLive} and ${isGivenWith(sql`array(${givingLately})`)}`;
