import type { PostKind } from '../../core/enums.ts';
import { allows } from '../../core/scopes.ts';
import type { Ctx } from '../../ctx.ts';
import { and, asc, eq, sql } from '../../db/drizzle.ts';
import { qb, rowCount } from '../../db/query.ts';
import { p, statement } from '../../db/statement.ts';
import { po } from './columns.ts';
import { draftReads, type LoadedPost } from './load.ts';
import { draftKinds, publishingPermissions } from './readers.ts';

const OF_ACTING = { profile_id: 'uuid', approvable_kinds: 'text[]' } as const;
const ofActing = sql`po.profile_id = ${p('profile_id', 'uuid')} and po.status = 'pending_approval'
  and po.kind = any(${p('approvable_kinds', 'text[]')})`;

/** Posts that the caller can publish or return: rows (oldest first), existence, count. */
export const awaitingApproval = {
  rows: draftReads('posts.list_awaiting', {
    types: { ...OF_ACTING, rows: 'bigint' },
    where: () => ofActing,
    order: [asc(po.createdAt), asc(po.id)],
    rows: true,
  }),
  exist: sql`exists (select from posts po where ${ofActing})`,
  count: statement('posts.count_awaiting', OF_ACTING, qb.select({ count: rowCount }).from(po).where(ofActing)),
  /** Their number for each of several profiles: of comments for some, of other posts for others. */
  countEach: statement(
    'posts.count_awaiting_of_profiles',
    { profile_ids: 'uuid[]', comments_of: 'uuid[]', posts_of: 'uuid[]' },
    qb
      .select({ profile_id: po.profileId, count: rowCount })
      .from(po)
      .where(
        and(
          sql`${po.profileId} = any(${p('profile_ids', 'uuid[]')})`,
          eq(po.status, 'pending_approval'),
          sql`${po.profileId} = any(case ${po.kind} when 'comment' then ${p('comments_of', 'uuid[]')} else ${p('posts_of', 'uuid[]')} end)`,
        ),
      )
      .groupBy(po.profileId),
  ),
};

/** Drafts that a key or app wrote and neither submitted nor published: their number for each of several profiles. */
export const countDraftsOfPrograms = statement(
  'posts.count_drafts_of_programs',
  { profile_ids: 'uuid[]' },
  qb
    .select({ profile_id: po.profileId, count: rowCount })
    .from(po)
    .where(
      and(
        sql`${po.profileId} = any(${p('profile_ids', 'uuid[]')})`,
        eq(po.status, 'draft'),
        sql`${po.writtenWithId} is not null and ${po.managerProfileId} is null and ${po.returnNote} is null`,
      ),
    )
    .groupBy(po.profileId),
);

const findSubmitted = statement(
  'posts.find_submitted',
  { ids: 'uuid[]', profile_ids: 'uuid[]' },
  qb
    .select({ id: po.id })
    .from(po)
    .where(
      and(
        sql`${po.id} = any(${p('ids', 'uuid[]')})`,
        sql`${po.profileId} = any(${p('profile_ids', 'uuid[]')})`,
        sql`${po.submittedAt} is not null`,
      ),
    ),
);

/** Which of these posts were submitted for approval, among those of the caller's profiles. */
export async function submittedOf(ctx: Ctx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const profile_ids = [...(ctx.principal?.profiles.keys() ?? [])];
  const rows = await findSubmitted.all(ctx, { ids: [...ids], profile_ids });
  return new Set(rows.map(({ id }) => id));
}

/** The kinds of posts that the caller may read and publish for the acting profile. Empty: none. */
export const approvableKinds = (ctx: Ctx): PostKind[] => draftKinds(ctx, publishingPermissions);

/** Whether the caller can publish or return this pending post. */
export function mayDecide(ctx: Ctx, post: Pick<LoadedPost, 'kind' | 'profile_id' | 'status'>): boolean {
  if (post.status !== 'pending_approval' || post.profile_id !== ctx.acting?.id || ctx.principal === null) return false;
  const { scopes, type } = ctx.principal;
  return allows(scopes, 'posts', 'write', type) && approvableKinds(ctx).includes(post.kind);
}
