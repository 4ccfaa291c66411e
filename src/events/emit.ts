import { sql } from 'drizzle-orm';
import type { EventType } from '../core/enums.ts';
import { newId } from '../core/ids.ts';
import type { TxCtx } from '../ctx.ts';
import { p, statement } from '../db/statement.ts';

export type NewEvent = {
  type: EventType;
  profileId: string | null;
  accountId?: string | null;
  actorProfileId?: string | null;
  objectType: string;
  objectId: string;
  /** Ids and states; never what a member wrote. */
  data?: Record<string, unknown>;
};

const insertEvents = statement(
  'events.insert',
  sql`insert into events (id, created_at, type, profile_id, account_id, actor_profile_id, object_type, object_id, data)
    select e.id, ${p('now', 'timestamptz')}, e.type, e.profile_id, e.account_id, e.actor_profile_id, e.object_type, e.object_id, e.data
    from jsonb_to_recordset(${p('events', 'jsonb')}) as e(id uuid, type text, profile_id uuid, account_id uuid,
      actor_profile_id uuid, object_type text, object_id uuid, data jsonb)`,
);

/** Writes events in the transaction of the change that they tell of, in one statement. */
export async function emit(tx: TxCtx, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event) => ({
    id: newId(),
    type: event.type,
    profile_id: event.profileId,
    account_id: event.accountId ?? null,
    actor_profile_id: event.actorProfileId ?? null,
    object_type: event.objectType,
    object_id: event.objectId,
    data: event.data ?? {},
  }));
  await insertEvents.all(tx, { now: tx.now(), events: JSON.stringify(rows) });
}

const insertAudit = statement(
  'audit.insert',
  sql`insert into audit_log (id, created_at, operation, principal_type, principal_id, account_id, profile_id,
      manager_profile_id, grant_id, object_type, object_id, request_id)
    values (${p('id', 'uuid')}, ${p('now', 'timestamptz')}, ${p('operation')}, ${p('principal_type')}, ${p('principal_id', 'uuid')},
      ${p('account_id', 'uuid')}, ${p('profile_id', 'uuid')}, ${p('manager_profile_id', 'uuid')}, ${p('grant_id', 'uuid')},
      ${p('object_type')}, ${p('object_id', 'uuid')}, ${p('request_id')})`,
);

/** Writes the audit row of a change that needs more than one statement. */
export async function audit(
  tx: TxCtx,
  object: {
    type: string;
    id: string;
    profileId?: string | null;
    managerProfileId?: string | null;
    grantId?: string | null;
  },
): Promise<void> {
  await insertAudit.all(tx, {
    id: newId(),
    now: tx.now(),
    operation: tx.operation,
    principal_type: tx.principal?.type ?? 'system',
    principal_id: tx.principal?.id ?? null,
    account_id: tx.principal?.accountId ?? null,
    profile_id: object.profileId ?? tx.acting?.id ?? null,
    manager_profile_id: object.managerProfileId ?? null,
    grant_id: object.grantId ?? null,
    object_type: object.type,
    object_id: object.id,
    request_id: tx.requestId,
  });
}
