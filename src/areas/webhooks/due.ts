import { and, eq, or, type SQL, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { accounts } from '../../db/schema/accounts.ts';
import { p, type RowOf, statement } from '../../db/statement.ts';
import { now, w } from './columns.ts';
import { joinEvent, mayReceive, type PayloadRow, payloadColumns } from './delivery-columns.ts';
import { isActive } from './dispatch.ts';

/** Rows of one lane in one pass. With more lanes than fit, each has a smaller share, so that a busy one starves no other. */
const LANE_ROWS = 20;
/** Rows of all lanes in one pass. */
const PASS_ROWS = 400;
/** Longer than a run, including the last request. By the clock of the database: those of processes may disagree. */
const LEASE = sql`now() + interval '60 seconds'`;
const isFree = sql`(w.leased_until is null or w.leased_until <= now())`;

const webhookId = p('webhook_id', 'uuid');
const leaseId = p('lease_id', 'uuid');

/** Takes or renews the lease of a webhook that is enabled and not served by another run. */
export const takeLease = statement(
  'webhooks.take_lease',
  { lease_id: 'uuid', webhook_id: 'uuid', now: 'timestamptz' },
  qb
    .update(w)
    .set({ leaseId, leasedUntil: LEASE })
    .from(accounts)
    .where(
      and(
        eq(w.id, webhookId),
        w.enabled,
        eq(accounts.id, w.accountId),
        isActive(sql`accounts`),
        or(isFree, eq(w.leaseId, leaseId)),
      ),
    )
    .returning({
      id: w.id,
      account_id: w.accountId,
      url: w.url,
      secret: w.secret,
      previous_secret: sql<string | null>`case when ${w.previousSecretEndsAt} > ${now} then ${w.previousSecret} end`.as(
        'previous_secret',
      ),
    }),
);

/** A webhook that a run serves. */
export type Target = RowOf<typeof takeLease>;

export const releaseLease = statement(
  'webhooks.release_lease',
  { webhook_id: 'uuid', lease_id: 'uuid' },
  qb
    .update(w)
    .set({ leaseId: null, leasedUntil: null })
    .where(and(eq(w.id, webhookId), eq(w.leaseId, leaseId))),
);

/** The first pending delivery of each lane of a webhook, found by one index probe for each lane. */
const headsOf = (webhook: SQL) => sql`lanes as (
    (select lane from webhook_deliveries where webhook_id = ${webhook} and status = 'pending' order by lane limit 1)
    union all
    select (select n.lane from webhook_deliveries n where n.webhook_id = ${webhook} and n.status = 'pending'
      and n.lane > lanes.lane order by n.lane limit 1)
    from lanes where lanes.lane is not null
  ), heads as (
    select head.lane, head.next_attempt_at from lanes cross join lateral (
      select h.lane, h.next_attempt_at from webhook_deliveries h
      where h.webhook_id = ${webhook} and h.status = 'pending' and h.lane = lanes.lane
      order by h.position limit 1) head)`;

export type DueRow = PayloadRow & { id: string; lane: string; attempts: number; permitted: boolean };

/** What is due, in the order of each lane, which waits for its first delivery. The longest wait comes first. */
export const listDue = statement(
  'webhooks.list_due',
  { webhook_id: 'uuid', now: 'timestamptz', rules: 'jsonb' },
  sql<DueRow>`with recursive ${headsOf(webhookId)}, due as (
      select lane, next_attempt_at from heads where next_attempt_at <= ${now} order by next_attempt_at, lane limit ${PASS_ROWS}::int
    ), share as (select least(${LANE_ROWS}::int, ${PASS_ROWS}::int / greatest(count(*), 1)) as rows from due)
    select d.id, d.webhook_id, d.lane, d.attempts, d.event_id, d.type, ${payloadColumns}, ${mayReceive} as permitted
    from webhooks w cross join due cross join lateral (
      select * from webhook_deliveries one where one.webhook_id = w.id and one.status = 'pending' and one.lane = due.lane
      order by one.position limit (select rows from share)) d
    ${joinEvent}
    where w.id = ${webhookId}
    order by due.next_attempt_at, d.lane, d.position`,
);

/** Condition: the webhook `w` of the account `a` may be served, and no run does. */
const isUnserved = sql`w.enabled and ${isActive(sql`a`)} and ${isFree}`;

/** When the next delivery is due. No row: none is pending, the webhook is disabled, or another run serves it. */
export const nextDue = statement(
  'webhooks.next_due',
  { webhook_id: 'uuid' },
  sql<{ next_attempt_at: Date }>`with recursive ${headsOf(webhookId)}
    select min(heads.next_attempt_at) as next_attempt_at
    from webhooks w join accounts a on a.id = w.account_id cross join heads
    where w.id = ${webhookId} and ${isUnserved} having count(*) > 0`,
);

/** Enabled webhooks with something due that no run serves, as after a crash or the end of a suspension. */
export const listUnserved = statement(
  'webhooks.list_unserved',
  { now: 'timestamptz' },
  sql<{ id: string }>`select w.id from webhooks w join accounts a on a.id = w.account_id
    where ${isUnserved} and exists (with recursive ${headsOf(sql`w.id`)} select from heads where heads.next_attempt_at <= ${now})
    order by w.id`,
);
