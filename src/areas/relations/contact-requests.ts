import type { ContactRequestStatus } from '../../core/enums.ts';
import { alias, type SQL, sql } from '../../db/drizzle.ts';
import { contactRequests } from '../../db/schema/relations.ts';
import { p } from '../../db/statement.ts';

/** States of the request `cr`. A job ends expired ones later, so every statement that asks uses these. */

/** The table under the alias of all conditions on a request. */
export const cr = alias(contactRequests, 'cr');

const now = p('now', 'timestamptz');

/** Condition: stored as pending, expired or not. */
export const isOpen: SQL = sql`${cr.status} = 'pending'`;

/** Condition: pending. `is true` keeps Postgres from looking for it among all requests that have not expired. */
export const isPending: SQL = sql`${isOpen} and (${cr.expiresAt} > ${now}) is true`;

/** Condition: stored as pending, but expired. */
export const isExpired: SQL = sql`${isOpen} and ${cr.expiresAt} <= ${now}`;

/** Flat, so that the builder can leave out the alias after an insert. */
export const currentStatus = sql<ContactRequestStatus>`case when ${cr.status} = 'pending' and ${cr.expiresAt} <= ${now} then 'expired' else ${cr.status} end`;

/** Condition: its status is `status`. */
export const hasStatus = (status: SQL): SQL =>
  sql`(${cr.status} = ${status} and not (${isExpired}) or ${status} = 'expired' and ${isExpired})`;

/** Condition: so recently rejected or withdrawn that the requester may not send another one yet. */
export const isCooling: SQL = sql`${cr.status} in ('rejected', 'withdrawn') and ${cr.updatedAt} > ${p('cooldown_since', 'timestamptz')}`;

/** Condition: a request of `a` to `b`, or the other way round. */
export const isBetween = (a: SQL, b: SQL): SQL =>
  sql`least(cr.requester_profile_id, cr.addressee_profile_id) = least(${a}, ${b})
    and greatest(cr.requester_profile_id, cr.addressee_profile_id) = greatest(${a}, ${b})`;
