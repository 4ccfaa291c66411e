import type { Ctx } from '../../ctx.ts';
import { and, eq, sql } from '../../db/drizzle.ts';
import { named, qb, type Selected } from '../../db/query.ts';
import { credentials } from '../../db/schema/accounts.ts';
import { type Call, p, type RowOf, statement } from '../../db/statement.ts';
import type { postFields } from './columns.ts';
import { mayPublish } from './readers.ts';

/** What only those see who decide about a pending post: with which key or app it was written, and what it is about. */

type PostRow = Selected<typeof postFields>;

/** A post that may be pending. */
export type MaybePending = Pick<
  PostRow,
  'profile_id' | 'kind' | 'status' | 'written_with_id' | 'reply_to_post_id' | 'quoted_post_id'
>;

/** The names of the caller's own account, as in the audit log. */
const readNames = statement(
  'posts.read_writer_names',
  { ids: 'uuid[]', account_id: 'uuid' },
  qb
    .select({ id: credentials.id, name: named(credentials.name, 'name') })
    .from(credentials)
    .where(and(sql`${credentials.id} = any(${p('ids', 'uuid[]')})`, eq(credentials.accountId, p('account_id')))),
);
export type WriterName = RowOf<typeof readNames>;

export const decidable = <Row extends MaybePending>(ctx: Ctx, rows: readonly Row[]): Row[] =>
  rows.filter((row) => row.status === 'pending_approval' && mayPublish(ctx, row));

export const targetOf = (post: Pick<PostRow, 'reply_to_post_id' | 'quoted_post_id'>): string | null =>
  post.reply_to_post_id ?? post.quoted_post_id;

/** A read of the keys and apps with which these posts were written; null if there are none. */
export function writerNames(ctx: Ctx, pending: readonly MaybePending[]): Call<WriterName> | null {
  const ids = pending.flatMap(({ written_with_id }) => written_with_id ?? []);
  return ids.length === 0 || ctx.principal === null
    ? null
    : readNames.call({ ids, account_id: ctx.principal.accountId });
}

/** What a pending post is presented with. `target`: the post that it answers or quotes, if the caller can read it. */
export const changedSince = (post: Pick<PostRow, 'submitted_at'>, target: Pick<PostRow, 'edited_at'> | undefined) =>
  target === undefined ||
  (post.submitted_at !== null && target.edited_at !== null && target.edited_at > post.submitted_at);
