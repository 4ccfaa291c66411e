import { accountAuthority } from '../../auth/authorize.ts';
import { type DeliveryStatus, TEST_TYPE } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone, newId } from '../../core/ids.ts';
import { type FromTime, type Page, type PageInput, pageByTime } from '../../core/pagination.ts';
import { type Ctx, whenCommitted } from '../../ctx.ts';
import { and, eq, type SQL, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { refuse } from '../../db/refusal.ts';
import { batch, p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { write } from '../../events/write.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { wakeJobs } from '../../jobs/wake.ts';
import { isReachable, w } from './columns.ts';
import { type DeliveryRow, deliveryColumns, readRules, withRequest } from './delivery-columns.ts';
import { runAfterChange } from './run.ts';
import { reachValues, requireWebhook } from './webhooks.ts';

const webhookId = p('webhook_id', 'uuid');
const now = p('now', 'timestamptz');

const audited = {
  from: sql`(select ${webhookId} as id) about where exists (select from done)`,
  objectType: 'webhook',
  object: sql`about.id`,
  profile: sql`null::uuid`,
};
const answer = sql<DeliveryRow>`select ${deliveryColumns} from ${withRequest(sql`done d`)}`;

const MADE = { id: 'uuid', webhook_id: 'uuid', rules: 'jsonb' } as const;

/** Its own lane: it neither waits for other deliveries nor delays them. */
const insertTest = writeStatement(
  'webhooks.insert_test',
  { ...MADE, event_id: 'uuid' },
  {
    change: sql`done as (
    insert into ${writes('webhook_deliveries')} (id, webhook_id, event_id, event_created_at, type, lane, position, next_attempt_at, created_at)
    values (${p('id', 'uuid')}, ${webhookId}, ${p('event_id', 'uuid')}, ${now}, ${TEST_TYPE}, ${p('id', 'uuid')}, 0, ${now}, ${now})
    returning *)`,
    audit: audited,
    answer,
  },
);

/** Condition: an earlier event of the same profile is pending, so that `d` would wait. The first one keeps its lane, in which others wait. */
const isBehind = sql`exists (select from webhook_deliveries h where h.webhook_id = d.webhook_id and h.lane = d.lane
      and h.status = 'pending' and h.position < d.position)`;

const replay = writeStatement(
  'webhooks.replay',
  { ...MADE, delivery_id: 'uuid' },
  {
    change: sql`found as (
    select * from webhook_deliveries d where d.id = ${p('delivery_id', 'uuid')} and d.webhook_id = ${webhookId} for update
  ), woken as (
    update ${writes('webhook_deliveries')} d set next_attempt_at = ${now},
      lane = case when ${isBehind} then d.id else d.lane end from found
    where d.id = found.id and found.status = 'pending' returning d.*
  ), made as (
    insert into ${writes('webhook_deliveries')} (id, webhook_id, event_id, event_created_at, type, profile_id, lane, position, next_attempt_at, created_at)
    select ${p('id', 'uuid')}, webhook_id, event_id, event_created_at, type, profile_id, ${p('id', 'uuid')}, position, ${now}, ${now}
    from found where status <> 'pending' returning *
  ), done as (select * from woken union all select * from made)`,
    audit: audited,
    answer,
  },
);

const requireDelivery = statement(
  'webhooks.require_delivery',
  { delivery_id: 'uuid', webhook_id: 'uuid' },
  sql`select case when not exists (select from webhook_deliveries d where d.id = ${p('delivery_id', 'uuid')}
    and d.webhook_id = ${webhookId}) then ${refuse('delivery_not_found')} end`,
);

async function send(ctx: Ctx, webhook: string, insert: typeof insertTest | typeof replay, deliveryId?: string) {
  const values = reachValues(ctx, webhook);
  const { webhook_id } = values;
  const delivery_id = idOrNone(deliveryId ?? '');
  const checks = [
    requireWebhook.call(values),
    ...(deliveryId ? [requireDelivery.call({ webhook_id, delivery_id })] : []),
  ];
  const row = { webhook_id, id: newId(), event_id: newId(), delivery_id, rules: readRules };
  const jobs = [runAfterChange(webhook_id)];
  const [[delivery]] = await write(ctx, { ...accountAuthority(ctx), checks, change: [insert.call(ctx, row)], jobs });
  whenCommitted(ctx, () => wakeJobs('webhooks.deliver'));
  return delivery!;
}

/** Sends a test event. Fails with `webhook_not_found`. */
export const sendTest = (ctx: Ctx, webhook: string): Promise<DeliveryRow> => send(ctx, webhook, insertTest);

/**
 * Sends an event again; a pending one gets its next attempt now, before earlier ones that it would wait for. Fails with `webhook_not_found`, `delivery_not_found`.
 */
export const replayDelivery = (ctx: Ctx, webhook: string, delivery: string): Promise<DeliveryRow> =>
  send(ctx, webhook, replay, delivery);

const listStatement = (name: string, condition: SQL) =>
  statement(
    name,
    { webhook_id: 'uuid', before: 'timestamptz', before_id: 'uuid', rows: 'int', rules: 'jsonb', now: 'timestamptz' },
    sql<DeliveryRow>`select ${deliveryColumns} from ${withRequest(sql`(
      select d.* from webhook_deliveries d where d.webhook_id = ${webhookId} and ${condition}
      and (d.created_at, d.id) < (${p('before', 'timestamptz')}, ${p('before_id', 'uuid')})
      order by d.created_at desc, d.id desc limit ${p('rows', 'int')}) d`)}
      order by d.created_at desc, d.id desc`,
  );

const listAll = listStatement('webhooks.list_deliveries', sql`true`);
/** Each status has its own part of an index, except for the one that nearly all deliveries have. */
const LISTS = {
  pending: listStatement('webhooks.list_pending', sql`d.status = 'pending'`),
  failed: listStatement('webhooks.list_failed', sql`d.status = 'failed'`),
  succeeded: listStatement('webhooks.list_succeeded', sql`d.status = 'succeeded'`),
} satisfies Record<DeliveryStatus, unknown>;

const find = statement(
  'webhooks.find',
  { webhook_id: 'uuid', account_id: 'uuid', is_session: 'bool', credential_id: 'uuid' },
  qb
    .select({ id: w.id })
    .from(w)
    .where(and(eq(w.id, webhookId), isReachable)),
);

export type DeliveryQuery = PageInput & { status?: DeliveryStatus | undefined };

/** The deliveries of a webhook, newest first. Fails with `webhook_not_found`, `invalid_cursor`. */
export async function listDeliveries(ctx: Ctx, webhook: string, query: DeliveryQuery): Promise<Page<DeliveryRow>> {
  const values = reachValues(ctx, webhook);
  const filters = { webhook_id: values.webhook_id, status: query.status ?? null };
  const page = { webhook_id: values.webhook_id, rules: readRules, now: ctx.now() };
  const list = query.status ? LISTS[query.status] : listAll;
  const read = async (from: FromTime) => {
    const [[found], rows] = await batch(ctx, [find.call(values), list.call({ ...page, ...from })]);
    return found ? rows : fail('webhook_not_found');
  };
  return pageByTime(ctx, query, ['created_at', 'id'], read, filters);
}
