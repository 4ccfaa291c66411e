import { isInForce } from '../../auth/grants.ts';
import type { Ctx } from '../../ctx.ts';
import { and, eq, isNull, type SQL, sql } from '../../db/drizzle.ts';
import { qb, type Selected } from '../../db/query.ts';
import { isForSome, isNoComment } from '../../db/schema/posts.ts';
import { profileCounters, usernames } from '../../db/schema/profiles.ts';
import { type Call, type ParameterTypes, p, type RowOf, statement } from '../../db/statement.ts';
import { blockedWithAny, isListedFor, isShown, profilesById } from '../relations/queries.ts';
import { VIEWER_RELATION, type ViewerRow, viewerColumns, viewerValues } from '../relations/viewer.ts';
import { compactFields, type ProfileRow, pr, profileColumns, profileFields } from './columns.ts';
import { idOfUsername, REFERENCE, referredProfileId, USERNAME } from './reference.ts';

export type ProfileFactsRow = {
  followers_count: number;
  following_count: number;
  posts_count: number;
  contacts_count: number;
  operator_profile_id: string | null;
  operator_username: string | null;
  operator_legal_name_verified: boolean | null;
  operator_verified_domain: string | null;
  profile_indexable: boolean;
};

export type SingleProfileRow = ProfileRow & ProfileFactsRow;
export type ListedProfileRow = ProfileRow & ViewerRow;

/** The columns of `ProfileFactsRow`, from `profileFacts`. */
const profileFactColumns: SQL = sql`counted.followers_count, counted.following_count, counted.posts_count,
  counted.contacts_count, operator.id as operator_profile_id, operator.username as operator_username,
  operator.legal_name_verified as operator_legal_name_verified,
  operator.verified_domain as operator_verified_domain, pr.indexable as profile_indexable`;

/** The counted posts and quotes of `pr` that not everybody may read. */
const postsForSome = sql`(select count(*) from posts po
  where po.profile_id = pr.id and po.status = 'published' and po.${isNoComment} and po.${isForSome})`;

/** After a FROM item `pr`: the counts, and the profile that an AI agent publicly acts for (its oldest public grant). */
const profileFacts: SQL = sql`cross join lateral (
    select coalesce(sum(c.followers), 0)::int as followers_count, coalesce(sum(c.following), 0)::int as following_count,
      (coalesce(sum(c.posts), 0) - ${postsForSome})::int as posts_count, coalesce(sum(c.contacts), 0)::int as contacts_count
    from profile_counters c where c.profile_id = pr.id
  ) counted
  left join lateral (
    select o.id, o.username, o.legal_name_verified, o.verified_domain
    from access_grants g join profiles o on o.id = g.profile_id
    where g.manager_profile_id = pr.id and g.public and ${isInForce} and ${isListedFor(p('viewer_profile_id', 'uuid'), sql`o`)}
    order by g.accepted_at, g.id
    limit 1
  ) operator on pr.type = 'ai_agent'`;

/** Others see shown profiles; an account also sees its own suspended ones. */
const isVisible: SQL = sql`pr.deleted_at is null and (pr.account_id = ${p('account_id', 'uuid')} or ${isShown(sql`pr`)})`;

/** A profile, and in a statement of its own the relation of the acting profile to it: for a batch of both. */
const readsOf = <const Types extends ParameterTypes>(name: string, types: Types, id: SQL) => ({
  profile: statement(
    `profiles.${name}`,
    { ...types, account_id: 'uuid?', viewer_profile_id: 'uuid?', now: 'timestamptz' },
    sql<SingleProfileRow>`select ${profileColumns}, ${profileFactColumns} from profiles pr ${profileFacts} where pr.id = ${id} and ${isVisible}`,
  ),
  viewer: statement(
    `profiles.${name} viewer`,
    { ...types, ...VIEWER_RELATION },
    sql<ViewerRow>`select ${viewerColumns} from profiles pr where pr.id = ${id}`,
  ),
});

export const findProfile = {
  byId: readsOf('find_one', { ref_id: 'uuid?' }, p('ref_id', 'uuid')),
  byUsername: readsOf('find_by_username', USERNAME, idOfUsername),
};

/** The read of a profile after a write by its owner or a manager, for `writeThenRead`. */
export const readProfile = (ctx: Ctx, profileId: string): Call<SingleProfileRow> =>
  findProfile.byId.profile.call({ ...profileReadValues(ctx), ref_id: profileId });

/** In no particular order, like the next one. */
export const findProfiles = statement(
  'profiles.find_many',
  { ids: 'uuid[]', account_id: 'uuid?' },
  qb.select(profileFields).from(profilesById).where(isVisible),
);

/** The columns of `ListedCompactRow` for a viewer whose account has the profiles `ids`. */
export const listedCompactFields = (ids: SQL) => ({
  ...compactFields,
  is_shown: sql<boolean>`${isShown(sql`pr`)}`.as('is_shown'),
  is_listed: sql<boolean>`(${isShown(sql`pr`)} and not ${blockedWithAny(sql`pr.id`, ids)})`.as('is_listed'),
});

/** A profile in the compact form. `is_shown`: not deleted and not hidden. `is_listed`: nor separated from the viewer by a block. */
export type ListedCompactRow = Selected<ReturnType<typeof listedCompactFields>>;

export const findProfilesByUsername = statement(
  'profiles.find_many_by_username',
  { keys: 'text[]', account_id: 'uuid?' },
  qb
    .select(profileFields)
    .from(usernames)
    .innerJoin(pr, eq(pr.id, usernames.profileId))
    .where(and(sql`${usernames.key} = any(${p('keys', 'text[]')})`, isNull(usernames.heldUntil), isVisible)),
);

export const findSettings = statement(
  'profiles.find_settings',
  { ...REFERENCE, account_id: 'uuid?' },
  qb
    .select({ id: pr.id, indexable: pr.indexable, inbox_policy: pr.inboxPolicy })
    .from(pr)
    .where(and(eq(pr.id, referredProfileId), isVisible)),
);
export type SettingsRow = RowOf<typeof findSettings>;

/** The placeholders of the reads above, apart from their input. */
export function profileReadValues(ctx: Ctx) {
  return { account_id: ctx.principal?.accountId ?? null, ...viewerValues(ctx) };
}

/** Whether one of several profiles has published posts. */
export const anyHasPosted = statement(
  'profiles.any_has_posted',
  { ids: 'uuid[]' },
  qb
    .select({ has_posted: sql<boolean>`coalesce(sum(${profileCounters.posts}), 0) > 0`.as('has_posted') })
    .from(profileCounters)
    .where(sql`${profileCounters.profileId} = any(${p('ids', 'uuid[]')})`),
);
