import { isShown } from '../../auth/standing.ts';
import type { ErrorCode } from '../../core/error-codes.ts';
import { LIMITS } from '../../core/limits.ts';
import type { Ctx } from '../../ctx.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { type ParameterTypes, p } from '../../db/statement.ts';

export { isShown };

import { between, rowsBetween } from './between.ts';

/** Conditions about the profiles `a` and `b`; a null makes them false. */

export const follows = between('follows');

export const isContact = between('isContact');

/** The profiles of the acting profile's account that the credential owns, for `blockersFor`. */
export const OWNED = { owned_ids: 'uuid[]' } as const;
export const ownedValues = ({ principal }: Ctx) => ({
  owned_ids: [...(principal?.profiles.values() ?? [])].filter(({ owned }) => owned).map(({ id }) => id),
});

/**
 * The profiles whose blocks are listed and ended with those of `profile`, as a `uuid[]`: itself and, for a credential that holds
 * all profiles of the account, the deleted ones. A manager, or a key for some profiles, doesn't learn which others there were.
 */
export function blockersFor(profile: SQL): SQL {
  return sql`array(select own.id from profiles one join profiles own on own.account_id = one.account_id
    where one.id = ${profile} and (own.id = one.id or own.deleted_at is not null and not exists (
      select from profiles held where held.account_id = one.account_id and held.deleted_at is null
        and held.id <> all(${p('owned_ids', 'uuid[]')}))))`;
}

export const blocks = between('blocks');

/** Condition: `a` or a deleted profile of its account blocks `b`, so `a` can end the block. */
export const hasBlockOf = (a: SQL, b: SQL): SQL =>
  sql`exists (select from blocks where blocker_profile_id = any(${blockersFor(a)}) and blocked_profile_id = ${b})`;

export const mutes = between('mutes');

export const hasAsked = between('hasAsked');

/** Condition: `a` must wait before it sends `b` another contact request. */
export const coolsDown = between('coolsDown');

/** Condition: `a` and any of the profiles in the array `ids` block each other, in either direction. Who blocks is never revealed. */
export function blockedWithAny(a: SQL, ids: SQL): SQL {
  return sql`(exists (select from blocks where blocker_profile_id = ${a} and blocked_profile_id = any(${ids}))
    or exists (select from blocks where blocked_profile_id = ${a} and blocker_profile_id = any(${ids})))`;
}

/**
 * Condition for a shared batch, which leaves such calls out: profiles of `account` and of `others` block each other, or
 * perhaps two of `others` do.
 */
export function mayBlock(account: SQL, others: readonly SQL[]): SQL {
  const ids = sql`array[${sql.join([sql`own.id`, ...others], sql`, `)}]`;
  return sql`exists (select from profiles own where own.account_id = ${account} and exists (select from blocks
    where blocker_profile_id = any(${ids}) and blocked_profile_id = any(${ids}) offset 0) offset 0)`;
}

/**
 * Condition: `profile` is shown, or hidden but not deleted and known to `one` by a contact request or a conversation. Who is
 * harassed can block and report a member whose account waits for deletion.
 */
export function isShownOrMet(one: SQL, profile: SQL): SQL {
  return sql`(${isShown(profile)} or ${profile}.deleted_at is null and (
    exists (select from contact_requests cr where cr.requester_profile_id = ${one} and cr.addressee_profile_id = ${profile}.id)
    or exists (select from contact_requests cr where cr.requester_profile_id = ${profile}.id and cr.addressee_profile_id = ${one})
    or exists (select from actors mine join actors other on (mine.type, other.type) = ('profile', 'profile')
      join conversations c on (c.low_actor_id, c.high_actor_id) = (least(mine.id, other.id), greatest(mine.id, other.id))
      where mine.entity_id = ${one} and other.entity_id = ${profile}.id)))`;
}

/** All profiles of the account that owns `profile`, as a `uuid[]`. */
export function profilesOfAccount(profile: SQL): SQL {
  return sql`array(select own.id from profiles one join profiles own on own.account_id = one.account_id where one.id = ${profile})`;
}

/** Condition: `other` and a profile of the account of `actor` block each other. A block covers the whole account. */
export function blockedFrom(actor: SQL, other: SQL): SQL {
  return blockedWithAny(other, profilesOfAccount(actor));
}

/**
 * Condition: lists may name `profile` to the acting profile `viewer` (null without one): it is shown, and no block
 * separates the two. What one member keeps private names all shown ones.
 */
export const isListedFor = (viewer: SQL, profile: SQL): SQL =>
  sql`(${isShown(profile)} and not ${blockedFrom(viewer, sql`${profile}.id`)})`;

/** The parameters of the conditions and FROM items below that are about the reader. */
export const VIEWER = {
  reader_id: 'uuid?',
  reader_account_id: 'uuid?',
  reader_ids: 'uuid[]',
} as const satisfies ParameterTypes;

const readerProfiles: SQL = sql`(${p('reader_ids', 'uuid[]')} || array(select own.id from profiles own where own.account_id = coalesce(
  (select one.account_id from profiles one where one.id = ${p('reader_id', 'uuid')}), ${p('reader_account_id', 'uuid')})))`;

/**
 * Condition: a block hides `author` from the reader: the account that owns the acting profile (`reader_id`) or, without
 * one, the caller's account (`reader_account_id`) and every profile of the credential (`reader_ids`).
 */
export function blockedForReader(author: SQL): SQL {
  return blockedUnlessOwn(readerProfiles, author);
}

/**
 * FROM item `viewer` for several conditions about blocks: `ids` are all profiles of the reader, `blocks_author` is
 * `blockedForReader`. `offset 0` keeps Postgres from running it once for each place.
 */
export function viewerFor(author: SQL): SQL {
  return sql`(select own.ids, ${blockedUnlessOwn(sql`own.ids`, author)} as blocks_author
    from (select ${readerProfiles} as ids offset 0) own offset 0) viewer`;
}

export const viewerProfiles: SQL = sql`(select ${readerProfiles} as ids offset 0) viewer`;

/** `blockedForReader` in a statement that joins `viewer`. */
export const blockedForViewer = (author: SQL): SQL => blockedUnlessOwn(sql`viewer.ids`, author);

/** Condition: a block separates `author` from `profiles`, a uuid[] with all profiles of an account, and it is none of these. */
export const blockedUnlessOwn = (profiles: SQL, author: SQL): SQL =>
  sql`(${author} <> all(${profiles}) and ${blockedWithAny(author, profiles)})`;

/** When the wait of `coolsDown` began. */
export function coolsDownFrom(a: SQL, b: SQL): SQL {
  return sql`(select max(cr.updated_at) ${rowsBetween('coolsDown', a, b)})`;
}

export function cooldownSince(ctx: Ctx): Date {
  return new Date(ctx.now().getTime() - LIMITS.contact_request.cooldown_ms);
}

/** The inbox policy of the profile `pr` for members of one type. */
const policyFor = (kind: 'messages' | 'contact_requests', type: SQL) => sql`pr.inbox_policy->${kind}->>${type}`;

/** Conditions on the inbox policy of the profile `pr`, for the facts of refusals.ts. Without a policy it is closed. */
export const inboxClosedTo = (type: SQL): SQL<boolean> =>
  sql<boolean>`(${policyFor('messages', type)} in ('anyone', 'contacts')) is not true`;
export const inboxForContacts = (type: SQL): SQL<boolean | null> =>
  sql<boolean | null>`${policyFor('messages', type)} = 'contacts'`;
export const requestsClosedTo = (type: SQL): SQL<boolean> =>
  sql<boolean>`${policyFor('contact_requests', type)} is distinct from 'anyone'`;

/** SQL expression: the error code of the first of `refusals` whose condition is true, or null. */
export function refusalBy<R extends Readonly<Record<string, ErrorCode | null>>>(
  refusals: R,
  conditions: Readonly<Record<keyof R, SQL>>,
): SQL {
  const cases = Object.entries(refusals).map(([fact, code]) => sql`when ${conditions[fact]} then ${code}`);
  return sql`case ${sql.join(cases, sql` `)} end`;
}

/** FROM item `pr`: the profiles of the array `ids`, each looked up by hash: two pages in a network of any size. */
export const profilesById: SQL = sql`unnest(${p('ids', 'uuid[]')}) as wanted(wanted_id)
  cross join lateral (select * from profiles one where one.id = wanted_id offset 0) pr`;
