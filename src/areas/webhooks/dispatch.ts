import { isShown } from '../../auth/standing.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { dispatchedAfter } from '../../events/dispatcher.ts';
import { insertJob } from '../../jobs/enqueue.ts';
import type { OnEvents } from '../on-events.ts';
import { creatorReads, isOfExpiredKey } from './columns.ts';
import { CLOSING, grantReads, readRules } from './delivery-columns.ts';

/** Accounts that may be sent something. */
export const isActive = (account: SQL): SQL =>
  sql`${account}.suspended_at is null and ${account}.deletion_scheduled_at is null`;

/** A UUIDv7 with the time of another one. */
const newIdFrom = (id: SQL): SQL => sql`overlay(gen_random_uuid()::text placing left(${id}::text, 15) from 1)::uuid`;

/**
 * Deliveries and their jobs for events with new positions: for the owner of each profile, managers with a permission
 * that opens the type, and the account. Locks the webhooks, and waiting jobs: a run that starts before the commit would
 * not see the deliveries.
 */
const createDeliveries = statement(
  'webhooks.create_deliveries',
  { now: 'timestamptz', rules: 'jsonb' },
  sql`with fresh as (
    select e.id, e.created_at, e.position, e.type, e.profile_id, e.account_id
    from events e where e.position > ${dispatchedAfter} and exists (select from webhooks where enabled)
    ), read as (
    select f.*, reader.account_id as reader_id, false as of_account from fresh f
    join profiles pr on pr.id = f.profile_id and ${isShown(sql`pr`)}
    cross join lateral (select pr.account_id union
      select m.account_id from access_grants g
      join profiles m on m.id = g.manager_profile_id and m.deleted_at is null and m.suspended_at is null
      where g.profile_id = pr.id and ${grantReads(sql`f.type`)}) reader
    union
    select f.*, f.account_id, true from fresh f where f.profile_id is null or f.type = ${CLOSING}
    ), target as (
    select * from webhooks w where enabled and account_id in (select reader_id from read) and not ${isOfExpiredKey} for key share
    ), made as (
    insert into ${writes('webhook_deliveries')} (id, webhook_id, event_id, event_created_at, type, profile_id, lane, position, next_attempt_at, created_at)
    select distinct on (w.id, r.id) ${newIdFrom(sql`r.id`)}, w.id, r.id, r.created_at, r.type, r.profile_id, coalesce(r.profile_id, r.account_id), r.position,
      ${p('now', 'timestamptz')}, ${p('now', 'timestamptz')}
    from read r
    join target w on w.account_id = reader_id and (w.types is null or r.type = any(w.types))
      and (w.profile_ids is null or not r.of_account and r.profile_id = any(w.profile_ids))
      and (r.profile_id is null or r.type = ${CLOSING} or ${creatorReads(sql`r.profile_id`, sql`r.type`)})
    join accounts a on a.id = w.account_id and ${isActive(sql`a`)}
    order by w.id, r.id
    returning webhook_id
    ), run as (select distinct webhook_id as id from made),
    waiting as (
    select from jobs.job j join run on coalesce(j.singleton_key, '') = run.id::text
    where j.name = 'webhooks.deliver' and j.state = 'created' and j.policy = 'short' for update of j
    )
    ${insertJob('webhooks.deliver', {
      payload: sql`jsonb_build_object('webhook_id', run.id)`,
      singletonKey: sql`run.id::text`,
      groupKey: sql`run.id::text`,
      from: sql`run where (select count(*) from waiting) >= 0`,
    })}`,
);

/** Runs in the transaction of the dispatcher. */
export const onEvents: OnEvents = (tx) => [createDeliveries.call({ rules: readRules, now: tx.now() })];
