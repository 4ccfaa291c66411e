import { sql } from 'drizzle-orm';
import type { Ctx } from '../../ctx.ts';
import { p, statement } from '../../db/statement.ts';

const find = statement<{ open: boolean }>(
  'media.find_image',
  sql`select po.status = 'published' and coalesce(ro.visibility, po.visibility) = 'public' as open
    from post_images i
    join posts po on po.id = i.post_id and po.status <> 'removed'
    left join posts ro on ro.id = po.root_post_id
    join profiles pr on pr.id = po.profile_id and pr.deleted_at is null and pr.suspended_at is null
    join accounts oa on oa.id = pr.account_id and oa.suspended_at is null and oa.deletion_scheduled_at is null
    where i.blob_key = ${p('blob_key', 'text')}`,
);

/** Whether a picture belongs to something that is still there, and whether anybody may see that. One statement. */
export function findServedImage(ctx: Ctx, blobKey: string): Promise<{ open: boolean } | undefined> {
  return find.one(ctx, { blob_key: blobKey });
}
