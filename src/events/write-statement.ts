import type { EventKind, EventTypeOf } from '../core/event-catalogue.ts';
import { newId } from '../core/ids.ts';
import type { Ctx } from '../ctx.ts';
import { foundIfAny } from '../db/authority.ts';
import { type SQL, sql } from '../db/drizzle.ts';
import {
  type AuthorizedCall,
  authorizedStatement,
  type Call,
  type ParameterTypes,
  p,
  statement,
  usedTypes,
  type ValuesOf,
} from '../db/statement.ts';
import { writes } from '../db/writes.ts';
import { auditValues, insertEventsFrom } from './emit.ts';
import type { InternalEventType } from './internal.ts';
import { type DataColumns, jsonOf, objectTypeOf } from './payload.ts';

type EventSpecOf<Type, Data> = {
  type: Type;
  /** The source of the event: a FROM item, optionally with its WHERE. At most one row. */
  from: SQL;
  /** The profile in whose event log it appears. */
  profile: SQL;
  actor?: SQL;
  account?: SQL;
  object: SQL;
  data: Data;
};
export type EventSpec =
  | { [K in EventKind]: EventSpecOf<EventTypeOf<K>, DataColumns<K>> }[EventKind]
  | EventSpecOf<InternalEventType, Readonly<Record<string, SQL>>>;

/** The changed object; `from` has one row if there was a change. */
export type AuditSpec = { from: SQL; objectType: string; object: SQL; account?: SQL; profile?: SQL };

export type WriteSpec<Row> = {
  change: SQL;
  events?: readonly EventSpec[];
  audit: AuditSpec;
  answer: SQL<Row>;
};

/** The parameters of the audit row. `auditValues` has them, unless a call has its own. */
const JOURNAL = {
  audit_id: 'uuid',
  now: 'timestamptz',
  operation: 'text',
  principal_type: 'text',
  credential_id: 'uuid?',
  account_id: 'uuid?',
  profile_id: 'uuid?',
  request_id: 'text?',
} as const satisfies ParameterTypes;

type WriteValues<Types extends ParameterTypes> = ValuesOf<Types> & Partial<Omit<ValuesOf<typeof JOURNAL>, keyof Types>>;

export type WriteStatement<Row, Values> = {
  /** For a batch, usually that of `write`, whose first statements check the authority. */
  readonly call: (ctx: Ctx, values: Values) => Call<Row>;
  /** Runs it alone, for a write without a credential or in a transaction that has checked the authority. */
  readonly run: (ctx: Ctx, values: Values) => Promise<Row | undefined>;
};

/** A change that reads what `authorize` has found, for the batch of `write`. */
type AuthorizedWrite<Row, Values> = {
  readonly call: (ctx: Ctx, values: Values) => AuthorizedCall<Row>;
};

/** Where the journal takes the values from that the service knows: placeholders, or columns of a shared statement. */
export type JournalSource = (name: string, type: 'text' | 'timestamptz' | 'uuid') => SQL;

const none = sql`null::uuid`;
const eventId = (index: number) => `event_${index + 1}_id`;

/** The values of `eventRows`: an id for each event. */
export function eventValues(events: readonly unknown[]): Record<string, string> {
  return Object.fromEntries(events.map((_, index) => [eventId(index), newId()]));
}

/** A SELECT of the columns of `insertEventsFrom`: one INSERT for all events, because each one prepares the triggers and indexes of the log again. */
function eventRows(events: readonly EventSpec[], value: JournalSource): SQL {
  const rows = events.map((event, index) => {
    return sql`select ${value(eventId(index), 'uuid')}, ${value('now', 'timestamptz')}, ${event.type}::text, ${event.profile}, ${event.account ?? none},
      ${event.actor ?? none}, ${objectTypeOf(event.type)}::text, ${event.object}, ${jsonOf(event.data)} from ${event.from}`;
  });
  return sql.join(rows, sql` union all `);
}

type Delegation = Record<'manager' | 'grant', SQL>;

export const insertAuditFrom = (
  { from, objectType, object, account, profile }: AuditSpec,
  value: JournalSource,
  { manager, grant }: Delegation = { manager: foundIfAny.manager_profile_id, grant: foundIfAny.grant_id },
): SQL => sql`
    insert into ${writes('audit_log')} (id, created_at, operation, principal_type, principal_id, account_id, profile_id,
      manager_profile_id, grant_id, object_type, object_id, request_id)
    select ${value('audit_id', 'uuid')}, ${value('now', 'timestamptz')}, ${value('operation', 'text')}, ${value('principal_type', 'text')},
      ${value('credential_id', 'uuid')}, ${account ?? value('account_id', 'uuid')}, ${profile ?? value('profile_id', 'uuid')},
      ${manager}, ${grant}, ${objectType}::text, ${object}, ${value('request_id', 'text')}
    from ${from}`;

/** A change with its events and audit row in one statement. `types` are the parameters but for those of the journal. */
export function writeStatement<const Types extends ParameterTypes, Row>(
  name: string,
  types: Types,
  spec: WriteSpec<Row>,
): WriteStatement<Row, WriteValues<Types>> {
  const { all, query, valuesOf } = compile(types, spec);
  const compiled = statement(name, all, query);
  return {
    run: (ctx, values) => compiled.one(ctx, valuesOf(ctx, values)),
    call: (ctx, values) => compiled.call(valuesOf(ctx, values)),
  };
}

/** A `writeStatement` with parts of `found`. Only `write` runs it. */
export function authorizedWrite<const Types extends ParameterTypes, Row>(
  name: string,
  types: Types,
  spec: WriteSpec<Row>,
): AuthorizedWrite<Row, WriteValues<Types>> {
  const { all, query, valuesOf } = compile(types, spec);
  const compiled = authorizedStatement(name, all, query);
  return { call: (ctx, values) => compiled.call(valuesOf(ctx, values)) };
}

function compile<Row>(types: ParameterTypes, { change, events = [], audit, answer }: WriteSpec<Row>) {
  const eventTypes = Object.fromEntries(events.map((_, index) => [eventId(index), 'uuid' as const]));
  const query = sql<Row>`with ${change}${events.length > 0 ? sql`, events_of_change as (${insertEventsFrom(eventRows(events, p))})` : sql``},
      audit as (${insertAuditFrom(audit, p)})
    ${answer}`;
  const all: ParameterTypes = { ...usedTypes(JOURNAL, query), ...eventTypes, ...types };
  const valuesOf = (ctx: Ctx, values: ValuesOf<ParameterTypes>) => ({
    ...auditValues(ctx),
    ...values,
    ...eventValues(events),
  });
  return { all, query, valuesOf };
}
