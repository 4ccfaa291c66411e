import { sql } from 'drizzle-orm';
import type { AiDisclosure, Permission, Visibility } from '../../core/enums.ts';
import { fail, failFields } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import { isBlank } from '../../core/text.ts';
import type { Ctx } from '../../ctx.ts';
import { p } from '../../db/statement.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { discardFiles } from '../../storage/garbage.ts';
import { findPostOrFail } from './find.ts';
import { getPost } from './lists.ts';
import { lockedTarget, mayOnlyDraft, ownPost, requireOwnPost, writeAndRead } from './own-post.ts';
import { updatedEvent } from './published.ts';
import type { EditPostInput } from './schemas.ts';
import { publishingPermissions } from './visibility.ts';

const given = sql`jsonb_to_recordset(${p('images', 'jsonb')}) as g(id uuid, position smallint, has_alt boolean, alt_text text)`;
const changesImages = sql`${p('images', 'jsonb')} is not null`;
const ownImages = sql`(select count(*) from post_images i where i.post_id = po.id)`;

/** Condition: the edit changes the row `target`. Repeating the current values creates no revision and no event. */
const differs = sql`(
  ${p('body', 'text')} <> target.body or ${p('visibility', 'text')} <> target.visibility
  or case when target.by_ai then 'generated' else ${p('ai_disclosure', 'text')} end <> target.ai_disclosure
  or ${changesImages} and (
    (select count(*) from post_images i where i.post_id = target.id) <> jsonb_array_length(${p('images', 'jsonb')})
    or exists (select 1 from ${given} join post_images i on i.id = g.id
      where i.position <> g.position or g.has_alt and coalesce(i.alt_text, '') <> coalesce(g.alt_text, ''))))`;

const writeEdit = writeStatement<{ id: string }>('posts.edit', {
  authority: 'acting',
  subject: ownPost,
  change: sql`${lockedTarget(sql`po.status <> 'removed'
      and (authority.owned or po.status in ('draft', 'pending_approval') or not ${p('drafts_only', 'bool')})
      and not (${changesImages} and exists (
        select 1 from ${given} where not exists (select 1 from post_images i where i.id = g.id and i.post_id = po.id)))
      and (po.status = 'draft' or coalesce(${p('body', 'text')}, po.body) <> ''
        or case when ${changesImages} then jsonb_array_length(${p('images', 'jsonb')}) else ${ownImages} end > 0)`)},
  changing as (
    select target.* from target where ${differs}
  ), earlier as (
    insert into post_revisions (post_id, revision, body, created_at, visibility)
    select id, revision, body, case when status = 'published' then coalesce(edited_at, published_at) else updated_at end,
      case when status = 'published' then coalesce((select root.visibility from posts root where root.id = changing.root_post_id), visibility) end
    from changing where ${p('body', 'text')} <> body
  ), rearranged as (
    update post_images i set position = g.position, alt_text = case when g.has_alt then g.alt_text else i.alt_text end
    from changing, ${given} where i.post_id = changing.id and i.id = g.id
  ), dropped as (
    delete from post_images i using changing
    where ${changesImages} and i.post_id = changing.id and i.id not in (select g.id from ${given})
    returning i.blob_key
  ), garbage as (
    ${discardFiles(sql`select blob_key, ${p('now', 'timestamptz')}, null::uuid from dropped`)}
  ), post as (
    update posts po set
      body = coalesce(${p('body', 'text')}, po.body),
      visibility = coalesce(${p('visibility', 'text')}, po.visibility),
      by_ai = po.by_ai or authority.by_ai,
      ai_disclosure = case when po.by_ai or authority.by_ai then 'generated' else coalesce(${p('ai_disclosure', 'text')}, po.ai_disclosure) end,
      status = case when po.status = 'pending_approval' and ${p('drafts_only', 'bool')} and not authority.owned then 'draft' else po.status end,
      revision = po.revision + 1,
      edited_at = case when po.status = 'published' then ${p('now', 'timestamptz')} else po.edited_at end,
      updated_at = ${p('now', 'timestamptz')}
    from changing, authority where po.id = changing.id
    returning po.*
  )`,
  events: [updatedEvent],
  // Others see the change immediately, or at the scheduled time without another review.
  spends: { budget: 'posts_per_day', from: sql`changing where status in ('published', 'scheduled')` },
  audit: { from: sql`post`, objectType: 'post', object: sql`post.id` },
  answer: sql`select id from target`,
});

/**
 * Edits a post: text (earlier texts keep their audience), visibility, disclosure, order and alt texts of its images.
 * Through a grant, an edit of a published or scheduled post counts against `posts_per_day`. Fails with
 * `post_not_found`, `permission_denied`, `empty_post`, `grant_budget_reached`, `invalid_request` (an image of another
 * post, visibility of a comment). An edit that changes nothing returns the post unchanged. Five statements.
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
  const values = {
    body: input.body === undefined ? null : isBlank(input.body) ? '' : input.body,
    visibility: (input.visibility ?? null) satisfies Visibility | null,
    ai_disclosure: (input.ai_disclosure ?? null) satisfies AiDisclosure | null,
    images: images ? JSON.stringify(images) : null,
    drafts_only: draftsOnly,
  };
  if (Object.keys(input).length === 0) {
    await requireOwnPost(ctx, { id, permissions });
    return getPost(ctx, id);
  }
  return writeAndRead(ctx, writeEdit, { id, permissions, values }, (seen) => {
    const unknown = images?.findIndex((image) => !seen.image_ids.includes(image.id)) ?? -1;
    if (unknown >= 0) failFields([{ path: `body.images[${unknown}].id`, rule: 'image_of_this_post' }]);
    if (draftsOnly && !['draft', 'pending_approval'].includes(seen.status)) {
      fail('permission_denied', { agent: { required_permission: publishingPermissions(seen.kind)[0]! } });
    }
    const left = images?.length ?? seen.image_ids.length;
    if (seen.status !== 'draft' && (values.body ?? seen.body) === '' && left === 0) fail('empty_post');
    return false;
  });
}
