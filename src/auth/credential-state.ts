import { alias, type SQL, sql } from '../db/drizzle.ts';
import { credentials } from '../db/schema/accounts.ts';
import { p } from '../db/statement.ts';

/** States of the credential `c`, its account `a`, and its presented secret `s`. Each statement that asks for one uses these. */

/** The table under the alias of all conditions on a credential. */
export const c = alias(credentials, 'c');

const byTime = p('by_time', 'timestamptz');

const now = p('now', 'timestamptz');

/** Condition: it has not been revoked itself. */
export const isUnrevoked: SQL = sql`c.revoked_at is null`;

/** Condition: revoked, or its account waits for deletion. */
export const isRevoked: SQL = sql`(c.revoked_at is not null or a.deletion_scheduled_at is not null)`;

/** Condition: it or its secret has expired. */
export const isExpiredAt = (at: SQL): SQL => sql`coalesce(least(c.expires_at, s.expires_at) <= ${at}, false)`;

/** Condition: neither revoked nor expired, whatever its account and its secrets are. */
export const isLive: SQL = sql`${isUnrevoked} and coalesce(c.expires_at > ${now}, true)`;

/** Condition: of the account, and valid in the last 30 days before a time. Somebody else may have had it, who signed out since. */
export const wasLiveLately: SQL = sql`c.account_id = ${p('account_id', 'uuid')} and c.created_at <= ${byTime}
  and coalesce(least(c.revoked_at, c.expires_at), ${byTime}) > ${byTime} - interval '30 days'`;
