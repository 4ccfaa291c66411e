import { requirePermission } from '../../auth/require.ts';
import type { View } from '../../core/enums.ts';
import { type Page, type PageInput, pageByTime } from '../../core/pagination.ts';
import type { Ctx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { p, statement } from '../../db/statement.ts';
import { type ProfileRow, profileColumns } from '../profiles/columns.ts';
import { blockersFor, isShown, OWNED, ownedValues } from '../relations/queries.ts';
import { type ViewerRow, viewedPage, viewerValues } from '../relations/viewer.ts';

export type BlockRow = ProfileRow & ViewerRow & { blocked_at: Date; is_shown: boolean };

const before = sql`(${p('before', 'timestamptz')}, ${p('before_id', 'uuid')})`;
const rows = p('rows', 'int');

const list = statement(
  'safety.list_blocks',
  { ...OWNED, viewer_profile_id: 'uuid?', before: 'timestamptz', before_id: 'uuid', rows: 'int' },
  sql<Omit<BlockRow, keyof ViewerRow>>`select bl.created_at as blocked_at, ${profileColumns}
      , ${isShown(sql`pr`)} as is_shown
    from (select ${blockersFor(p('viewer_profile_id', 'uuid'))} as ids offset 0) blockers
    cross join lateral unnest(blockers.ids) as one(blocker_id)
    cross join lateral (
      select * from blocks of_one where of_one.blocker_profile_id = one.blocker_id
        and (of_one.created_at, of_one.blocked_profile_id) < ${before}
        and not exists (select from blocks again where again.blocked_profile_id = of_one.blocked_profile_id
          and again.blocker_profile_id = any(blockers.ids) and again.blocker_profile_id > one.blocker_id)
      order by of_one.created_at desc, of_one.blocked_profile_id desc limit ${rows}) bl
    cross join lateral (select * from profiles one where one.id = bl.blocked_profile_id offset 0) pr
    order by bl.created_at desc, bl.blocked_profile_id desc limit ${rows}`,
);

/**
 * Profiles that the acting profile blocks, or, for those who hold the whole account, a deleted one of it, newest first. All can be unblocked, so deleted
 * and hidden ones are listed, too. Fails with `permission_denied`.
 */
export async function listBlocks(ctx: Ctx, input: PageInput & { view?: View }): Promise<Page<BlockRow>> {
  requirePermission(ctx, 'networking');
  const page = await pageByTime(ctx, input, ['blocked_at', 'profile_id'], (from) =>
    list.all(ctx, { ...viewerValues(ctx), ...ownedValues(ctx), ...from }),
  );
  return viewedPage(ctx, page, input.view);
}
