import type { EventDataOf, EventKind, EventTypeOf } from '../core/event-catalogue.ts';
import { newId } from '../core/ids.ts';
import type { Ctx, TxCtx } from '../ctx.ts';
import { foundIfAny } from '../db/authority.ts';
import { changing } from '../db/changing.ts';
import { type SQL, sql } from '../db/drizzle.ts';
import { batch, type Call, p, statement } from '../db/statement.ts';
import { writes } from '../db/writes.ts';
import type { InternalEventType } from './internal.ts';
import { objectTypeOf } from './payload.ts';

type NewEventOf<Type, Data> = {
  type: Type;
  profileId: string | null;
  accountId?: string | null;
  actorProfileId?: string | null;
  objectId: string;
  data: Data;
};

export type NewEvent =
  | { [K in EventKind]: NewEventOf<EventTypeOf<K>, EventDataOf<K>> }[EventKind]
  | NewEventOf<InternalEventType, Record<string, unknown>>;

/** The columns of an event that a change sets, in the order of `insertEventsFrom`. */
const EVENT_COLUMNS = sql`id, created_at, type, profile_id, account_id, actor_profile_id, object_type, object_id, data`;

/** An INSERT of events from a SELECT of their columns. */
export const insertEventsFrom = (rows: SQL): SQL => sql`insert into ${writes('events')} (${EVENT_COLUMNS}) ${rows}`;

const insertEvents = statement(
  'events.insert',
  { now: 'timestamptz', events: 'jsonb' },
  insertEventsFrom(sql`select e.id, ${p('now', 'timestamptz')}, e.type, e.profile_id, e.account_id, e.actor_profile_id, e.object_type, e.object_id, e.data
    from jsonb_to_recordset(${p('events', 'jsonb')}) as e(id uuid, type text, profile_id uuid, account_id uuid,
      actor_profile_id uuid, object_type text, object_id uuid, data jsonb) where ${changing}`),
);

export function eventsCall(ctx: Ctx, events: readonly NewEvent[]): Call<unknown> {
  const rows = events.map((event) => ({
    id: newId(),
    type: event.type,
    profile_id: event.profileId,
    account_id: event.accountId ?? null,
    actor_profile_id: event.actorProfileId ?? null,
    object_type: objectTypeOf(event.type),
    object_id: event.objectId,
    data: event.data,
  }));
  return insertEvents.call({ now: ctx.now(), events: JSON.stringify(rows) });
}

/** Writes the events of a change in its transaction, in one statement. */
export async function emit(tx: TxCtx, events: readonly NewEvent[]): Promise<void> {
  if (events.length > 0) await batch(tx, [eventsCall(tx, events)]);
}

const insertOneAudit = statement(
  'audit.insert_one',
  {
    audit_id: 'uuid',
    now: 'timestamptz',
    operation: 'text',
    principal_type: 'text',
    credential_id: 'uuid?',
    account_id: 'uuid?',
    profile_id: 'uuid?',
    object_type: 'text',
    object_id: 'uuid',
    request_id: 'text',
  },
  sql`insert into ${writes('audit_log')} (id, created_at, operation, principal_type, principal_id, account_id, profile_id,
      manager_profile_id, grant_id, object_type, object_id, request_id)
    select ${p('audit_id', 'uuid')}, ${p('now', 'timestamptz')}, ${p('operation', 'text')}, ${p('principal_type', 'text')}, ${p('credential_id', 'uuid')},
      ${p('account_id', 'uuid')}, coalesce(${p('profile_id', 'uuid')}, ${foundIfAny.profile_id}), ${foundIfAny.manager_profile_id}, ${foundIfAny.grant_id},
      ${p('object_type', 'text')}, ${p('object_id', 'uuid')}, ${p('request_id', 'text')}
    where ${changing}`,
);

/** The values of an audit row, apart from the object. */
export function auditValues(ctx: Ctx) {
  return {
    audit_id: newId(),
    now: ctx.now(),
    operation: ctx.operation,
    principal_type: ctx.principal?.type ?? 'system',
    credential_id: ctx.principal?.id ?? null,
    account_id: ctx.principal?.accountId ?? null,
    profile_id: ctx.acting?.id ?? null,
    request_id: ctx.requestId,
  };
}

/**
 * `profileId`: in whose log it appears; null: that of `authorize`. Default: the acting profile. `operation`: if it is not
 * that of the request.
 */
export function auditCall(
  ctx: Ctx,
  { type, id, operation = ctx.operation, ...more }: AuditedObject & { operation?: string },
): Call<unknown> {
  return insertOneAudit.call({ ...auditValues(ctx), ...profileOf(more), operation, object_type: type, object_id: id });
}

const profileOf = ({ profileId }: Pick<AuditedObject, 'profileId'>) =>
  profileId === undefined ? {} : { profile_id: profileId };

const insertAudit = statement(
  'audit.insert',
  {
    now: 'timestamptz',
    operation: 'text',
    principal_type: 'text',
    principal_id: 'uuid?',
    account_id: 'uuid?',
    request_id: 'text',
    rows: 'jsonb',
  },
  sql`insert into ${writes('audit_log')} (id, created_at, operation, principal_type, principal_id, account_id, profile_id,
      object_type, object_id, request_id)
    select r.id, ${p('now', 'timestamptz')}, ${p('operation', 'text')}, ${p('principal_type', 'text')}, ${p('principal_id', 'uuid')},
      ${p('account_id', 'uuid')}, r.profile_id, r.object_type, r.object_id, ${p('request_id', 'text')}
    from jsonb_to_recordset(${p('rows', 'jsonb')}) as r(id uuid, profile_id uuid, object_type text, object_id uuid)`,
);

export type AuditedObject = { type: string; id: string; profileId?: string | null };

/** A statement that writes audit rows for objects that one change affects together, for a batch. */
export function auditRowsCall(ctx: Ctx, objects: readonly AuditedObject[]): Call<unknown> {
  const rows = objects.map(({ type, id, profileId }) => ({
    id: newId(),
    profile_id: profileId ?? ctx.acting?.id ?? null,
    object_type: type,
    object_id: id,
  }));
  return insertAudit.call({
    now: ctx.now(),
    operation: ctx.operation,
    principal_type: ctx.principal?.type ?? 'system',
    principal_id: ctx.principal?.id ?? null,
    account_id: ctx.principal?.accountId ?? null,
    request_id: ctx.requestId,
    rows: JSON.stringify(rows),
  });
}

/** Writes audit rows in one statement, for changes that need several statements themselves. */
export async function audit(tx: TxCtx, ...objects: readonly AuditedObject[]): Promise<void> {
  if (objects.length > 0) await batch(tx, [auditRowsCall(tx, objects)]);
}
