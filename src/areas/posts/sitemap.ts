import { createHash } from 'node:crypto';
import type { Ctx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { isNoComment } from '../../db/schema/posts.ts';
import { p, statement } from '../../db/statement.ts';
import { isShown } from '../relations/queries.ts';
import { isForAll, textOf } from './audience.ts';

/** Search engines find older posts through the pages of their authors. */
const NEWEST = 10_000;

export type PostSitemapRow = { id: string; changed_at: Date };

const listNewest = statement(
  'posts.list_sitemap',
  { rows: 'int' },
  sql<PostSitemapRow>`select po.id, coalesce(po.edited_at, po.published_at) as changed_at
    from (select po.* from posts po where po.status = 'published' and po.${isNoComment}
      order by po.published_at desc, po.id desc limit ${p('rows', 'int')}) po
    join profiles pr on pr.id = po.profile_id
    where ${isForAll(textOf(sql`po`))} and pr.indexable and ${isShown(sql`pr`)}
    order by po.published_at desc, po.id desc`,
);

/** The newest public posts of indexable profiles, and a fingerprint of them. Fails with `service_unavailable`. */
export async function listPostSitemap(ctx: Ctx): Promise<{ rows: PostSitemapRow[]; fingerprint: string }> {
  const rows = await ctx.longReads.run(() => listNewest.all(ctx, { rows: NEWEST }));
  const hash = createHash('sha1');
  for (const { id, changed_at } of rows) hash.update(`${id} ${changed_at.getTime()} `);
  return { rows, fingerprint: hash.digest('base64url') };
}
