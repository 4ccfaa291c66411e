import { disclosureOf } from '../../auth/authorize.ts';
import { reserveBudget } from '../../auth/budget.ts';
import { requireActing, requireScope } from '../../auth/require.ts';
import type { AiDisclosure, PostKind, PostStatus, Visibility } from '../../core/enums.ts';
import { type FailureFacts, fail, failFields } from '../../core/errors.ts';
import { idOrNone, newId } from '../../core/ids.ts';
import { LIMITS } from '../../core/limits.ts';
import { isBlank } from '../../core/text.ts';
import { type Ctx, whenCommitted } from '../../ctx.ts';
import { found } from '../../db/authority.ts';
import { addToCounters } from '../../db/counters.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { authorizedStatement, p } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { auditCall } from '../../events/emit.ts';
import { column, sharedCheck, sharedWrite } from '../../events/shared-write.ts';
import { write } from '../../events/write.ts';
import { wakeJobs } from '../../jobs/wake.ts';
import { checkTargets, lockThread } from './check-targets.ts';
import { postColumns } from './columns.ts';
import { TOO_MANY_OF_DRAFTER, TOO_MANY_UNPUBLISHED } from './hints.ts';
import { insertImages } from './image-statements.ts';
import type { StoredImage } from './images.ts';
import { loadRelated, type PostRow, type Related } from './load.ts';
import { insertMentions, readMentions } from './mentions.ts';
import { mayOnlyDraft } from './own-post.ts';
import { publicationCalls, publishedAt, scheduler } from './published.ts';
import { publishingPermissions, readerValues } from './readers.ts';
import { requireRoom } from './room.ts';
import type { NewPostInput } from './schemas.ts';
import { created, WRITER, writerValues } from './writer.ts';

const columns = sql`(id, profile_id, kind, status, visibility, body, by_ai, ai_disclosure, reply_to_post_id, root_post_id,
  quoted_post_id, ancestor_ids, client_reference, manager_profile_id, grant_id, written_with_id, submitted_at, submitted_under_id, scheduled_at,
  scheduled_with_id, scheduled_under_id, published_at, created_at, updated_at)`;
const now = p('now', 'timestamptz');

/** A SELECT of the values of a new post; `from` may add the parent of a comment. */
const valuesWith = (parent: Record<'visibility' | 'id' | 'rootId' | 'ancestorIds' | 'from', SQL>) => sql`
  select ${p('id', 'uuid')}, ${p('profile_id', 'uuid')}, ${p('kind')}, ${p('status', 'text')}, ${parent.visibility}, ${p('body')}, ${found.by_ai},
    ${disclosureOf(found.by_ai, p('ai_disclosure', 'text'))}, ${parent.id}, ${parent.rootId}, ${p('quoted_post_id', 'uuid')},
    ${parent.ancestorIds}, ${p('client_reference')}, ${found.manager_profile_id}, ${found.grant_id},
    ${created.writtenWith}, ${created.submittedAt}, ${created.submittedUnder}, ${p('scheduled_at', 'timestamptz')},
    ${scheduler.with}, ${scheduler.under}, ${publishedAt},
    ${now}, ${now} ${parent.from}`;

type InsertedRow = Omit<PostRow, 'images' | 'counts' | 'viewer_reaction' | 'editable'>;

const insertPost = authorizedStatement(
  'posts.insert',
  {
    id: 'uuid',
    profile_id: 'uuid',
    kind: 'text',
    status: 'text',
    visibility: 'text',
    body: 'text',
    ai_disclosure: 'text',
    quoted_post_id: 'uuid?',
    client_reference: 'text?',
    scheduled_at: 'timestamptz?',
    credential_id: 'uuid?',
    now: 'timestamptz',
    ...WRITER,
  },
  sql<InsertedRow>`insert into ${writes('posts')} as po ${columns} ${valuesWith({
    visibility: p('visibility', 'text'),
    id: sql`null`,
    rootId: sql`null`,
    ancestorIds: sql`'{}'`,
    from: sql``,
  })} returning ${postColumns}, po.visibility`,
);

/** A post that its owner publishes and that mentions nobody, with its counter, its event and its audit row. */
const insertPlain = sharedWrite<InsertedRow & { n: number }>('posts.insert_plain', {
  check: sharedCheck('posts.check_plain', { columns: {} }),
  columns: { id: 'uuid', visibility: 'text', body: 'text', ai_disclosure: 'text', client_reference: 'text' },
  change: sql`inserted as (
      insert into ${writes('posts')} as po (id, profile_id, kind, status, visibility, body, by_ai, ai_disclosure, ancestor_ids,
        client_reference, published_at, created_at, updated_at)
      select ${column('id')}, ${column('profile_id')}, 'post', 'published', ${column('visibility')}, ${column('body')}, ${column('by_ai')},
        ${disclosureOf(column('by_ai'), column('ai_disclosure'))}, '{}', ${column('client_reference')}, ${column('now')}, ${column('now')}, ${column('now')} from allowed a
      returning ${postColumns}, po.visibility
    ), counted as (${addToCounters(
      'profile_counters',
      ['posts'],
      sql`select profile_id, 0, count(*) from inserted group by profile_id order by profile_id`,
    )})`,
  changed: sql`allowed a`,
  event: {
    type: 'post.published',
    profiles: [column('profile_id')],
    object: column('id'),
    data: {
      kind: sql`'post'`,
      status: sql`'published'`,
      revision: sql`1`,
      reply_to_post_id: sql`null`,
      root_post_id: sql`null`,
      quoted_post_id: sql`null`,
    },
  },
  audit: { objectType: 'post', object: column('id') },
  answer: sql`select allowed.n, inserted.* from allowed join inserted using (id)`,
});

/** A comment has the visibility of its root. */
const insertComment = authorizedStatement(
  'posts.insert_comment',
  {
    id: 'uuid',
    profile_id: 'uuid',
    kind: 'text',
    status: 'text',
    body: 'text',
    ai_disclosure: 'text',
    quoted_post_id: 'uuid?',
    client_reference: 'text?',
    scheduled_at: 'timestamptz?',
    credential_id: 'uuid?',
    now: 'timestamptz',
    ...WRITER,
    reply_to_post_id: 'uuid?',
  },
  sql<InsertedRow>`insert into ${writes('posts')} as po ${columns} ${valuesWith({
    visibility: sql`coalesce(root.visibility, parent.visibility)`,
    id: sql`parent.id`,
    rootId: sql`coalesce(parent.root_post_id, parent.id)`,
    ancestorIds: sql`parent.ancestor_ids || parent.id`,
    from: sql`from posts parent left join posts root on root.id = parent.root_post_id
      where parent.id = ${p('reply_to_post_id', 'uuid')}`,
  })} returning ${postColumns}, po.visibility`,
);

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

/** Checks what needs no database. Fails with `empty_post` or `invalid_request` (schedule, visibility of a comment). */
export function draftPost(ctx: Ctx, input: NewPostInput, imageCount: number): Omit<PostDraft, 'images'> {
  const body = input.body ?? '';
  const blank = isBlank(body);
  if (blank && imageCount === 0 && input.status !== 'draft') {
    fail('empty_post', { agent: { fields: [{ path: 'body.body', rule: 'required' }] } });
  }
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

/** A schedule at least 60 s and at most 365 days ahead; null without one. Fails with `invalid_request`. */
export function readSchedule(ctx: Ctx, scheduledAt: string | undefined): Date | null {
  if (scheduledAt === undefined) return null;
  const moment = new Date(scheduledAt);
  const path = 'body.scheduled_at';
  const ahead = moment.getTime() - ctx.now().getTime();
  const actual = Math.floor(ahead / 1000);
  const { scheduled_ahead_ms: min, max_scheduled_ahead_ms: max } = LIMITS.post;
  if (ahead < min) failFields([{ path, rule: 'min_seconds_ahead', limit: min / 1000, actual }]);
  if (ahead > max) failFields([{ path, rule: 'max_seconds_ahead', limit: max / 1000, actual }]);
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
  if (mayOnlyDraft(ctx, { kind, profile_id: requireActing(ctx).id }))
    return { status: 'pending_approval', permissions: ['drafting'] };
  return { status: input.scheduled_at === undefined ? 'published' : 'scheduled', permissions: publishing };
}

export type CreatedPost = { row: PostRow; set: Related };

/**
 * Creates a post, comment or quote. Fails with `post_not_found` (the parent or quoted post), `interaction_not_allowed`
 * (a block), `permission_denied`, `invalid_request` (too deep), `grant_budget_reached`, `plan_limit_reached` (unpublished).
 */
export async function createPost(ctx: Ctx, draft: PostDraft): Promise<CreatedPost> {
  const { input, kind, images } = draft;
  if (kind === 'comment') requireScope(ctx, 'comments', 'write');
  const { status, permissions } = statusFor(ctx, kind, input);
  const parentId = input.reply_to_post_id === undefined ? null : idOrNone(input.reply_to_post_id);
  const quotedId = input.quoted_post_id === undefined ? null : idOrNone(input.quoted_post_id);
  const targetIds = [parentId, quotedId].filter((id) => id !== null);
  const values = insertValues(ctx, draft, status, { parentId, quotedId });
  const { id } = values;
  const mentions = insertMentions(id, draft.body);
  if (isPlain(ctx, draft, status) && mentions.length === 0) {
    const { visibility, body, ai_disclosure, client_reference } = values;
    const row = await insertPlain.one(ctx, { id, visibility, body, ai_disclosure, client_reference }, id);
    if (row) return { row: { ...row, ...NEW_POST, images }, set: await loadRelated(ctx, [row], { mentions: [] }) };
  }
  const { inserted, found } = await write(ctx, {
    permissions,
    checksPermission: targetIds.length === 0,
    checks: [
      ...(parentId === null ? [] : [lockThread(parentId)]),
      ...(targetIds.length === 0 ? [] : [checkTargets(readerValues(ctx), { ids: targetIds, parentId })]),
      ...(status === 'published' ? [] : requireRoom(ctx, values)),
    ],
    change: {
      inserted: (parentId === null ? insertPost : insertComment).call(values),
      mentions,
      budget: status === 'draft' ? null : reserveBudget(ctx, 'posts_per_day'),
      images: insertImages(ctx, id, images),
      published: publicationCalls(ctx, {
        id,
        authorId: values.profile_id,
        kind,
        status,
        isAnswer: targetIds.length > 0,
        mentions: mentions.length > 0,
      }),
      audit: auditCall(ctx, { type: 'post', id }),
      found: mentions.length === 0 ? null : readMentions(ctx, [id]),
    },
    explain: ({ code, facts }) => {
      if (code === 'plan_limit_reached') return facts['of_drafter'] ? TOO_MANY_OF_DRAFTER : TOO_MANY_UNPUBLISHED;
      return code === 'invalid_request' ? tooDeep(facts['depth'], draft.parentPath) : undefined;
    },
  });
  if (status === 'scheduled') whenCommitted(ctx, () => wakeJobs('posts.publish_scheduled'));
  const row = inserted[0]!;
  return { row: { ...row, ...NEW_POST, images }, set: await loadRelated(ctx, [row], { mentions: found ?? [] }) };
}

/** Whether a post needs no budget, no lock of another row before the author's counters, and no image. */
const isPlain = (ctx: Ctx, { kind, images }: PostDraft, status: PostStatus): boolean =>
  kind === 'post' && status === 'published' && images.length === 0 && requireActing(ctx).owned;

/** What a new post does not have yet. */
const NEW_POST = { counts: [], viewer_reaction: null, editable: true };

function insertValues(
  ctx: Ctx,
  { input, kind, body, scheduledAt }: PostDraft,
  status: PostStatus,
  { parentId, quotedId }: { parentId: string | null; quotedId: string | null },
) {
  return {
    id: newId(),
    profile_id: requireActing(ctx).id,
    ...writerValues(ctx),
    now: ctx.now(),
    credential_id: ctx.principal?.id ?? null,
    kind,
    status,
    body,
    visibility: input.visibility ?? ('public' satisfies Visibility),
    ai_disclosure: input.ai_disclosure ?? ('none' satisfies AiDisclosure),
    client_reference: input.client_reference || null,
    reply_to_post_id: parentId,
    quoted_post_id: quotedId,
    // The approver decides when it is published.
    scheduled_at: status === 'scheduled' ? scheduledAt : null,
  };
}

function tooDeep(depth: unknown, path = 'body.reply_to_post_id'): FailureFacts {
  return { fields: [{ path, rule: 'max_depth', limit: LIMITS.post.max_depth, actual: Number(depth) }] };
}
