import { sql } from 'drizzle-orm';
import { explainRefusal } from '../../auth/authority.ts';
import { requireActing, requireScope } from '../../auth/require.ts';
import type { AiDisclosure, Permission, PostKind, PostStatus, Visibility } from '../../core/enums.ts';
import { fail, failFields } from '../../core/errors.ts';
import { idOrNone, newId } from '../../core/ids.ts';
import { LIMITS } from '../../core/limits.ts';
import { isBlank } from '../../core/text.ts';
import type { Ctx } from '../../ctx.ts';
import { p } from '../../db/statement.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { wakeJobs } from '../../jobs/wake.ts';
import { postColumns } from './columns.ts';
import { type FoundPost, findPost } from './find.ts';
import type { StoredImage } from './images.ts';
import { type LoadedPost, loadPost, type PostRow } from './load.ts';
import { appearedEvents, countedCtes, publishedAt, scheduledJob } from './published.ts';
import type { NewPostInput } from './schemas.ts';
import { mayInteract, publishingPermissions, readerValues, readingJoins, visible } from './visibility.ts';

const target = (name: 'parent' | 'quoted', param: string) => sql`${sql.identifier(name)} as (
    select po.id, po.profile_id, po.ancestor_ids, coalesce(po.root_post_id, po.id) as root_id,
      coalesce(ro.visibility, po.visibility) as visibility
    from posts po ${readingJoins}
    where po.id = ${p(param, 'uuid')} and po.status = 'published' and ${visible} and ${mayInteract}
  )`;

/**
 * Inserts the post and its images, removes these from the garbage, updates counters and writes events, in one
 * statement.
 */
const insertPost = writeStatement<PostRow>('posts.insert', {
  authority: 'acting',
  change: sql`${target('parent', 'reply_to_post_id')}, ${target('quoted', 'quoted_post_id')}, post as (
    insert into posts (id, profile_id, kind, status, visibility, body, by_ai, ai_disclosure, reply_to_post_id, root_post_id,
      quoted_post_id, ancestor_ids, client_reference, manager_profile_id, grant_id, scheduled_at, published_at, created_at, updated_at)
    select ${p('id', 'uuid')}, authority.profile_id, ${p('kind', 'text')}, ${p('status', 'text')},
      coalesce(parent.visibility, ${p('visibility', 'text')}), ${p('body', 'text')},
      authority.by_ai, case when authority.by_ai then 'generated' else ${p('ai_disclosure', 'text')} end,
      parent.id, parent.root_id, quoted.id, case when parent.id is null then '{}' else parent.ancestor_ids || parent.id end, ${p('client_reference', 'text')},
      authority.manager_profile_id, authority.grant_id, ${p('scheduled_at', 'timestamptz')}, ${publishedAt},
      ${p('now', 'timestamptz')}, ${p('now', 'timestamptz')}
    from authority left join parent on true left join quoted on true
    where (${p('reply_to_post_id', 'uuid')} is null or parent.id is not null)
      and (${p('quoted_post_id', 'uuid')} is null or quoted.id is not null)
      and (parent.id is null or cardinality(parent.ancestor_ids) < ${LIMITS.post.max_depth}::int)
    returning *
  ), pictures as (
    insert into post_images (id, post_id, position, blob_key, width, height, alt_text)
    select i.id, post.id, i.position, i.blob_key, i.width, i.height, i.alt_text
    from post cross join jsonb_to_recordset(${p('images', 'jsonb')})
      as i(id uuid, position smallint, blob_key text, width int, height int, alt_text text)
  ), kept as (
    delete from media_garbage where blob_key = any(${p('blob_keys', 'text[]')}) and exists (select 1 from post)
  ), appeared as (select * from post where status = 'published'), ${countedCtes(sql`appeared`, 1)}, job as (
    ${scheduledJob}
  )`,
  events: appearedEvents,
  spends: { budget: 'posts_per_day', from: sql`post where post.status <> 'draft'` },
  audit: { from: sql`post`, objectType: 'post', object: sql`post.id` },
  answer: sql`select ${postColumns}, po.visibility, null::json as images, 0 as likes, 0 as replies, 0 as comments, 0 as quotes,
    null::text as viewer_reaction, true as editable from post po`,
});

export type PostDraft = {
  input: NewPostInput;
  kind: PostKind;
  body: string;
  scheduledAt: Date | null;
  /** Pictures that are already stored. They count as garbage until a post refers to them. */
  images: StoredImage[];
  /** Where the request names the post that it replies to. Default: in its body. */
  parentPath?: string;
};

/**
 * Checks what needs no database. Fails with `empty_post` or `invalid_request` (a schedule too near or together with a
 * draft, a visibility on a comment).
 */
export function draftPost(ctx: Ctx, input: NewPostInput, imageCount: number): Omit<PostDraft, 'images'> {
  const body = input.body ?? '';
  const blank = isBlank(body);
  if (blank && imageCount === 0 && input.status !== 'draft') fail('empty_post');
  if (input.reply_to_post_id !== undefined && input.visibility !== undefined) {
    failFields([{ path: 'body.visibility', rule: 'not_on_comments' }]);
  }
  if (input.scheduled_at !== undefined && input.status === 'draft') {
    failFields([{ path: 'body.scheduled_at', rule: 'not_with_draft' }]);
  }
  const scheduledAt = readSchedule(ctx, input.scheduled_at);
  const kind = input.reply_to_post_id !== undefined ? 'comment' : input.quoted_post_id !== undefined ? 'quote' : 'post';
  return { input, kind, body: blank ? '' : body, scheduledAt };
}

const LAST_YEAR = 9999;

/**
 * Parses a schedule, which must be at least 60 s ahead; null without one. Offsets are converted to UTC, and the
 * resulting year must have four digits in ISO 8601. Fails with `invalid_request`.
 */
export function readSchedule(ctx: Ctx, scheduledAt: string | undefined): Date | null {
  if (scheduledAt === undefined) return null;
  const moment = new Date(scheduledAt);
  const path = 'body.scheduled_at';
  if (moment.getUTCFullYear() > LAST_YEAR) failFields([{ path, rule: 'max_year', limit: LAST_YEAR }]);
  const ahead = moment.getTime() - ctx.now().getTime();
  if (ahead < LIMITS.post.scheduled_ahead_ms) {
    const seconds = LIMITS.post.scheduled_ahead_ms / 1000;
    failFields([{ path, rule: 'min_seconds_ahead', limit: seconds, actual: Math.floor(ahead / 1000) }]);
  }
  return moment;
}

/** The status of a new post, by what is requested and what the acting profile's manager may do. */
function statusFor(
  ctx: Ctx,
  kind: PostKind,
  input: NewPostInput,
): { status: PostStatus; permissions: readonly ('posting' | 'drafting' | 'commenting')[] } {
  const publishing = publishingPermissions(kind) as readonly ('posting' | 'commenting')[];
  if (input.status === 'draft') return { status: 'draft', permissions: [...publishing, 'drafting'] };
  const { owned, permissions } = requireActing(ctx);
  const drafterOnly =
    !owned && !publishing.some((one) => permissions.includes(one)) && permissions.includes('drafting');
  if (drafterOnly) return { status: 'pending_approval', permissions: ['drafting'] };
  return { status: input.scheduled_at === undefined ? 'published' : 'scheduled', permissions: publishing };
}

export type CreatedPost = { row: PostRow; quoted: LoadedPost | undefined };

/**
 * Creates a post, comment or quote. Fails with `post_not_found` (the parent or quoted post does not exist or the caller
 * cannot see it), `interaction_not_allowed` (a block), `permission_denied`, `invalid_request` (a reply below the
 * deepest comment), `grant_budget_reached`, or the error of the credential. One statement; a quote reads the quoted
 * post in a second.
 */
export async function createPost(ctx: Ctx, draft: PostDraft): Promise<CreatedPost> {
  const { input, kind, body, scheduledAt, images } = draft;
  if (kind === 'comment') requireScope(ctx, 'comments', 'write');
  const { status, permissions } = statusFor(ctx, kind, input);
  const replyTo = input.reply_to_post_id === undefined ? null : idOrNone(input.reply_to_post_id);
  const quotedId = input.quoted_post_id === undefined ? null : idOrNone(input.quoted_post_id);
  const row = await insertPost.run(
    ctx,
    {
      ...readerValues(ctx),
      id: newId(),
      kind,
      status,
      body,
      visibility: input.visibility ?? ('public' satisfies Visibility),
      ai_disclosure: input.ai_disclosure ?? ('none' satisfies AiDisclosure),
      client_reference: input.client_reference || null,
      reply_to_post_id: replyTo,
      quoted_post_id: quotedId,
      // The approver decides when it is published.
      scheduled_at: status === 'scheduled' ? scheduledAt : null,
      images: JSON.stringify(images.map((image, position) => ({ ...image, position }))),
      blob_keys: images.map(({ blob_key }) => blob_key),
    },
    permissions,
  );
  if (!row) {
    const others = [replyTo, quotedId].filter((id) => id !== null);
    const [first] = await refuseInteraction(ctx, others, permissions);
    if (replyTo !== null && first) refuseDepth(first, draft.parentPath);
    fail('post_not_found');
  }
  if (status === 'scheduled') wakeJobs('posts.publish_scheduled');
  const quoted = quotedId === null ? undefined : await loadPost(ctx, quotedId);
  return { row: { ...row, images }, quoted };
}

/**
 * Fails with the reason why posts cannot be answered, quoted or reacted to, in the order of the contract: the
 * credential and the acting profile, posts that the caller cannot see, the permission of the profile, a block. Returns
 * the posts if there is another reason.
 */
export async function refuseInteraction(
  ctx: Ctx,
  postIds: readonly string[],
  permissions: readonly Permission[],
): Promise<FoundPost[]> {
  const refusal = await explainRefusal(ctx, permissions);
  if (refusal && refusal.code !== 'permission_denied') throw refusal;
  const found: FoundPost[] = [];
  for (const id of postIds) {
    const post = await findPost(ctx, id);
    if (post?.status !== 'published') fail('post_not_found');
    found.push(post);
  }
  if (refusal) throw refusal;
  if (found.some((post) => !post.may_interact)) fail('interaction_not_allowed');
  return found;
}

/** Every comment stores the ids of all its ancestors and is counted for each of them, so depth is limited. */
function refuseDepth(parent: FoundPost, path = 'body.reply_to_post_id'): void {
  const limit = LIMITS.post.max_depth;
  if (parent.depth >= limit) failFields([{ path, rule: 'max_depth', limit, actual: parent.depth + 1 }]);
}
