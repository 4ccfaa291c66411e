import { bareBlobKey } from '../../adapters/storage/blob-store.ts';
import { showsPicture } from '../../adapters/storage/picture-rows.ts';
import type { Ctx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { p, statement } from '../../db/statement.ts';
import { isForAll, textOf } from '../posts/audience.ts';
import { isShown } from '../relations/queries.ts';

/**
 * `open`: for a short time, as its owner may be removed; `immutable`: a change creates a new name; `signed`: at
 * addresses that expire; `reported`: at those of operators only.
 */
export type ServedAs = 'open' | 'immutable' | 'signed' | 'reported';

const ownerIsShown = isShown(sql`pr`);

/** Condition: an open report needs a file that its post no longer has. */
const isReported = sql`exists (select from reports re where re.status = 'open'
  and re.reported_images @> jsonb_build_array(jsonb_build_object('blob_key', g.blob_key)))`;

const find = statement(
  'media.find_image',
  { blob_key: 'text', picture_key: 'text', now: 'timestamptz' },
  sql<{
    served_as: ServedAs;
  }>`select case when po.status = 'published' and ${isForAll(textOf(sql`po`, sql`ro`))} then 'open' else 'signed' end as served_as
    from post_images i
    join posts po on po.id = i.post_id and po.status <> 'removed'
    left join posts ro on ro.id = po.root_post_id
    join profiles pr on pr.id = po.profile_id and ${ownerIsShown}
    where i.blob_key = ${p('blob_key', 'text')}
    union all
    select 'immutable' from profiles pr where ${showsPicture(p('picture_key', 'text'))} and ${ownerIsShown}
    union all
    select 'open' from media_garbage g join profiles pr on pr.id = g.profile_id and ${ownerIsShown}
    where g.blob_key = ${p('blob_key', 'text')} and g.due_at > ${p('now', 'timestamptz')}
    union all
    select 'reported' from media_garbage g where g.blob_key = ${p('blob_key', 'text')} and g.due_at > ${p('now', 'timestamptz')} and ${isReported}
    limit 1`,
);

/** Whether a file still belongs to something, and who it may be served to. */
export async function findServedImage(ctx: Ctx, blobKey: string): Promise<ServedAs | undefined> {
  const row = await find.one(ctx, { blob_key: blobKey, picture_key: bareBlobKey(blobKey), now: ctx.now() });
  return row?.served_as;
}
