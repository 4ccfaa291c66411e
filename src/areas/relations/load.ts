import { sql } from 'drizzle-orm';
import type { Ctx } from '../../ctx.ts';
import { p, statement } from '../../db/statement.ts';
import { presentViewer, type ViewerWire } from './present.ts';
import { type ViewerRow, viewerColumns, viewerValues } from './queries.ts';

const findViewers = statement<ViewerRow & { id: string }>(
  'relations.find_viewers',
  sql`select pr.id, ${viewerColumns} from profiles pr where pr.id = any(${p('ids', 'uuid[]')})`,
);

/**
 * `Profile.viewer` of many profiles in one statement, by profile id. Empty without a viewer; for rows that come from
 * another query than `viewerColumns` stand in.
 */
export async function loadViewers(
  ctx: Ctx,
  viewer: { id: string; type: string } | null,
  ids: readonly string[],
): Promise<Map<string, ViewerWire>> {
  if (viewer === null || ids.length === 0) return new Map();
  const rows = await findViewers.all(ctx, {
    ...viewerValues(ctx),
    viewer_profile_id: viewer.id,
    viewer_type: viewer.type,
    ids,
  });
  return new Map(rows.map((row) => [row.id, presentViewer(row)]));
}
