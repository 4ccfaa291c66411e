import type { Ctx } from '../../ctx.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { batch, type ParameterTypes, p } from '../../db/statement.ts';
import { blockedForViewer } from '../relations/queries.ts';
import { countsOf } from './columns.ts';
import type { LoadedPost, PlacedPost } from './load.ts';
import { readAs, readsFor } from './reads.ts';
import { isListedInThread, threadIsOpenFor, threadJoins } from './visibility.ts';

/**
 * What keeps the place of a comment that was removed, or whose author the reader doesn't see, while a comment below it is
 * published: otherwise nobody would find that one. It has neither text nor author, and doesn't say why. No field of such a
 * row is null.
 */
export type Placeholder = {
  removed: true;
  id: string;
  reply_to_post_id: string | null;
  root_post_id: string | null;
  published_at: Date | null;
  reply_count: number;
};

const reads = <const Types extends ParameterTypes>(name: string, types: Types, condition: SQL, rest = sql``) =>
  readsFor(
    name,
    types,
    (viewer) => sql<Placeholder>`
    select true as removed, po.id, po.reply_to_post_id, po.root_post_id, po.published_at, counted.replies as reply_count
    from posts po ${threadJoins(viewer)}
    cross join lateral (select sum(pc.replies)::int as replies, sum(pc.comments)::int as comments
      from post_counters pc where pc.post_id = po.id) counted
    where ${condition} and po.reply_to_post_id is not null and po.published_at is not null
      and counted.comments > 0 and ${threadIsOpenFor(viewer)} ${rest}`,
  );

const isRemoved = sql`po.status = 'removed'`;
const wasPublished = sql`po.status in ('published', 'removed')`;

/** The removed comments on a post, oldest first, from a position on. */
export const removedBelow = reads(
  'posts.list_removed_comments',
  { post_id: 'uuid', after: 'timestamptz', after_id: 'uuid', rows: 'int' },
  sql`${isRemoved} and po.reply_to_post_id = ${p('post_id', 'uuid')}
      and (po.published_at, po.id) > (${p('after', 'timestamptz')}, ${p('after_id', 'uuid')})`,
  sql`order by po.published_at, po.id limit ${p('rows', 'int')}`,
);

/** Of each ancestor of a post that is a comment, also of those that the reader sees. */
export const placesAbove = reads(
  'posts.read_places_above',
  { id: 'uuid' },
  sql`${wasPublished} and po.id = any((select t.ancestor_ids from posts t where t.id = ${p('id', 'uuid')})::uuid[])`,
);

/** Of a comment that the reader doesn't see. */
export const readPlaceholder = reads(
  'posts.read_placeholder',
  { id: 'uuid' },
  sql`${wasPublished} and po.id = ${p('id', 'uuid')}`,
);

const repliesTo = (id: SQL): SQL => sql`(select id, profile_id, status from posts
      where reply_to_post_id = ${id} and reply_to_post_id is not null and status = 'published'
    union all select id, profile_id, status from posts
      where reply_to_post_id = ${id} and reply_to_post_id is not null and status = 'removed')`;

/** Those of the comments `ids` with one below that a member sees: the counts include those behind a block. Ends at the first. */
const readAnswered = readAs(
  'posts.read_answered',
  { ids: 'uuid[]' },
  sql<{ id: string }>`select po.id from posts po ${threadJoins('member')}
    where po.id = any(${p('ids', 'uuid[]')}) and exists (
      with recursive below as (
        select * from ${repliesTo(sql`po.id`)} reply
        union all select reply.* from below cross join lateral ${repliesTo(sql`below.id`)} reply)
      select from below cross join lateral (select * from profiles where id = below.profile_id offset 0) pr
      where below.status = 'published' and ${isListedInThread('member', blockedForViewer(sql`below.profile_id`))})`,
);

/** The rows of a thread without placeholders for what the caller does not see either. */
export async function withoutVain<Row extends LoadedPost | Placeholder>(
  ctx: Ctx,
  rows: readonly Row[],
): Promise<Row[]> {
  const ids = rows.flatMap((row) => (isPost(row) ? [] : row.id));
  if (ids.length === 0 || ctx.principal === null) return [...rows];
  const [answered] = await batch(ctx, [readAnswered(ctx, { ids })]);
  const kept = new Set(answered.map(({ id }) => id));
  return rows.filter((row) => isPost(row) || kept.has(row.id));
}

/** A comment of a thread as its reader sees it. */
export function placed({ hidden, ...post }: PlacedPost): LoadedPost | Placeholder {
  if (!hidden) return post;
  const { id, reply_to_post_id, root_post_id, published_at, counts } = post;
  return { removed: true, id, reply_to_post_id, root_post_id, published_at, reply_count: countsOf(counts).reply_count };
}

/** Posts of a thread and placeholders, in order of publication. An ancestor is always older than a reply. */
export const inThread = (rows: readonly (LoadedPost | Placeholder)[]) =>
  [...rows].sort((a, b) => +a.published_at! - +b.published_at! || (a.id < b.id ? -1 : 1));

export const isPost = (row: LoadedPost | Placeholder): row is LoadedPost => !('removed' in row);
