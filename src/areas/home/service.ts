import { requireActing, requirePrincipal } from '../../auth/require.ts';
import { LIMITS } from '../../core/limits.ts';
import type { Ctx } from '../../ctx.ts';
import { batch, type Statement } from '../../db/statement.ts';
import { encodeEventCursor } from '../../events/cursor.ts';
import type { GrantWithManaged } from '../access/find.ts';
import { readInvitations, waitingInvitations } from '../access/lists.ts';
import { ownProfile, type RequestWithOther, readOwn, waitingRequests } from '../contacts/requests.ts';
import type { CompactSideRow } from '../conversations/columns.ts';
import { type UnreadSideRow, unreadSides } from '../conversations/lists.ts';
import { detailCalls, type LoadedNotification, newestUnread, readPage, withDetails } from '../notifications/list.ts';
import { type NeedsHumanRow, needsHuman } from '../notifications/needs-human.ts';
import { approvableKinds, awaitingApproval } from '../posts/approvals.ts';
import type { LoadedPost } from '../posts/load.ts';
import { draftableKinds, returnedDrafts } from '../posts/returned.ts';
import type { ListedProfileRow } from '../profiles/queries.ts';
import { joinViewer, viewerValues } from '../relations/viewer.ts';
import { type Budgets, budgetsOf, readGrants } from './budgets.ts';
import { type Lacking, lackingFor } from './parts.ts';
import { readPending } from './pending.ts';

export type Part<Row> = { count: number; items: Row[] };
export type Home = {
  /** The acting profile; null if no request names it. */
  own: ListedProfileRow | null;
  unread: Part<CompactSideRow> | null;
  requests: Part<RequestWithOther> | null;
  invitations: Part<GrantWithManaged> | null;
  approvals: Part<LoadedPost> | null;
  returned: Part<LoadedPost> | null;
  needsHuman: Part<NeedsHumanRow> | null;
  notifications: Part<LoadedNotification> | null;
  budgets: Budgets | null;
  eventsCursor: string;
  /** Why parts are null. */
  lacking: Lacking;
};

const FEW = LIMITS.home_items.max;

/**
 * What is pending for the acting profile: the count and the first items of each kind; null what scopes or permissions
 * do not allow. The second round trip reads the rare parts that exist, and texts.
 */
export async function readHome(ctx: Ctx): Promise<Home> {
  const lacking = lackingFor(ctx);
  const values = homeValues(ctx);
  const isOpen = (part: keyof Lacking) => lacking[part].length === 0;
  const first = await batch(ctx, firstCalls(ctx, values, isOpen));
  const pending = first.pending[0]!;
  const { unread, grants } = first;
  const notifications = first.notifications && readPage(first.notifications);
  const returnedCount = first.returned?.[0]?.count ?? 0;
  const there = {
    requests: isOpen('incoming_contact_requests') && pending.requests,
    invitations: isOpen('invitations') && pending.invitations,
    approvals: pending.approvals,
    returned: returnedCount > 0,
    needsHuman: isOpen('needs_human') && pending.needs_human,
  };
  const texts = textsIn(unread ?? []);
  const second = await batch(ctx, {
    ...detailCalls(ctx, notifications?.rows ?? [], texts),
    ...callsFor(ctx, values, there),
  });
  const part = <Row>(name: keyof Lacking, items: Row[] | null, count = 0): Part<Row> | null =>
    isOpen(name) ? { count: Math.max(items?.length ?? 0, count), items: items ?? [] } : null;
  return {
    own: second.own && ownProfile(ctx, second.own),
    unread: part('unread_conversations', unread, unread?.[0]?.count),
    requests: part(
      'incoming_contact_requests',
      second.requests && joinViewer(ctx, second.requests),
      second.requestCount?.[0]?.count,
    ),
    invitations: part(
      'invitations',
      await readInvitations(ctx, second.invitations ?? []),
      second.invitationCount?.[0]?.count,
    ),
    approvals:
      values.approvable_kinds.length > 0
        ? part('pending_approvals', second.approvals, second.approvalCount?.[0]?.count)
        : null,
    returned: part('returned_drafts', second.returned, returnedCount),
    needsHuman: part('needs_human', second.needsHuman, second.needsHuman?.[0]?.count),
    notifications: part(
      'notifications',
      notifications && withDetails(notifications.rows, second, texts),
      notifications?.unread_count,
    ),
    budgets: grants && budgetsOf(grants),
    eventsCursor: encodeEventCursor(ctx.keys.cursor, requirePrincipal(ctx).accountId, {
      epoch: pending.epoch,
      position: pending.last_position,
    }),
    lacking,
  };
}

function firstCalls(ctx: Ctx, values: ReturnType<typeof homeValues>, isOpen: (part: keyof Lacking) => boolean) {
  return {
    // First, so that the events after its position include everything that the other parts don't show yet.
    pending: readPending.call(values),
    unread: isOpen('unread_conversations') ? unreadSides.rows.call(values) : null,
    notifications: isOpen('notifications') ? newestUnread(ctx, FEW) : null,
    grants: requireActing(ctx).owned ? null : readGrants.call(values),
    // Only managers and keys that may only draft submit drafts, so owners do not pay for it.
    returned: requireActing(ctx).owned || !isOpen('returned_drafts') ? null : returnedDrafts.count.call(values),
  };
}

type There = Record<'requests' | 'invitations' | 'approvals' | 'returned' | 'needsHuman', boolean>;

/** Calls for the rare parts that exist. */
function callsFor(ctx: Ctx, values: ReturnType<typeof homeValues>, there: There) {
  const ifThere = <Row>(isThere: boolean, statement: Statement<Row, typeof values>) =>
    isThere ? statement.call(values) : null;
  return {
    requests: ifThere(there.requests, waitingRequests.rows),
    requestCount: ifThere(there.requests, waitingRequests.countEach),
    own: there.requests ? readOwn(ctx) : null,
    invitations: ifThere(there.invitations, waitingInvitations.rows),
    invitationCount: ifThere(there.invitations, waitingInvitations.countEach),
    approvals: there.approvals ? awaitingApproval.rows(ctx, values) : null,
    approvalCount: ifThere(there.approvals, awaitingApproval.count),
    returned: there.returned ? returnedDrafts.rows(ctx, values) : null,
    needsHuman: ifThere(there.needsHuman, needsHuman.rows),
  };
}

/** The newest message of the other side, by conversation. */
function textsIn(unread: readonly UnreadSideRow[]): ReadonlyMap<string, string> {
  return new Map(unread.flatMap(({ id, their_text }) => (their_text === null ? [] : [[id, their_text] as const])));
}

function homeValues(ctx: Ctx) {
  const acting = requireActing(ctx);
  return {
    ...viewerValues(ctx),
    viewer_profile_id: acting.id,
    profile_id: acting.id,
    profile_ids: [acting.id],
    actor_id: acting.actorId,
    account_id: requirePrincipal(ctx).accountId,
    approvable_kinds: approvableKinds(ctx),
    draftable_kinds: draftableKinds(ctx),
    few: FEW,
    rows: FEW,
  };
}
