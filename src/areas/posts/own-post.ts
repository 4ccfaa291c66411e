import { withinLimit } from '../../auth/authority.ts';
import { authorityStatement, authorizeValues } from '../../auth/authorize.ts';
import { requirePrincipal, requireScope } from '../../auth/require.ts';
import type { Permission } from '../../core/enums.ts';
import { type FailureFacts, fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import { allows } from '../../core/scopes.ts';
import type { Ctx } from '../../ctx.ts';
import { found } from '../../db/authority.ts';
import { setChanging } from '../../db/changing.ts';
import { sql } from '../../db/drizzle.ts';
import { type Refusal, refuse } from '../../db/refusal.ts';
import { type AnyCall, authorizedStatement, type Batch, type Call, p } from '../../db/statement.ts';
import { auditCall } from '../../events/emit.ts';
import { type Write, write } from '../../events/write.ts';
import { type FoundPost, findPost } from './find.ts';
import { type LoadedPost, loadRelated, type Related, readPost } from './load.ts';
import { readMentions } from './mentions.ts';
import { EDITOR, READER, readerValues } from './readers.ts';
import { editable, readingJoins, visible } from './visibility.ts';

const postId = p('post_id', 'uuid');
const permissions = p('permissions', 'text[]');
const commentPermissions = p('comment_permissions', 'text[]');

/**
 * Acts as the profile of the post, whichever the header names; its kind decides which permission a manager needs. For a
 * post of others this checks the profile in the header.
 */
const authorizeAuthor = authorityStatement(
  'posts.authorize_author',
  { ...EDITOR, post_id: 'uuid', profile_id: 'uuid?', permissions: 'text[]', comment_permissions: 'text[]' },
  sql`(select case when ${editable} then po.profile_id else ${p('profile_id', 'uuid')} end as profile_id,
      case po.kind when 'comment' then ${commentPermissions} else ${permissions} end as permissions
    from (select 1) one left join posts po on po.id = ${postId}) wanted`,
);

/**
 * In a statement of its own, so that the next ones see concurrent changes. Weaker than FOR UPDATE: a comment's foreign
 * key must not wait for the removal of its parent, which waits for the counters that it holds.
 */
const lockOwn = authorizedStatement(
  'posts.lock_own',
  { ...EDITOR, post_id: 'uuid' },
  sql`select po.id from posts po where po.id = ${postId} and ${editable} and ${found.permitted} for no key update of po`,
);

/** Whether an unpublished post of others exists is not revealed. */
const requireOwn = authorizedStatement(
  'posts.require_own',
  {
    ...READER,
    post_id: 'uuid',
    may_be_removed: 'bool',
    attached_ids: 'uuid[]',
    required: 'text',
    required_for_comment: 'text',
  },
  sql`select case when not exists (
      select from posts po where po.id = ${postId} and ${editable} and ${found.permitted}
        and (po.status <> 'removed' or ${p('may_be_removed', 'bool')}))
    then coalesce((
      select ${refuse(
        'permission_denied',
        sql`jsonb_build_object('required_permission', case when po.kind = 'comment' and po.profile_id = any(${p('attached_ids', 'uuid[]')})
          then ${p('required_for_comment', 'text')} else ${p('required', 'text')} end)`,
      )}
      from posts po ${readingJoins} where po.id = ${postId} and ${visible}
    ), ${refuse('post_not_found')}) end,
    ${setChanging(sql`exists (select from posts where id = ${postId} and status <> 'removed')`)}`,
);

export type OwnPostWrite<Change extends Batch<AnyCall<unknown>>> = {
  id: string;
  /** A manager needs one of these; owners need none. */
  permissions: readonly Permission[];
  /** Those for comments. Default: `permissions` with `commenting` for `posting`. */
  commentPermissions?: readonly Permission[];
  /** Whether the post may have been removed; if it was, nothing is changed. Default: fails with `post_not_found`. */
  mayBeRemoved?: boolean;
  checks?: readonly AnyCall<unknown>[];
  change: Change;
  /** If the post may mention somebody: reads the mentions in the same round trip. Default: reads them later. */
  mentions?: boolean;
  explain?: (refusal: Refusal) => FailureFacts | undefined;
};

/**
 * The spec of a write to one's own post, for `write`: authorization, row lock, checks, and the change.
 * It fails with `post_not_found`, `permission_denied`, the error of the credential, or the first refusal.
 */
export function ofOwnPost<const Change extends Batch<AnyCall<unknown>>>(
  ctx: Ctx,
  { id, permissions, mayBeRemoved = false, checks = [], change, explain, ...more }: OwnPostWrite<Change>,
): Write<Change> {
  const commentPermissions = more.commentPermissions ?? forComments(permissions);
  const values = {
    ...authorizeValues(ctx, { permissions, checksPermission: false }),
    ...readerValues(ctx),
    comment_permissions: withinLimit(ctx, commentPermissions),
    required: permissions[0]!,
    required_for_comment: commentPermissions[0]!,
    post_id: idOrNone(id),
    attached_ids: [...(ctx.principal?.profiles.keys() ?? [])],
    may_be_removed: mayBeRemoved,
  };
  return {
    permissions,
    authorizedBy: authorizeAuthor.call(values),
    checks: [lockOwn.call(values), requireOwn.call(values), ...checks],
    change,
    ...(explain ? { explain } : {}),
  };
}

/**
 * A comment is changed with the scope that publishes it; removing it takes back, and needs less. Reads the post only for a
 * credential without that scope. Fails with `insufficient_scope`.
 */
async function requireScopeOf(ctx: Ctx, id: string): Promise<void> {
  const { scopes, type } = requirePrincipal(ctx);
  if (allows(scopes, 'comments', 'write', type)) return;
  if ((await findPost(ctx, id))?.kind === 'comment') requireScope(ctx, 'comments', 'write');
}

/** Runs such a write and reads the post in the same batch; what it is presented with in a second one. */
export async function changeOwnPost(
  ctx: Ctx,
  input: OwnPostWrite<readonly AnyCall<unknown>[]>,
): Promise<{ row: LoadedPost; set: Related }> {
  const id = idOrNone(input.id);
  await requireScopeOf(ctx, id);
  const change = {
    changed: input.change,
    rows: readPost(ctx, id),
    mentions: input.mentions ? readMentions(ctx, [id]) : null,
  };
  const { rows, mentions } = await write(ctx, ofOwnPost(ctx, { ...input, change }));
  const row = rows[0] ?? fail('post_not_found');
  return { row, set: await loadRelated(ctx, [row], { mentions: mentions ?? undefined }) };
}

/** A statement that writes the audit row of an own post, in the log of its author. */
export const auditOwnPost = (ctx: Ctx, id: string): Call<unknown> =>
  auditCall(ctx, { type: 'post', id, profileId: null });

function forComments(permissions: readonly Permission[]): Permission[] {
  return permissions.map((one) => (one === 'posting' ? 'commenting' : one));
}

/** Whether the credential acts for a profile through a grant, so that budgets may apply. */
export function actsForOthers(ctx: Ctx): boolean {
  return [...(ctx.principal?.profiles.values() ?? [])].some(({ owned }) => !owned);
}

/** Whether the manager behind the acting profile may only draft, and so not change what others see. */
export function mayOnlyDraft(ctx: Ctx, post: Pick<FoundPost, 'kind' | 'profile_id'>): boolean {
  const acting = ctx.principal?.profiles.get(post.profile_id);
  const publishing: Permission = post.kind === 'comment' ? 'commenting' : 'posting';
  if (acting === undefined || acting.owned || acting.permissions.includes(publishing)) return false;
  return acting.permissions.includes('drafting');
}

/** Whether the caller may only draft on this post. Reads it only for a credential that acts for others. */
export async function mayOnlyDraftOn(ctx: Ctx, id: string): Promise<boolean> {
  const post = actsForOthers(ctx) ? await findPost(ctx, id) : undefined;
  return post !== undefined && mayOnlyDraft(ctx, post);
}
