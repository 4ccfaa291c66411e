import { reservingStatement } from '../../auth/budget.ts';
import type { Permission } from '../../core/enums.ts';
import { type FailureFacts, failFields } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import { isBlank } from '../../core/text.ts';
import { mayMention } from '../../core/text-mentions.ts';
import type { Ctx } from '../../ctx.ts';
import { found } from '../../db/authority.ts';
import { changing, setChanging } from '../../db/changing.ts';
import { and, eq, type SQL, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { type Refusal, refuse } from '../../db/refusal.ts';
import { posts } from '../../db/schema/posts.ts';
import { type AnyCall, authorizedStatement, type ParameterTypes, p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { announce } from './announce.ts';
import { isWiderThan } from './audience.ts';
import { checkThread, explainThread } from './check-targets.ts';
import { alreadyPublished, keepSomething } from './hints.ts';
import { givenImages, ownImages, rearrangeImages } from './image-statements.ts';
import { announceMentions, replaceMentions } from './mentions.ts';
import { actsForOthers, auditOwnPost, changeOwnPost, mayOnlyDraftOn } from './own-post.ts';
import { refuseChanged, revisionDiffers } from './revision.ts';
import type { EditPostInput } from './schemas.ts';
import { rootVisibility } from './visibility.ts';
import { markedAs, WRITER, writer, writerValues } from './writer.ts';

const postId = p('post_id', 'uuid');
const now = p('now', 'timestamptz');
const body = p('body', 'text');
const visibility = p('visibility', 'text');
const aiDisclosure = p('ai_disclosure', 'text');
const draftsOnly = p('drafts_only', 'bool');
const withdraws = p('withdraws', 'bool');
const isWidened = sql`(${visibility} is not null and po.status = 'published' and ${isWiderThan(sql`po.visibility`, visibility)})`;

/**
 * Condition: the edit shows comments or reactions of others, in the whole thread, to more readers than they were made for. What is
 * not published doesn't count: the refusal would reveal it. A scheduled comment becomes a draft when it is due.
 */
const widensAnswers = sql`(
  exists (select from posts co where co.root_post_id = po.id and co.status = 'published'
    and co.profile_id <> po.profile_id
    and ${isWiderThan(sql`co.visibility`, visibility)})
  or exists (select from reactions re where re.profile_id <> po.profile_id and ${isWiderThan(sql`re.visibility`, visibility)}
    and re.post_id in (select po.id union all select co.id from posts co where co.root_post_id = po.id)))`;

/**
 * Before the check of an edit that widens a post: waits for answers that are being written, whose foreign keys hold
 * `for key share`, and makes new ones wait.
 */
const lockWidened = statement(
  'posts.lock_widened',
  { post_id: 'uuid', visibility: 'text?' },
  sql`select po.id from posts po where po.id = ${postId} and ${isWidened} for update`,
);

const checkWidened = statement(
  'posts.check_widened',
  { post_id: 'uuid', visibility: 'text?' },
  sql`select case when ${widensAnswers} then ${refuse('invalid_request', sql`'{"comments": true}'`)} end
    from posts po where po.id = ${postId} and ${isWidened}`,
);

/** Checks an edit, and whether it changes anything: repeating the current values creates no revision and no event. */
const checkEdit = <const Types extends ParameterTypes>(
  name: string,
  types: Types,
  images: { left: SQL; unknown: SQL; differ: SQL },
) =>
  statement(
    name,
    {
      ...types,
      post_id: 'uuid',
      expected_revision: 'int?',
      body: 'text?',
      visibility: 'text?',
      ai_disclosure: 'text?',
      drafts_only: 'bool',
      withdraws: 'bool',
    },
    sql`select case
      when ${withdraws} and po.status = 'published' then ${refuse('invalid_request', sql`'{"published": true}'`)}
      when ${revisionDiffers} then ${refuseChanged}
      when ${visibility} is not null and po.kind = 'comment' then ${refuse('invalid_request')}
      when ${images.unknown} is not null then ${refuse('invalid_request', sql`jsonb_build_object('image', ${images.unknown})`)}
      when ${draftsOnly} and po.status not in ('draft', 'pending_approval') then ${refuse(
        'permission_denied',
        sql`jsonb_build_object('required_permission', case po.kind when 'comment' then 'commenting' else 'posting' end)`,
      )}
      when po.status <> 'draft' and coalesce(${body}, po.body) = '' and ${images.left} = 0 then ${refuse('empty_post')} end,
    ${setChanging(sql`coalesce(${body} <> po.body, false) or coalesce(${visibility} <> po.visibility, false) or ${images.differ}
      or ${withdraws} and po.status <> 'draft'
      or coalesce(case when po.by_ai then 'generated' else ${aiDisclosure} end <> po.ai_disclosure, false)`)}
    from posts po where po.id = ${postId}`,
  );

const checkText = checkEdit('posts.check_edit', {}, { left: ownImages, unknown: sql`null::int`, differ: sql`false` });
const checkImages = checkEdit('posts.check_edit_of_images', { images: 'jsonb?' }, givenImages);

/** Others see the change immediately, or at the scheduled time without another review. A withdrawn post, they don't. */
const spend = reservingStatement(
  'posts.spend_edit',
  { post_id: 'uuid', withdraws: 'bool' },
  'posts_per_day',
  sql`posts where id = ${postId} and status in ('published', 'scheduled') and not ${withdraws} and ${changing}`,
);

/** An earlier text keeps its audience. */
const storeRevision = statement(
  'posts.insert_revision',
  { post_id: 'uuid', body: 'text?' },
  sql`insert into ${writes('post_revisions')} (post_id, revision, body, created_at, visibility)
    select id, revision, body, case when status = 'published' then coalesce(edited_at, published_at) else updated_at end,
      case when status = 'published' then coalesce((select root.visibility from posts root where root.id = po.root_post_id), visibility) end
    from posts po where id = ${postId} and body <> ${body}`,
);

const update = authorizedStatement(
  'posts.edit',
  {
    drafts_only: 'bool',
    withdraws: 'bool',
    visibility: 'text?',
    body: 'text?',
    ai_disclosure: 'text?',
    ...WRITER,
    credential_id: 'uuid?',
    now: 'timestamptz',
    post_id: 'uuid',
  },
  qb
    .update(posts)
    .set({
      body: sql`coalesce(${body}, ${posts.body})`,
      visibility: sql`coalesce(${visibility}, ${rootVisibility}, ${posts.visibility})`,
      ...writer,
      ...markedAs(sql`coalesce(${aiDisclosure}, ${posts.aiDisclosure})`),
      // The operator has recommended what was there.
      isGoldenTicket: sql`${posts.isGoldenTicket} and coalesce(${body} = ${posts.body}, true)`,
      // An edit by the drafter withdraws it, too.
      status: sql`case when ${draftsOnly} or ${withdraws} then 'draft' else ${posts.status} end`,
      scheduledAt: sql`case when ${withdraws} then null else ${posts.scheduledAt} end`,
      // Only read of scheduled posts: what is published is the text of the last edit.
      scheduledWithId: sql`${p('credential_id', 'uuid')}`,
      scheduledUnderId: found.grant_id,
      revision: sql`${posts.revision} + 1`,
      editedAt: sql`case when ${posts.status} = 'published' then ${now} else ${posts.editedAt} end`,
      updatedAt: sql`${now}`,
    })
    .where(and(eq(posts.id, p('post_id')), changing)),
);

/**
 * Edits a post: text, visibility, disclosure, order and alt texts of its images, and back to a draft. An edit that
 * changes nothing returns it unchanged. Fails with `post_not_found` (also the thread of a published comment, if its author
 * can no longer read it), `interaction_not_allowed` (a block in it), `permission_denied`, `post_changed` (not the expected
 * revision), `empty_post`, `grant_budget_reached`, `invalid_request` (already published, an image of another post,
 * visibility of a comment, a wider one than the comments and reactions of others were made for).
 */
export async function editPost(ctx: Ctx, id: string, input: EditPostInput) {
  const images = input.images && readImages(input.images);
  const onlyDrafts = await mayOnlyDraftOn(ctx, id);
  const permissions: readonly Permission[] = onlyDrafts ? ['drafting'] : ['posting'];
  if (Object.keys(input).length === 0) return changeOwnPost(ctx, { id, permissions, change: [] });
  const post_id = idOrNone(id);
  const values = {
    post_id,
    now: ctx.now(),
    ...writerValues(ctx),
    credential_id: ctx.principal?.id ?? null,
    body: input.body === undefined ? null : isBlank(input.body) ? '' : input.body,
    visibility: input.visibility ?? null,
    ai_disclosure: input.ai_disclosure ?? null,
    images: images ? JSON.stringify(images) : null,
    drafts_only: onlyDrafts,
    withdraws: input.status === 'draft',
    expected_revision: input.expected_revision ?? null,
  };
  const mentions = values.body !== null && mayMention(values.body);
  const change: AnyCall<unknown>[] = [
    ...(values.body === null ? [] : [replaceMentions(post_id, values.body)]),
    ...(actsForOthers(ctx) ? [spend.call(values)] : []),
    ...(images ? rearrangeImages(values) : []),
    ...(input.body === undefined ? [] : [storeRevision.call(values)]),
    update.call(values),
    announce(ctx, post_id, 'update'),
    ...(mentions ? [announceMentions(ctx, post_id)] : []),
    auditOwnPost(ctx, post_id),
  ];
  return changeOwnPost(ctx, {
    id,
    permissions,
    checks: [
      (images ? checkImages : checkText).call(values),
      ...(input.visibility === undefined ? [] : [lockWidened.call(values), checkWidened.call(values)]),
      ...checkThread(post_id),
    ],
    change,
    mentions,
    explain: explainEdit,
  });
}

function explainEdit(refusal: Refusal): FailureFacts | undefined {
  const { code, facts } = refusal;
  if (code === 'empty_post') return keepSomething;
  if (code !== 'invalid_request') return explainThread(refusal);
  if (facts['published']) return alreadyPublished;
  const { image, comments } = facts;
  if (comments) return { fields: [{ path: 'body.visibility', rule: 'not_wider_than_comments' }] };
  return image === undefined
    ? { fields: [{ path: 'body.visibility', rule: 'not_on_comments' }] }
    : { fields: [{ path: `body.images[${image}].id`, rule: 'image_of_this_post' }] };
}

/** The new list of images. Fails with `invalid_request` if it names one twice. */
function readImages(given: NonNullable<EditPostInput['images']>) {
  const images = given.map(({ id, alt_text }, position) => ({
    id: idOrNone(id),
    position,
    has_alt: alt_text !== undefined,
    alt_text: alt_text ?? null,
  }));
  const repeated = images.findIndex(({ id }, index) => images.some((other, at) => at < index && other.id === id));
  if (repeated >= 0) failFields([{ path: `body.images[${repeated}].id`, rule: 'repeated' }]);
  return images;
}
