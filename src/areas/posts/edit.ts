import { type SQL, sql } from 'drizzle-orm';
import type { AiDisclosure, Permission, Visibility } from '../../core/enums.ts';
import { fail, failFields } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import { isBlank } from '../../core/text.ts';
import type { Ctx } from '../../ctx.ts';
import { p } from '../../db/statement.ts';
import { refuseWithoutAuthority, writeStatement } from '../../events/write-statement.ts';
import { type FoundPost, findPost, findPostOrFail } from './find.ts';
import type { StoredImage } from './images.ts';
import { getPost } from './lists.ts';
import { type PostRow, postColumns } from './load.ts';
import { countedCtes } from './published.ts';
import type { EditPostInput } from './schemas.ts';

const postId = p('post_id', 'uuid');

/**
 * On a write to a post its own profile acts, whichever attached profile the header names; and the kind of the post
 * decides which permission a manager needs.
 */
export const ownPost = {
  profile: sql`(select profile_id from posts where id = ${postId})`,
  permissions: sql`(select case kind when 'comment' then ${p('comment_permissions', 'text[]')} else ${p('permissions', 'text[]')} end
    from posts where id = ${postId})`,
};

/** The row itself, locked: of two moves on one post the second sees what the first has done. */
export const lockedTarget = (condition: SQL) => sql`target as (
  select po.* from posts po join authority on authority.profile_id = po.profile_id
  where po.id = ${postId} and ${condition} for update of po)`;

/** Says why a write to one's own post was refused, or returns the post when the reason lies in its state. */
export async function refuseOnOwnPost(ctx: Ctx, id: string, permissions: readonly Permission[]): Promise<FoundPost> {
  const post = await findPost(ctx, id);
  if (post && ctx.principal?.profiles.has(post.profile_id)) {
    const acting = ctx.principal.profiles.get(post.profile_id)!;
    const needed = post.kind === 'comment' ? commentPermissions(permissions) : permissions;
    await refuseWithoutAuthority(Object.assign(Object.create(ctx) as Ctx, { acting }), needed);
    return post;
  }
  await refuseWithoutAuthority(Object.assign(Object.create(ctx) as Ctx, { acting: null }));
  return post ? fail('permission_denied', { agent: { required_permission: permissions[0]! } }) : fail('post_not_found');
}

/** On comments `commenting` stands where `posting` stands on posts. */
export function commentPermissions(permissions: readonly Permission[]): Permission[] {
  return permissions.map((one) => (one === 'posting' ? 'commenting' : one));
}

export function ownPostValues(id: string, permissions: readonly Permission[]): Record<string, unknown> {
  return { post_id: idOrNone(id), comment_permissions: commentPermissions(permissions) };
}

const given = sql`jsonb_to_recordset(${p('images', 'jsonb')}) as g(id uuid, position smallint, has_alt boolean, alt_text text)`;
const changesImages = sql`${p('images', 'jsonb')} is not null`;
const ownImages = sql`(select count(*) from post_images i where i.post_id = po.id)`;

const writeEdit = writeStatement<{ id: string }>('posts.edit', {
  authority: 'acting',
  subject: ownPost,
  change: sql`${lockedTarget(sql`po.status <> 'removed'
      and (authority.owned or po.status in ('draft', 'pending_approval') or not ${p('drafts_only', 'bool')})
      and not (${changesImages} and exists (
        select 1 from ${given} where not exists (select 1 from post_images i where i.id = g.id and i.post_id = po.id)))
      and (po.status = 'draft' or coalesce(${p('body', 'text')}, po.body) <> ''
        or case when ${changesImages} then jsonb_array_length(${p('images', 'jsonb')}) else ${ownImages} end > 0)`)},
  earlier as (
    insert into post_revisions (post_id, revision, body, created_at)
    select id, revision, body, coalesce(edited_at, published_at, created_at) from target
    where ${p('body', 'text')} <> body and status = 'published'
  ), rearranged as (
    update post_images i set position = g.position, alt_text = case when g.has_alt then g.alt_text else i.alt_text end
    from target, ${given} where i.post_id = target.id and i.id = g.id
  ), dropped as (
    delete from post_images i using target
    where ${changesImages} and i.post_id = target.id and i.id not in (select g.id from ${given})
    returning i.blob_key
  ), garbage as (
    insert into media_garbage (blob_key, due_at) select blob_key, ${p('now', 'timestamptz')} from dropped
    on conflict (blob_key) do nothing
  ), post as (
    update posts po set
      body = coalesce(${p('body', 'text')}, po.body),
      visibility = coalesce(${p('visibility', 'text')}, po.visibility),
      ai_disclosure = case when authority.by_ai then 'generated' else coalesce(${p('ai_disclosure', 'text')}, po.ai_disclosure) end,
      status = case when po.status = 'pending_approval' and ${p('drafts_only', 'bool')} and not authority.owned then 'draft' else po.status end,
      revision = po.revision + 1,
      edited_at = case when po.status = 'published' then ${p('now', 'timestamptz')} else po.edited_at end,
      updated_at = ${p('now', 'timestamptz')}
    from target, authority where po.id = target.id
    returning po.*
  )`,
  events: [
    {
      type: 'post.updated',
      from: sql`post`,
      profile: sql`post.profile_id`,
      actor: sql`post.profile_id`,
      objectType: 'post',
      object: sql`post.id`,
      data: sql`jsonb_build_object('revision', post.revision, 'status', post.status)`,
    },
  ],
  audit: { from: sql`post`, objectType: 'post', object: sql`post.id` },
  answer: sql`select id from post`,
});

/** Whether the manager behind the acting profile may only draft: what others see is not theirs to change. */
export function mayOnlyDraft(ctx: Ctx, post: FoundPost): boolean {
  const acting = ctx.principal?.profiles.get(post.profile_id);
  const publishing: Permission = post.kind === 'comment' ? 'commenting' : 'posting';
  return acting !== undefined && !acting.owned && !acting.permissions.includes(publishing);
}

/**
 * Edits a post: text (earlier texts are kept), visibility, disclosure, order and texts of its pictures. Fails with
 * `post_not_found`, `permission_denied`, `empty_post`, `invalid_request` (a picture that is not the post's, visibility
 * of a comment). Three statements.
 */
export async function editPost(ctx: Ctx, id: string, input: EditPostInput) {
  const post = await findPostOrFail(ctx, id);
  if (post.kind === 'comment' && input.visibility !== undefined)
    failFields([{ path: 'body.visibility', rule: 'not_on_comments' }]);
  const draftsOnly = mayOnlyDraft(ctx, post);
  const permissions: readonly Permission[] = draftsOnly ? ['drafting'] : ['posting'];
  const images = input.images?.map((image, position) => ({
    id: idOrNone(image.id),
    position,
    has_alt: image.alt_text !== undefined,
    alt_text: image.alt_text ?? null,
  }));
  const repeated =
    images?.findIndex((image, index) => images.some((other, at) => at < index && other.id === image.id)) ?? -1;
  if (repeated >= 0) failFields([{ path: `body.images[${repeated}].id`, rule: 'repeated' }]);
  const row = await writeEdit.run(
    ctx,
    {
      ...ownPostValues(id, permissions),
      body: input.body === undefined ? null : isBlank(input.body) ? '' : input.body,
      visibility: (input.visibility ?? null) satisfies Visibility | null,
      ai_disclosure: (input.ai_disclosure ?? null) satisfies AiDisclosure | null,
      images: images ? JSON.stringify(images) : null,
      drafts_only: draftsOnly,
    },
    permissions,
  );
  if (!row) {
    const seen = await refuseOnOwnPost(ctx, id, permissions);
    const unknown = images?.findIndex((image) => !seen.image_ids.includes(image.id)) ?? -1;
    if (unknown >= 0) failFields([{ path: `body.images[${unknown}].id`, rule: 'image_of_this_post' }]);
    if (draftsOnly && !['draft', 'pending_approval'].includes(seen.status)) {
      fail('permission_denied', { agent: { required_permission: 'posting' } });
    }
    fail('empty_post');
  }
  return getPost(ctx, id);
}

const writeImages = writeStatement<PostRow>('posts.replace_images', {
  authority: 'acting',
  subject: ownPost,
  change: sql`${lockedTarget(sql`po.status = 'draft'`)}, dropped as (
    delete from post_images i using target where i.post_id = target.id returning i.blob_key
  ), garbage as (
    insert into media_garbage (blob_key, due_at) select blob_key, ${p('now', 'timestamptz')} from dropped on conflict (blob_key) do nothing
  ), pictures as (
    insert into post_images (id, post_id, position, blob_key, width, height, alt_text)
    select i.id, target.id, i.position, i.blob_key, i.width, i.height, i.alt_text
    from target cross join jsonb_to_recordset(${p('images', 'jsonb')})
      as i(id uuid, position smallint, blob_key text, width int, height int, alt_text text)
  ), kept as (
    delete from media_garbage where blob_key = any(${p('blob_keys', 'text[]')}) and exists (select 1 from target)
  ), post as (
    update posts po set revision = po.revision + 1, updated_at = ${p('now', 'timestamptz')}
    from target where po.id = target.id returning po.*
  )`,
  events: [
    {
      type: 'post.updated',
      from: sql`post`,
      profile: sql`post.profile_id`,
      actor: sql`post.profile_id`,
      objectType: 'post',
      object: sql`post.id`,
      data: sql`jsonb_build_object('revision', post.revision, 'status', post.status)`,
    },
  ],
  audit: { from: sql`post`, objectType: 'post', object: sql`post.id` },
  answer: sql`select ${postColumns} from post po`,
});

/**
 * Replaces the pictures of a draft. Fails with `post_not_found`, `permission_denied`, `invalid_request` (not a draft).
 * Two statements.
 */
export async function replaceImages(ctx: Ctx, id: string, images: StoredImage[]) {
  const permissions: readonly Permission[] = ['posting', 'drafting'];
  const row = await writeImages.run(
    ctx,
    {
      ...ownPostValues(id, permissions),
      images: JSON.stringify(images.map((image, position) => ({ ...image, position }))),
      blob_keys: images.map(({ blob_key }) => blob_key),
    },
    permissions,
  );
  if (!row) {
    await refuseOnOwnPost(ctx, id, permissions);
    failFields([{ path: 'path.post_id', rule: 'status', allowed: ['draft'] }]);
  }
  return getPost(ctx, id);
}

const writeRemoval = writeStatement<{ post_id: string; removed: boolean }>('posts.remove', {
  authority: 'acting',
  subject: ownPost,
  change: sql`${lockedTarget(sql`true`)}, post as (
    update posts po set status = 'removed', removed_at = ${p('now', 'timestamptz')}, updated_at = ${p('now', 'timestamptz')}
    from target where po.id = target.id and po.status <> 'removed' returning po.*
  ), dropped as (
    delete from post_images i using target where i.post_id = target.id returning i.blob_key
  ), garbage as (
    insert into media_garbage (blob_key, due_at) select blob_key, ${p('now', 'timestamptz')} from dropped on conflict (blob_key) do nothing
  ), gone as (select target.* from target join post on post.id = target.id where target.status = 'published'),
  ${countedCtes(sql`gone`, -1)}`,
  events: [
    {
      type: 'post.removed',
      from: sql`post`,
      profile: sql`post.profile_id`,
      actor: sql`post.profile_id`,
      objectType: 'post',
      object: sql`post.id`,
      data: sql`jsonb_build_object('kind', post.kind, 'reply_to_post_id', post.reply_to_post_id, 'quoted_post_id', post.quoted_post_id)`,
    },
  ],
  audit: { from: sql`post`, objectType: 'post', object: sql`post.id` },
  answer: sql`select target.id as post_id, exists (select 1 from post) as removed from target`,
});

/**
 * Removes a post: its pictures are unserved from now on, the counts of what it answered and quoted go down, answers
 * stay. Repeated: `removed` is false. Fails with `post_not_found`, `permission_denied`. One statement.
 */
export async function removePost(ctx: Ctx, id: string): Promise<{ post_id: string; removed: boolean }> {
  const permissions: readonly Permission[] = ['posting'];
  const row = await writeRemoval.run(ctx, ownPostValues(id, permissions), permissions);
  if (row) return row;
  await refuseOnOwnPost(ctx, id, permissions);
  return fail('post_not_found');
}
