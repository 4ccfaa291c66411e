import { requireActing } from '../../auth/require.ts';
import type { FailureFacts } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import type { Ctx } from '../../ctx.ts';
import { found } from '../../db/authority.ts';
import { changing } from '../../db/changing.ts';
import { sql } from '../../db/drizzle.ts';
import { type Refusal, refuse } from '../../db/refusal.ts';
import { type AuthorizedCall, authorizedStatement, type Call, p, statement } from '../../db/statement.ts';
import type { FoundPost } from './find.ts';
import { READER, type ReaderValues, readerValues } from './readers.ts';
import {
  targetIsBlocked,
  targetIsVisible,
  targetJoins,
  targetThreadIsOpen,
  threadIsBlockedForWriter,
  threadIsOpenForWriter,
  writerJoins,
} from './visibility.ts';

const ids = p('ids', 'uuid[]');

/** The conditions about the found posts, evaluated together: Postgres starts one plan instead of three. */
const isMissing = sql`count(*) filter (where ${targetIsVisible}) < cardinality(${ids})`;
const isMissingOrClosed = sql`count(*) filter (where ${targetIsVisible} and ${targetThreadIsOpen}) < cardinality(${ids})`;
const from = sql`from posts po ${targetJoins} where po.id = any(${ids}) and po.status = 'published'`;
const mayInteract = sql`when bool_or(${targetIsBlocked}) then ${refuse('interaction_not_allowed')}`;
const depth = sql`max(cardinality(po.ancestor_ids)) filter (where po.id = ${p('parent_id', 'uuid')})`;

const requireVisible = authorizedStatement(
  'posts.require_visible',
  { ...READER, ids: 'uuid[]' },
  sql`select case when ${isMissing} then ${refuse('post_not_found')}
      when not ${found.permitted} then ${refuse('permission_denied')} end ${from}`,
);

const requireTargets = authorizedStatement(
  'posts.require_targets',
  { ...READER, ids: 'uuid[]', parent_id: 'uuid?' },
  sql`select case when ${isMissingOrClosed} then ${refuse('post_not_found')}
      when not ${found.permitted} then ${refuse('permission_denied')} ${mayInteract}
      when ${depth} >= ${LIMITS.post.max_depth}::int
        then ${refuse('invalid_request', sql`jsonb_build_object('depth', ${depth} + 1)`)} end ${from}`,
);

/** Checks the posts that an unpublished post refers to. Its author is known to be permitted. */
const requireRelated = statement(
  'posts.require_related',
  { ...READER, ids: 'uuid[]' },
  sql`select case when not ${changing} then null
      when ${isMissingOrClosed} then ${refuse('post_not_found', sql`jsonb_build_object('post_ids', ${ids})`)} ${mayInteract} end
    ${from}`,
);

/** The reaction that a profile takes back, whatever became of the post and of the relation to its author. */
const isReacted = sql`(${found.permitted} and exists (select from reactions re where re.post_id = any(${ids}) and re.profile_id = ${p('profile_id', 'uuid')}))`;

const requireClearable = authorizedStatement(
  'posts.require_clearable',
  { ...READER, ids: 'uuid[]', profile_id: 'uuid' },
  sql`select case when ${isMissing} and not ${isReacted} then ${refuse('post_not_found')}
      when not ${found.permitted} then ${refuse('permission_denied')} end ${from}`,
);

/** Checks that the author of a published comment may still write in its thread. */
const requireThread = statement(
  'posts.require_thread',
  { post_id: 'uuid' },
  sql`select case when ${threadIsBlockedForWriter} then ${refuse('interaction_not_allowed')}
      when not ${threadIsOpenForWriter} then ${refuse('post_not_found', sql`'{"thread": true}'`)} end
    from posts po ${writerJoins}
    where po.id = ${p('post_id', 'uuid')} and po.kind = 'comment' and po.status = 'published' and ${changing}`,
);

/** The root of a comment, against a change of its audience before the comment is written again or published. */
const lockRoot = statement(
  'posts.lock_root',
  { post_id: 'uuid' },
  sql`select id from posts where id = (select root_post_id from posts where id = ${p('post_id', 'uuid')}) for key share`,
);

const lockRootOf = statement(
  'posts.lock_root_of',
  { parent_id: 'uuid' },
  sql`select id from posts where id = (select coalesce(root_post_id, id) from posts where id = ${p('parent_id', 'uuid')}) for key share`,
);

/** The root of a new comment or reaction, so that the later statements read the audience that it has until this is there. */
export const lockThread = (parent_id: string): Call<unknown> => lockRootOf.call({ parent_id });

/** Statements for an edit of a comment: an author who can no longer answer there can only remove it. */
export const checkThread = (post_id: string): Call<unknown>[] => [
  lockRoot.call({ post_id }),
  requireThread.call({ post_id }),
];

export type Targets = {
  ids: readonly string[];
  /** The one of them that gets a comment. Every comment stores the ids of all its ancestors, so depth is limited. */
  parentId: string | null;
};

/** A statement, after `authorize` with `checksPermission: false`: as `checkTargets`, without the check for blocks. */
export function checkVisible(ctx: Ctx, postId: string): AuthorizedCall<unknown> {
  return requireVisible.call({ ...readerValues(ctx), ids: [postId] });
}

/** A statement, after `authorize` with `checksPermission: false`: as `checkVisible`, except for a post with an own reaction. */
export function checkClearable(ctx: Ctx, postId: string): AuthorizedCall<unknown> {
  return requireClearable.call({ ...readerValues(ctx), ids: [postId], profile_id: requireActing(ctx).id });
}

/**
 * After `authorize` with `checksPermission: false`, refuses in the order of the contract: `post_not_found`,
 * `permission_denied`, `interaction_not_allowed` (a block), `invalid_request` (too deep, with the fact `depth`).
 */
export function checkTargets(
  reader: ReaderValues,
  { ids: targetIds, parentId: parent }: Targets,
): AuthorizedCall<unknown> {
  return requireTargets.call({ ...reader, ids: [...new Set(targetIds)], parent_id: parent });
}

type Related = Pick<FoundPost, 'id' | 'reply_to_post_id' | 'quoted_post_id'>;

/** Whether an unpublished post may still answer and quote what it does: much may have changed since it was written. */
export function checkRelated(reader: ReaderValues, { id, reply_to_post_id, quoted_post_id }: Related): Call<unknown>[] {
  const related = [reply_to_post_id, quoted_post_id].filter((one) => one !== null);
  return [
    ...(reply_to_post_id === null ? [] : [lockRoot.call({ post_id: id })]),
    ...related.map((one) => requireRelated.call({ ...reader, ids: [one] })),
  ];
}

/** Names the thread of a refusal by `checkThread`. */
export const explainThread = ({ code, facts }: Refusal): FailureFacts | undefined =>
  code === 'post_not_found' && facts['thread']
    ? { fields: [{ path: 'post.root_post_id', rule: 'published_post' }] }
    : undefined;

/** Names the related post of a refusal by `checkRelated`. */
export function explainRelated({ code, facts }: Refusal, post: Related): FailureFacts | undefined {
  const ids = facts['post_ids'] as string[] | undefined;
  if (code !== 'post_not_found' || ids === undefined) return undefined;
  const field = ids[0] === post.reply_to_post_id ? 'reply_to_post_id' : 'quoted_post_id';
  return { fields: [{ path: `post.${field}`, rule: 'published_post' }] };
}
