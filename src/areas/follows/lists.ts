import type { View } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import { LAST_ID, type Page, type PageInput, readCursor, toPage } from '../../core/pagination.ts';
import type { Ctx } from '../../ctx.ts';
import { and, eq, type SQL, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { batch, p, statement } from '../../db/statement.ts';
import { type ProfileRow, pr, profileColumns } from '../profiles/columns.ts';
import { REFERENCE, referenceValues, referredProfileId } from '../profiles/reference.ts';
import { isListedFor, isShown } from '../relations/queries.ts';
import {
  NO_VIEWER,
  OPEN_RELATION,
  type OpenRelationRow,
  openRelationColumns,
  openViewer,
  type ViewerRow,
  viewerValues,
} from '../relations/viewer.ts';
import type { FollowRow } from './follow.ts';

type ListedRow = ProfileRow & Pick<FollowRow, 'id' | 'created_at'>;
/** A follow with the listed profile, which is the other side. */
export type FollowListRow = ProfileRow & ViewerRow & FollowRow;

const findShown = statement(
  'follows.find_profile',
  REFERENCE,
  qb
    .select({ id: pr.id })
    .from(pr)
    .where(and(eq(pr.id, referredProfileId), isShown(sql`pr`))),
);

/** `own` is the side whose list it is; empty if hidden. `offset 0` makes the planner walk the follows by index. */
const selectFollows = <Row = ListedRow>(own: SQL, other: SQL, listed: SQL, columns: SQL = profileColumns) =>
  sql<Row>`select fo.id, fo.created_at, ${columns}
  from follows fo
  join lateral (select * from profiles one where one.id = ${other} offset 0) pr on ${listed}
  where ${own} = ${referredProfileId} and fo.id < ${p('before_id', 'uuid')}
    and (select ${isShown(sql`owner`)} from profiles owner where owner.id = ${referredProfileId})
  order by fo.id desc limit ${p('rows', 'int')}`;

const LISTED = { ...REFERENCE, before_id: 'uuid', rows: 'int' } as const;
const isListed = isListedFor(p('viewer_profile_id', 'uuid'), sql`pr`);

const seenColumns = sql`${profileColumns}, ${openRelationColumns}`;

/**
 * Without an acting profile no block matters. The others are for the compact view, and with relations: as columns these
 * cost less than as a statement.
 */
const followLists = (name: string, own: SQL, other: SQL) => ({
  anonymous: statement(`${name} anonymous`, LISTED, selectFollows(own, other, isShown(sql`pr`))),
  member: statement(`${name} member`, { ...LISTED, viewer_profile_id: 'uuid?' }, selectFollows(own, other, isListed)),
  seen: statement(
    `${name} seen`,
    { ...LISTED, ...OPEN_RELATION },
    selectFollows<ListedRow & OpenRelationRow>(own, other, isListed, seenColumns),
  ),
});

const LISTS = {
  followers: followLists('follows.list_followers', sql`fo.followed_profile_id`, sql`fo.follower_profile_id`),
  following: followLists('follows.list_following', sql`fo.follower_profile_id`, sql`fo.followed_profile_id`),
};

export type FollowListInput = PageInput & { profileId: string; direction: keyof typeof LISTS; view?: View };

/**
 * The followers of a profile, or the profiles that it follows, newest first, by id or username. Leaves out suspended members and
 * those that a block separates from the acting profile. Fails with `profile_not_found`, `invalid_cursor`.
 */
export async function listFollows(ctx: Ctx, input: FollowListInput): Promise<Page<FollowListRow>> {
  const reference = referenceValues(input.profileId);
  const resolvesFirst = reference.ref_id === null && input.cursor !== undefined;
  const knownId = resolvesFirst ? (await findShown.one(ctx, reference))?.id : reference.ref_id;
  if (knownId === undefined) fail('profile_not_found');
  const position = readCursor<[string]>(ctx, input, { profile: knownId });
  const values = { ...viewerValues(ctx), ...reference, before_id: position?.[0] ?? LAST_ID, rows: input.limit + 1 };
  const { anonymous, member, seen } = LISTS[input.direction];
  const sees = ctx.acting !== null && input.view !== 'compact';
  const found = await batch(ctx, {
    own: knownId === null ? findShown.call(reference) : null,
    seen: sees ? seen.call(values) : null,
    others: sees ? null : (ctx.acting ? member : anonymous).call(values),
  });
  const rows: (ListedRow & ViewerRow)[] =
    found.seen?.map((row) => openViewer(ctx, row)) ?? found.others!.map((row) => ({ ...row, ...NO_VIEWER }));
  const isKnown = knownId !== null && rows.length > 0;
  const own = isKnown ? { id: knownId } : (found.own?.[0] ?? (await findShown.one(ctx, reference)));
  if (!own) fail('profile_not_found');
  const page = toPage(ctx, rows, input, (row) => [row.id], { profile: own.id });
  const items = page.items.map((row) => {
    const [follower_profile_id, followed_profile_id] =
      input.direction === 'followers' ? [row.profile_id, own.id] : [own.id, row.profile_id];
    return { ...row, follower_profile_id, followed_profile_id };
  });
  return { ...page, items };
}
