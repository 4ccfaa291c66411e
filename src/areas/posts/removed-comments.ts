import { type SQL, sql } from '../../db/drizzle.ts';
import { type ParameterTypes, p } from '../../db/statement.ts';
import type { LoadedPost } from './load.ts';
import { readsFor } from './reads.ts';
import { threadIsOpenFor, threadJoins } from './visibility.ts';

/**
 * A removed comment keeps its place in the thread while a reply below it is published: otherwise nobody would find the
 * reply. Its text and its author are gone. No field of such a row is null.
 */
export type RemovedComment = {
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
    (viewer) => sql<RemovedComment>`
    select true as removed, po.id, po.reply_to_post_id, po.root_post_id, po.published_at, counted.replies as reply_count
    from posts po ${threadJoins(viewer)}
    cross join lateral (select sum(pc.replies)::int as replies, sum(pc.comments)::int as comments
      from post_counters pc where pc.post_id = po.id) counted
    where ${condition} and po.status = 'removed' and po.reply_to_post_id is not null and po.published_at is not null
      and counted.comments > 0 and ${threadIsOpenFor(viewer)} ${rest}`,
  );

/** The removed comments on a post, oldest first, from a position on. */
export const removedBelow = reads(
  'posts.list_removed_comments',
  { post_id: 'uuid', after: 'timestamptz', after_id: 'uuid', rows: 'int' },
  sql`po.reply_to_post_id = ${p('post_id', 'uuid')} and (po.published_at, po.id) > (${p('after', 'timestamptz')}, ${p('after_id', 'uuid')})`,
  sql`order by po.published_at, po.id limit ${p('rows', 'int')}`,
);

/** The removed ancestors of a post. */
export const removedAbove = reads(
  'posts.read_removed_ancestors',
  { id: 'uuid' },
  sql`po.id = any((select t.ancestor_ids from posts t where t.id = ${p('id', 'uuid')})::uuid[])`,
);

/** A removed comment. */
export const readRemoved = reads('posts.read_removed_comment', { id: 'uuid' }, sql`po.id = ${p('id', 'uuid')}`);

/** Posts of a thread and removed comments, in order of publication. An ancestor is always older than a reply. */
export const inThread = (posts: readonly LoadedPost[], removed: readonly RemovedComment[]) =>
  [...posts, ...removed].sort((a, b) => +a.published_at! - +b.published_at! || (a.id < b.id ? -1 : 1));

export const isPost = (row: LoadedPost | RemovedComment): row is LoadedPost => !('removed' in row);
