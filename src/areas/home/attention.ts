import { requirePrincipal } from '../../auth/require.ts';
import type { Permission } from '../../core/enums.ts';
import type { Ctx } from '../../ctx.ts';
import { batch } from '../../db/statement.ts';
import { waitingInvitations } from '../access/lists.ts';
import { waitingRequests } from '../contacts/requests.ts';
import { unreadSides } from '../conversations/lists.ts';
import { countUnreadEach } from '../notifications/list.ts';
import { typesFor } from '../notifications/types.ts';
import { awaitingApproval, countDraftsOfPrograms } from '../posts/approvals.ts';
import { publishingPermissions } from '../posts/readers.ts';
import { anyHasPosted } from '../profiles/queries.ts';

type Counts = ReadonlyMap<string, number>;
/** The numbers of pending items by profile, without zeros. */
export type Attention = {
  unread: Counts;
  requests: Counts;
  invitations: Counts;
  approvals: Counts;
  /** Drafts that a key or app wrote, which nobody has submitted. */
  drafts: Counts;
  notifications: Counts;
  /** Unread ones of messages that ask for a person. */
  needs_human: Counts;
};

/** An account owns at most 50 profiles and manages few others. */
const MAX_PROFILES = 100;

/** What is pending for all profiles of a signed-in person: the counts of `GET /v1/home`. */
export async function readAttention(ctx: Ctx): Promise<Attention> {
  const profiles = [...requirePrincipal(ctx).profiles.values()]
    .filter(({ suspended }) => !suspended)
    .slice(0, MAX_PROFILES);
  const idsWith = (permission: Permission) =>
    profiles.filter(({ permissions }) => permissions.includes(permission)).map(({ id }) => id);
  const approving = (kind: 'post' | 'comment') => publishingPermissions(kind).flatMap(idsWith);
  const [posts_of, comments_of] = [approving('post'), approving('comment')];
  const writers = profiles.filter(({ permissions }) => permissions.includes('messaging'));
  const now = ctx.now();
  const [unread, requests, invitations, approvals, drafts, notifications] = await batch(ctx, [
    unreadSides.countEach.call({ actor_ids: writers.map(({ actorId }) => actorId) }),
    waitingRequests.countEach.call({ profile_ids: idsWith('networking'), now }),
    waitingInvitations.countEach.call({ profile_ids: profiles.filter(({ owned }) => owned).map(({ id }) => id), now }),
    awaitingApproval.countEach.call({ profile_ids: [...posts_of, ...comments_of], posts_of, comments_of }),
    countDraftsOfPrograms.call({ profile_ids: posts_of }),
    countUnreadEach.call({
      rows: JSON.stringify(profiles.map((one) => ({ profile_id: one.id, types: typesFor(one) }))),
      now,
    }),
  ]);
  const byActor = new Map(unread.map(({ actor_id, count }) => [actor_id, count]));
  const counted = (rows: readonly { profile_id: string; count: number }[]) =>
    new Map(rows.map(({ profile_id, count }) => [profile_id, count]));
  return {
    unread: new Map(
      writers.flatMap(({ id, actorId }) => (byActor.has(actorId) ? [[id, byActor.get(actorId)!] as const] : [])),
    ),
    requests: counted(requests),
    invitations: counted(invitations),
    approvals: counted(approvals),
    drafts: counted(drafts),
    notifications: counted(notifications),
    needs_human: new Map(
      notifications.flatMap(({ profile_id, needs_human }) => (needs_human > 0 ? [[profile_id, needs_human]] : [])),
    ),
  };
}

/** Whether one of these profiles has published posts. */
export async function hasPosted(ctx: Ctx, profileIds: readonly string[]): Promise<boolean> {
  const [[row]] = await batch(ctx, [anyHasPosted.call({ ids: [...profileIds] })]);
  return row!.has_posted;
}
