import { requirePermission } from '../../auth/require.ts';
import type { View } from '../../core/enums.ts';
import { type Page, type PageInput, pageByTime } from '../../core/pagination.ts';
import type { Ctx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { p, statement } from '../../db/statement.ts';
import { type ProfileRow, profileColumns } from '../profiles/columns.ts';
import { isShown } from '../relations/queries.ts';
import { type ViewerRow, viewedPage, viewerValues } from '../relations/viewer.ts';

export type BlockRow = ProfileRow & ViewerRow & { blocked_at: Date };

const list = statement(
  'safety.list_blocks',
  { viewer_profile_id: 'uuid?', before: 'timestamptz', before_id: 'uuid', rows: 'int' },
  sql<Omit<BlockRow, keyof ViewerRow>>`select bl.created_at as blocked_at, ${profileColumns}
    from blocks bl join profiles pr on pr.id = bl.blocked_profile_id and ${isShown(sql`pr`)}
    where bl.blocker_profile_id = ${p('viewer_profile_id', 'uuid')}
      and (bl.created_at, bl.blocked_profile_id) < (${p('before', 'timestamptz')}, ${p('before_id', 'uuid')})
    order by bl.created_at desc, bl.blocked_profile_id desc limit ${p('rows', 'int')}`,
);

/** Profiles that the acting profile blocks, newest first, without suspended ones. Fails with `permission_denied`. */
export async function listBlocks(ctx: Ctx, input: PageInput & { view?: View }): Promise<Page<BlockRow>> {
  requirePermission(ctx, 'networking');
  const page = await pageByTime(ctx, input, ['blocked_at', 'profile_id'], (from) =>
    list.all(ctx, { ...viewerValues(ctx), ...from }),
  );
  return viewedPage(ctx, page, input.view);
}
