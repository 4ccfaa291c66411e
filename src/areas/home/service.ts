import { requireActing, requirePrincipal } from '../../auth/require.ts';
import { LIMITS } from '../../core/limits.ts';
import type { Ctx } from '../../ctx.ts';
import { runParts } from '../../db/parts.ts';
import type { Call } from '../../db/statement.ts';
import { encodeEventCursor } from '../../events/cursor.ts';
import { readLog } from '../../events/log.ts';
import type { GrantWithManaged } from '../access/find.ts';
import { asCards, invitationCalls, waitingInvitations } from '../access/lists.ts';
import { ownProfile, type RequestWithOther, readOwn, waitingRequests } from '../contacts/requests.ts';
import type { ConversationSideRow } from '../conversations/columns.ts';
import { unreadSides } from '../conversations/lists.ts';
import { detailCalls, type LoadedNotification, newestUnread, unreadCount, withDetails } from '../notifications/list.ts';
import { type NeedsHumanRow, needsHuman } from '../notifications/needs-human.ts';
import { approvableKinds, awaitingApproval } from '../posts/approvals.ts';
import type { LoadedPost } from '../posts/load.ts';
import type { ListedProfileRow } from '../profiles/queries.ts';
import { joinViewer, viewerValues } from '../relations/viewer.ts';
import { type Budgets, budgetsOf, readGrants } from './budgets.ts';
import { type Lacking, lackingFor } from './parts.ts';

export type Part<Row> = { count: number; items: Row[] };
export type Home = {
  /** The acting profile; null if no request names it. */
  own: ListedProfileRow | null;
  unread: Part<ConversationSideRow> | null;
  requests: Part<RequestWithOther> | null;
  invitations: Part<GrantWithManaged> | null;
  approvals: Part<LoadedPost> | null;
  needsHuman: Part<NeedsHumanRow> | null;
  notifications: Part<LoadedNotification> | null;
  budgets: Budgets | null;
  eventsCursor: string;
  /** Why parts are null. */
  lacking: Lacking;
};

const FEW = LIMITS.home_items.max;

/**
 * What is pending for the acting profile: the count and the first items of each kind. A part that scopes or permissions
 * do not allow is null; only the owner of the invited profile sees invitations. One round trip; a second one for what
 * the items refer to, and for the counts of parts that have more.
 */
export async function readHome(ctx: Ctx): Promise<Home> {
  const lacking = lackingFor(ctx);
  const values = homeValues(ctx);
  const isOpen = (part: keyof Lacking) => lacking[part].length === 0;
  const first = await runParts(ctx, {
    // First, so that the events behind it include everything that the other parts don't show yet.
    log: readLog.call(),
    unread: isOpen('unread_conversations') ? unreadSides.rows.call(values) : null,
    requests: isOpen('incoming_contact_requests') ? waitingRequests.rows.call(values) : null,
    invitations: isOpen('invitations') ? waitingInvitations.rows.call(values) : null,
    approvals: values.approvable_kinds.length > 0 ? awaitingApproval.rows(ctx, values) : null,
    needsHuman: isOpen('needs_human') ? needsHuman.rows.call(values) : null,
    notifications: isOpen('notifications') ? newestUnread(ctx, FEW) : null,
    grants: requireActing(ctx).owned ? null : readGrants.call(values),
  });
  const [log] = first.log!;
  const { unread, requests, invitations, approvals, notifications, grants } = first;
  const [grantsOf, managedOf] = invitations?.length ? invitationCalls(ctx, invitations) : [null, null];
  const ifMore = <Row>(rows: readonly unknown[] | null, call: Call<Row>) => (rows?.length === FEW ? call : null);
  const second = await runParts(ctx, {
    unread: ifMore(unread, unreadSides.count.call(values)),
    requests: ifMore(requests, waitingRequests.count.call(values)),
    invitations: ifMore(invitations, waitingInvitations.count.call(values)),
    approvals: ifMore(approvals, awaitingApproval.count.call(values)),
    needsHuman: ifMore(first.needsHuman, needsHuman.count.call(values)),
    notifications: ifMore(notifications, unreadCount(ctx)),
    ...detailCalls(ctx, notifications ?? []),
    own: requests?.length ? readOwn(ctx) : null,
    grants: grantsOf,
    managed: managedOf,
  });
  return {
    own: second.own && ownProfile(ctx, second.own),
    unread: partOf(unread && joinViewer(ctx, unread), second.unread),
    requests: partOf(requests && joinViewer(ctx, requests), second.requests),
    invitations: partOf(
      invitations && asCards(ctx, invitations, second.grants ?? [], second.managed ?? []),
      second.invitations,
    ),
    approvals: partOf(approvals, second.approvals),
    needsHuman: partOf(first.needsHuman, second.needsHuman),
    notifications: partOf(notifications && withDetails(notifications, second), second.notifications),
    budgets: grants && budgetsOf(grants),
    eventsCursor: encodeEventCursor(ctx.keys.cursor, { epoch: log!.epoch, position: log!.last_position }),
    lacking,
  };
}

/** The placeholders of all parts. */
function homeValues(ctx: Ctx) {
  const acting = requireActing(ctx);
  return {
    ...viewerValues(ctx),
    profile_id: acting.id,
    actor_id: acting.actorId,
    account_id: requirePrincipal(ctx).accountId,
    approvable_kinds: approvableKinds(ctx),
    few: FEW,
    rows: FEW,
  };
}

/** The first items are counted themselves, unless there may be more. */
function partOf<Row>(items: Row[] | null, counted: { count: number }[] | null): Part<Row> | null {
  return items && { count: Math.max(items.length, counted?.[0]?.count ?? 0), items };
}
