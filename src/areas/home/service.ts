import { type SQL, sql } from 'drizzle-orm';
import { grantIsLive } from '../../auth/authority.ts';
import { budgetOf } from '../../auth/budget.ts';
import { requireActing, requirePrincipal } from '../../auth/require.ts';
import type { Budget, Permission } from '../../core/enums.ts';
import { LIMITS } from '../../core/limits.ts';
import type { Ctx } from '../../ctx.ts';
import { p, statement } from '../../db/statement.ts';
import type { GrantWithManaged } from '../access/lists.ts';
import { waitingInvitations } from '../access/lists.ts';
import { type RequestWithOther, waitingRequests } from '../contacts/requests.ts';
import type { ConversationSideRow } from '../conversations/columns.ts';
import { unreadSides } from '../conversations/lists.ts';
import { approvableKinds, awaitingApproval } from '../posts/approvals.ts';
import type { LoadedPost } from '../posts/load.ts';
import { readerValues } from '../posts/visibility.ts';
import { profileColumns } from '../profiles/columns.ts';
import type { ListedProfileRow } from '../profiles/queries.ts';
import { viewerColumns, viewerValues } from '../relations/queries.ts';
import { type Lacking, lackingFor } from './parts.ts';

export type Part<Row> = { count: number; items: Row[] };
export type Home = {
  own: ListedProfileRow;
  unread: Part<ConversationSideRow> | null;
  requests: Part<RequestWithOther> | null;
  invitations: Part<GrantWithManaged> | null;
  approvals: Part<LoadedPost> | null;
  budgets: Record<Budget, { limit: number; left: number } | null> | null;
  /** Why parts are null. */
  lacking: Lacking;
};

/** A part as JSON, so that one statement can return all kinds; null if the caller may not read it. */
const part = (open: SQL, { rows, count }: { rows: SQL; count: SQL }) => sql`case when ${open} then json_build_object(
  'count', (${count}), 'items', (select coalesce(json_agg(row_to_json(item)), '[]') from (${rows}) item))::text end`;

const profileId = p('profile_id', 'uuid');

/**
 * The budget of the grant that the write counts against: the oldest grant with the first permission that any grant has.
 * A post uses `posting` if granted; with `drafting` it needs approval.
 */
const budget = (kind: Budget, permissions: readonly Permission[]) => sql`(
  select ${budgetOf(sql`g`)}->${kind}::text from access_grants g
  join profiles m on m.id = g.manager_profile_id and m.account_id = ${p('account_id', 'uuid')}
    and m.deleted_at is null and m.suspended_at is null
  where g.profile_id = ${profileId} and ${grantIsLive} and g.permissions && array[${sql.join(
    permissions.map((one) => sql`${one}::text`),
    sql`, `,
  )}]
  order by ${sql.join(
    permissions.map((one) => sql`${one}::text = any(g.permissions) desc`),
    sql`, `,
  )}, g.accepted_at, g.id limit 1)`;

type Row = Record<'own' | 'unread' | 'requests' | 'invitations' | 'approvals' | 'budgets', string | null>;

const readHomeRow = statement<Row>(
  'home.read',
  sql`select
    (select row_to_json(o)::text from (select ${profileColumns}, ${viewerColumns} from profiles pr where pr.id = ${profileId}) o) as own,
    ${part(p('sees_messages', 'bool'), unreadSides)} as unread,
    ${part(p('sees_requests', 'bool'), waitingRequests)} as requests,
    ${part(p('sees_invitations', 'bool'), waitingInvitations)} as invitations,
    ${part(sql`cardinality(${p('approvable_kinds', 'text[]')}) > 0`, awaitingApproval)} as approvals,
    case when ${p('is_managed', 'bool')} then jsonb_build_object(
      'posts_per_day', ${budget('posts_per_day', ['posting', 'drafting', 'commenting'])},
      'messages_per_day', ${budget('messages_per_day', ['messaging'])},
      'contact_requests_per_day', ${budget('contact_requests_per_day', ['networking'])})::text end as budgets`,
);

/** Converts timestamps, which are texts in JSON, back to dates; their column names end in `_at`. */
function parse<T>(text: string | null): T | null {
  if (text === null) return null;
  return JSON.parse(text, (key, value) =>
    key.endsWith('_at') && typeof value === 'string' ? new Date(value) : value,
  ) as T;
}

/**
 * What is pending for the acting profile: the count and the first items of each kind. A part that scopes or permissions
 * do not allow is null; only the owner of the invited profile sees invitations. One statement, so all parts share one
 * snapshot.
 */
export async function readHome(ctx: Ctx): Promise<Home> {
  const acting = requireActing(ctx);
  const { accountId } = requirePrincipal(ctx);
  const lacking = lackingFor(ctx);
  const row = (await readHomeRow.one(ctx, {
    ...viewerValues(ctx),
    ...readerValues(ctx),
    profile_id: acting.id,
    actor_id: acting.actorId,
    account_id: accountId,
    few: LIMITS.home_items.max,
    rows: LIMITS.home_items.max,
    sees_messages: lacking.unread_conversations.length === 0,
    sees_requests: lacking.incoming_contact_requests.length === 0,
    sees_invitations: lacking.invitations.length === 0,
    approvable_kinds: approvableKinds(ctx),
    is_managed: !acting.owned,
  }))!;
  const budgets = parse<NonNullable<Home['budgets']>>(row.budgets);
  return {
    own: parse(row.own)!,
    unread: parse(row.unread),
    requests: parse(row.requests),
    invitations: parse(row.invitations),
    approvals: parse(row.approvals),
    budgets: budgets && Object.values(budgets).some((one) => one !== null) ? budgets : null,
    lacking,
  };
}
