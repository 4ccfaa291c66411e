import { discardFiles, keepFiles } from '../../adapters/storage/garbage.ts';
import type { Ctx } from '../../ctx.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { type Call, p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { useUploads } from '../uploads/uploads.ts';
import type { StoredImage } from './images.ts';

const postId = p('post_id', 'uuid');

const insert = statement(
  'posts.insert_images',
  { blob_keys: 'text[]', post_id: 'uuid', images: 'jsonb' },
  sql`with kept as (${keepFiles(sql`unnest(${p('blob_keys', 'text[]')}) as file`, sql`file`)})
  insert into ${writes('post_images')} (id, post_id, position, blob_key, width, height, alt_text)
  select i.id, ${postId}, i.position, i.blob_key, i.width, i.height, i.alt_text
  from jsonb_to_recordset(${p('images', 'jsonb')})
    as i(id uuid, position smallint, blob_key text, width int, height int, alt_text text)`,
);

/** Statements that add images, also from uploads, whose files count as garbage until a post refers to them. */
export function insertImages(ctx: Ctx, post_id: string, images: readonly StoredImage[]): Call<unknown>[] {
  if (images.length === 0) return [];
  return [
    ...useUploads(ctx, images),
    insert.call({
      post_id,
      images: JSON.stringify(images.map((image, position) => ({ ...image, position }))),
      blob_keys: images.map(({ blob_key }) => blob_key),
    }),
  ];
}

/** When the files of removed images may be deleted: an open report about the post needs them. */
export const dueAt = (
  post: SQL,
) => sql`case when exists (select from reports re join posts po on po.id = re.target_id and po.profile_id = re.target_profile_id
    where po.id = ${post} and re.target_type = 'post' and re.status = 'open')
  then ${p('now', 'timestamptz')} + interval '30 days' else ${p('now', 'timestamptz')} end`;

const discard = statement(
  'posts.discard_images',
  { post_id: 'uuid', now: 'timestamptz' },
  sql`with dropped as (delete from ${writes('post_images')} where post_id = ${postId} returning blob_key)
  ${discardFiles(sql`select blob_key, ${dueAt(postId)}, null::uuid from dropped`)}`,
);

/** A statement that removes all images of a post. */
export function discardImages(ctx: Ctx, post_id: string): Call<unknown> {
  return discard.call({ post_id, now: ctx.now() });
}

const given = sql`jsonb_to_recordset(${p('images', 'jsonb')}) as g(id uuid, position smallint, has_alt boolean, alt_text text)`;

export const ownImages = sql`(select count(*) from post_images i where i.post_id = po.id)`;

/** About the new list of images in the placeholder `images`, for the post `po`. */
export const givenImages = {
  /** The number of images after the edit. */
  left: sql`jsonb_array_length(${p('images', 'jsonb')})`,
  /** The index of the first one that is not an image of the post; or null. */
  unknown: sql`(select min(g.position) from ${given}
    where not exists (select 1 from post_images i where i.id = g.id and i.post_id = po.id))`,
  /** Condition: the list differs from the current one. */
  differ: sql`(${ownImages} <> jsonb_array_length(${p('images', 'jsonb')}) or exists (
    select 1 from ${given} join post_images i on i.id = g.id
    where i.position <> g.position or g.has_alt and coalesce(i.alt_text, '') <> coalesce(g.alt_text, '')))`,
};

const discardOmitted = statement(
  'posts.discard_omitted_images',
  { post_id: 'uuid', images: 'jsonb?', now: 'timestamptz' },
  sql`with dropped as (
    delete from ${writes('post_images')} where post_id = ${postId} and id not in (select g.id from ${given}) returning blob_key)
  ${discardFiles(sql`select blob_key, ${dueAt(postId)}, null::uuid from dropped`)}`,
);

const rearrange = statement(
  'posts.rearrange_images',
  { images: 'jsonb?', post_id: 'uuid' },
  sql`update ${writes('post_images')} i set position = g.position, alt_text = case when g.has_alt then g.alt_text else i.alt_text end
    from ${given} where i.post_id = ${postId} and i.id = g.id`,
);

/** Statements that set the order and the alt texts of the images of a post, and remove those that are not given. */
export function rearrangeImages(values: { post_id: string; images: string | null; now: Date }): Call<unknown>[] {
  return [discardOmitted.call(values), rearrange.call(values)];
}
