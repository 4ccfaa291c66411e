import { grantId, managerProfileId } from '../auth/authorize.ts';
import type { EventType } from '../core/enums.ts';
import { newId } from '../core/ids.ts';
import type { Ctx } from '../ctx.ts';
import { type SQL, sql } from '../db/drizzle.ts';
import { type Call, p, statement } from '../db/statement.ts';
import { auditValues, insertEventsFrom } from './emit.ts';

type EventSpec = {
  type: EventType | SQL;
  /** The source of the event: a FROM item, optionally with its WHERE. At most one row. */
  from: SQL;
  /** The profile in whose event log it appears. */
  profile: SQL;
  actor?: SQL;
  account?: SQL;
  objectType: string;
  object: SQL;
  /** A jsonb of ids and states; never text from members. */
  data?: SQL;
};

export type WriteSpec = {
  /** The CTEs that make the change. */
  change: SQL;
  events?: readonly EventSpec[];
  /** The changed object; `from` has one row if there was a change. */
  audit: { from: SQL; objectType: string; object: SQL; account?: SQL; profile?: SQL };
  /** The final SELECT. */
  answer: SQL;
};

export type WriteStatement<Row> = {
  /** For a batch, usually that of `write`, whose first statements check the authority. */
  call(ctx: Ctx, values: Record<string, unknown>): Call<Row>;
  /** Runs it alone, for a write without a credential or in a transaction that has checked the authority. */
  run(ctx: Ctx, values: Record<string, unknown>): Promise<Row | undefined>;
};

const none = sql`null::uuid`;

/** One INSERT for all events, because each one prepares the triggers and indexes of the log again. */
function eventsCte(events: readonly EventSpec[]): SQL {
  const rows = events.map((event, index) => {
    const type = typeof event.type === 'string' ? sql`${event.type}::text` : event.type;
    return sql`select ${p(eventId(index), 'uuid')}, ${p('now', 'timestamptz')}, ${type}, ${event.profile}, ${event.account ?? none},
      ${event.actor ?? none}, ${event.objectType}::text, ${event.object}, ${event.data ?? sql`'{}'::jsonb`} from ${event.from}`;
  });
  return sql`, events_of_change as (${insertEventsFrom(sql.join(rows, sql` union all `))})`;
}

const eventId = (index: number) => `event_${index + 1}_id`;

function auditCte(spec: WriteSpec): SQL {
  return sql`audit as (
    insert into audit_log (id, created_at, operation, principal_type, principal_id, account_id, profile_id,
      manager_profile_id, grant_id, object_type, object_id, request_id)
    select ${p('audit_id', 'uuid')}, ${p('now', 'timestamptz')}, ${p('operation', 'text')}, ${p('principal_type', 'text')},
      ${p('credential_id', 'uuid')}, ${spec.audit.account ?? p('account_id', 'uuid')}, ${spec.audit.profile ?? p('profile_id', 'uuid')},
      ${managerProfileId}, ${grantId}, ${spec.audit.objectType}::text, ${spec.audit.object}, ${p('request_id', 'text')}
    from ${spec.audit.from})`;
}

/** A change with its events and its audit row in one statement, which sees what the change returns. */
export function writeStatement<Row>(name: string, spec: WriteSpec): WriteStatement<Row> {
  const events = spec.events ?? [];
  const compiled = statement<Row>(
    name,
    sql`with ${spec.change}${events.length > 0 ? eventsCte(events) : sql``}, ${auditCte(spec)}
    ${spec.answer}`,
  );
  const valuesOf = (ctx: Ctx, values: Record<string, unknown>) => {
    const full: Record<string, unknown> = { ...auditValues(ctx), ...values };
    for (let index = 0; index < events.length; index++) full[eventId(index)] = newId();
    return full;
  };

  return {
    run: (ctx, values) => compiled.one(ctx, valuesOf(ctx, values)),
    call: (ctx, values) => compiled.call(valuesOf(ctx, values)),
  };
}
