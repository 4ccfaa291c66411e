import { g, isInForce, permissionsInForce } from '../../auth/grants.ts';
import type { Ctx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { selectList } from '../../db/query.ts';
import { type Call, p, statement } from '../../db/statement.ts';
import { type CompactProfileRow, compactFields } from '../profiles/columns.ts';
import { isShown } from '../relations/queries.ts';

/** A profile that wrote or approved a post of another one. */
export type BylineRow = CompactProfileRow & { post_id: string; part: 'written' | 'approved' };

/** Who wrote and approved a post, where it is public. */
export type Byline = { written: CompactProfileRow; approved: CompactProfileRow | null };

const ids = p('ids', 'uuid[]');
const isPublic = sql`${g.public} and ${isInForce}`;

/** The manager that approved `po`, if a public grant allows it to. */
const approver = sql`(select g.manager_profile_id from access_grants g
  join profiles m on m.id = g.manager_profile_id and m.account_id = po.approved_by_account_id and ${isShown(sql`m`)}
  where g.profile_id = po.profile_id and ${isPublic}
    and (case when po.kind = 'comment' then 'commenting' else 'posting' end) = any(${permissionsInForce})
  order by g.accepted_at, g.id limit 1)`;

/**
 * Only public grants in force name a manager. The post's own profile is named where its own account approved; an approval
 * under a grant that is private or has ended names nobody.
 */
const read = statement(
  'posts.read_bylines',
  { ids: 'uuid[]', now: 'timestamptz' },
  sql<BylineRow>`select b.post_id, b.part, ${selectList(compactFields)} from (
      select po.id as post_id, 'written' as part, g.manager_profile_id as profile_id
      from posts po join access_grants g on g.id = po.grant_id and ${isPublic} where po.id = any(${ids})
      union all
      select po.id, 'approved', case when own.account_id = po.approved_by_account_id then po.profile_id else ${approver} end
      from posts po join profiles own on own.id = po.profile_id
      where po.id = any(${ids}) and po.approved_by_account_id is not null
    ) b join profiles pr on pr.id = b.profile_id and ${isShown(sql`pr`)}`,
);

export const readBylines = (ctx: Ctx, ids: readonly string[]): Call<BylineRow> => read.call({ ids, now: ctx.now() });

/** The ids of the posts that somebody else may have written for their authors. */
export function idsWithBylines(rows: readonly { id: string; manager_profile_id: string | null }[]): string[] {
  return [...new Set(rows.filter((row) => row.manager_profile_id !== null).map(({ id }) => id))];
}

/** By the id of the post. A post without a public writer has none. */
export function bylinesByPost(rows: readonly BylineRow[]): ReadonlyMap<string, Byline> {
  const approved = new Map(rows.filter(({ part }) => part === 'approved').map((row) => [row.post_id, row]));
  const written = rows.filter(({ part }) => part === 'written');
  return new Map(written.map((row) => [row.post_id, { written: row, approved: approved.get(row.post_id) ?? null }]));
}
