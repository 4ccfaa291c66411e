import type { PostKind } from '../../core/enums.ts';
import type { Ctx } from '../../ctx.ts';
import { asc, sql } from '../../db/drizzle.ts';
import { qb, rowCount } from '../../db/query.ts';
import { p, statement } from '../../db/statement.ts';
import { po } from './columns.ts';
import { draftReads } from './load.ts';
import { draftKinds, editingPermissions } from './readers.ts';
import { submittedUnder } from './writer.ts';

const OF_CALLER = { profile_id: 'uuid', draftable_kinds: 'text[]', account_id: 'uuid' } as const;
const submitter = sql`(select g.manager_profile_id from access_grants g where g.id = ${submittedUnder(sql`po`)})`;
const ofCaller = sql`po.profile_id = ${p('profile_id', 'uuid')} and po.status = 'draft' and po.return_note is not null
  and po.kind = any(${p('draftable_kinds', 'text[]')})
  and exists (select from profiles m where m.id = coalesce(${submitter}, po.profile_id) and m.account_id = ${p('account_id', 'uuid')})`;

/** Returned drafts of the caller's account: rows (oldest first), count. */
export const returnedDrafts = {
  rows: draftReads('posts.list_returned', {
    types: { ...OF_CALLER, rows: 'bigint' },
    where: () => ofCaller,
    order: [asc(po.createdAt), asc(po.id)],
    rows: true,
  }),
  count: statement('posts.count_returned', OF_CALLER, qb.select({ count: rowCount }).from(po).where(ofCaller)),
};

/** The kinds of posts that the caller may read before publication and edit for the acting profile. */
export const draftableKinds = (ctx: Ctx): PostKind[] => draftKinds(ctx, editingPermissions);
