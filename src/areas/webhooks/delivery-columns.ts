import { grantsTo, isActive, permissionsInForce } from '../../auth/grants.ts';
import { type DeliveryWait, TEST_TYPE } from '../../core/enums.ts';
import { alias, type SQL, sql } from '../../db/drizzle.ts';
import { type Selected, selectList } from '../../db/query.ts';
import { events } from '../../db/schema/journal.ts';
import { webhookDeliveries } from '../../db/schema/webhooks.ts';
import { p } from '../../db/statement.ts';
import { EVENT_PERMISSIONS } from '../../events/readers.ts';
import { creatorReads } from './columns.ts';

const d = alias(webhookDeliveries, 'd');
const e = alias(events, 'e');

export const readRules = JSON.stringify(EVENT_PERMISSIONS);

/** Event types of accounts that are also in the log of a profile, which is closed by then. */
export const CLOSING = sql`'profile.deleted'`;

/** Condition: the active grant `g` lets its manager read events of this type. */
export const grantReads = (type: SQL): SQL =>
  sql`${isActive} and jsonb_exists_any(${p('rules', 'jsonb')} -> ${type}, ${permissionsInForce})`;

/** Condition: the account of the webhook `w`, and the key or app that created it, may read the event of the delivery `d` now. */
export const mayReceive: SQL = sql`(d.type = ${TEST_TYPE} or (
    case when w.profile_ids is null then true else d.profile_id = any(w.profile_ids) end
    and (d.profile_id is null or d.type = ${CLOSING} or ${creatorReads(sql`d.profile_id`, sql`d.type`)} and exists (
      select from profiles pr where pr.id = d.profile_id and pr.suspended_at is null and (pr.account_id = w.account_id
        or pr.account_is_active and exists (select from ${grantsTo(sql`w.account_id`)}
          where g.profile_id = pr.id and ${grantReads(sql`d.type`)})))))) is true`;

/** The event `e` of a delivery. `object_id` is null if the event is no longer in the log, or if it never was. */
const payloadFields = {
  event_created_at: d.eventCreatedAt,
  profile_id: d.profileId,
  actor_profile_id: e.actorProfileId,
  manager_profile_id: e.managerProfileId,
  object_type: sql<string | null>`e.object_type`,
  object_id: sql<string | null>`e.object_id`,
  data: e.data,
};
export const joinEvent = sql`left join events e on e.created_at = d.event_created_at and e.id = d.event_id`;

/** A delivery with its event, from `withRequest`. */
const deliveryFields = {
  id: d.id,
  event_id: d.eventId,
  type: d.type,
  status: d.status,
  attempts: d.attempts,
  error: d.error,
  response_status: d.responseStatus,
  response_excerpt: d.responseExcerpt,
  duration_ms: d.durationMs,
  next_attempt_at: d.nextAttemptAt,
  last_attempt_at: d.lastAttemptAt,
  waits_for:
    sql<DeliveryWait | null>`case when d.status <> 'pending' then null when not w.enabled then 'webhook_disabled'
    when ahead.id is not null then 'earlier_delivery' else 'next_attempt' end`.as('waits_for'),
  waits_for_delivery_id: sql<string | null>`ahead.id`.as('waits_for_delivery_id'),
  webhook_id: d.webhookId,
  created_at: d.createdAt,
  ...payloadFields,
  permitted: sql<boolean>`${mayReceive}`.as('permitted'),
};

/** What `deliveryFields` need, from the deliveries `d`. The first one that is pending in a lane holds the others. */
export const withRequest = (
  deliveries: SQL,
): SQL => sql`${deliveries} join webhooks w on w.id = d.webhook_id ${joinEvent}
  left join lateral (select h.id from webhook_deliveries h where d.status = 'pending' and h.webhook_id = d.webhook_id
    and h.lane = d.lane and h.status = 'pending' and h.position < d.position order by h.position limit 1) ahead on true`;

export type PayloadRow = Selected<typeof payloadFields> & { event_id: string; type: string; webhook_id: string };
export type DeliveryRow = Selected<typeof deliveryFields>;
export const payloadColumns = selectList(payloadFields);
export const deliveryColumns = selectList(deliveryFields);
