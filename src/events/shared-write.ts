import { isOwner, OWNER_COLUMNS, owner, ownerValues } from '../auth/authorize-owners.ts';
import type { EventKind, EventTypeOf } from '../core/event-catalogue.ts';
import type { Ctx } from '../ctx.ts';
import { type SQL, sql } from '../db/drizzle.ts';
import {
  type ColumnType,
  callRows,
  callTypes,
  callColumn as column,
  type SharedStatement,
  type SharedValues,
  sharedBatch,
} from '../db/shared-batch.ts';
import { statement } from '../db/statement.ts';
import { auditValues, insertEventsFrom } from './emit.ts';
import { type DataColumns, jsonOf, objectTypeOf } from './payload.ts';
import { type AuditSpec, eventValues, insertAuditFrom } from './write-statement.ts';

type Columns = Readonly<Record<string, ColumnType>>;

/** What a check finds for a call, and the change needs: an expression of `i`, `me` and the target, and its type. */
type Found = Readonly<Record<string, readonly [value: SQL, type: 'bool' | 'int' | 'uuid']>>;

export type CheckSpec = {
  /** The columns of a call that the target needs, besides those of its caller. */
  columns: Columns;
  /**
   * A FROM item that finds what the call `i` of `me` concerns: at most one row, none if the write is not certainly
   * allowed. `offset 0` keeps Postgres from hashing whole tables.
   */
  target?: SQL;
  found?: Found;
};

/** The first statement of shared writes. It passes what it finds to the change. */
export type SharedCheck = { statement: SharedStatement<unknown>; found: Found };

/** The parts of the second statement. They refer to the allowed calls `a` by `column`, the values of a call and what the check found. */
export type SharedWriteSpec = {
  check: SharedCheck;
  columns: Columns;
  /** The CTEs that make the change, from the CTE `allowed`. They lock rows that several calls may change in order. */
  change: SQL;
  /** The FROM item with its WHERE that has a row `a` for each call that changed something. */
  changed: SQL;
  event: SharedEventSpec;
  audit: Pick<AuditSpec, 'objectType' | 'object'>;
  answer: SQL;
};

export { column };

type SharedEventOf<K extends EventKind> = {
  type: EventTypeOf<K>;
  /** The profiles in whose event logs it appears; a second one may be the same. */
  profiles: readonly [SQL] | readonly [SQL, SQL];
  object: SQL;
  data: DataColumns<K>;
};
/** An event of the acting profile. */
export type SharedEventSpec = { [K in EventKind]: SharedEventOf<K> }[EventKind];

export type SharedWrite<Row> = {
  /** Makes the change together with concurrent ones. Undefined if the call was left out: then `write` decides. */
  one(ctx: Ctx, values: SharedValues, key: string): Promise<Row | undefined>;
};

const JOURNAL_COLUMNS = {
  now: 'timestamptz',
  profile_id: 'uuid',
  audit_id: 'uuid',
  operation: 'text',
  principal_type: 'text',
  credential_id: 'uuid',
  account_id: 'uuid',
  request_id: 'text',
} as const;
const none = sql`null::uuid`;
const FOUND = 'pronet.found';

/** The check of one or more shared writes. Only what it certainly allows is written. */
export function sharedCheck(name: string, { columns, target, found: more }: CheckSpec): SharedCheck {
  const found: Found = { by_ai: [sql`me.by_ai`, 'bool'], ...more };
  const values = Object.entries(found).map(([column, [value]]) => sql`${value} as ${sql.raw(column)}`);
  const rows = { ...OWNER_COLUMNS, ...columns };
  const allowed = sql`select i.n, ${sql.join(values, sql`, `)} from ${callRows(rows)}
    cross join lateral ${owner} ${target ? sql`cross join lateral ${target}` : sql``} where ${isOwner}`;
  return {
    statement: statement(
      name,
      callTypes(rows),
      sql`select set_config(${FOUND}, coalesce(json_agg(found)::text, '[]'), true) from (${allowed}) found`,
    ),
    found,
  };
}

/**
 * A write of many members at once, in a shared batch: one statement checks, a second one changes and records. It only
 * does what is certainly allowed; the general write path does the rest.
 *
 * Rows that several calls may change must be locked in the order of `docs/locks.md`, so sort them.
 */
export function sharedWrite<Row extends { n: number }>(name: string, spec: SharedWriteSpec): SharedWrite<Row> {
  const { check } = spec;
  const eventIds = eventValues(spec.event.profiles);
  const eventColumns = Object.fromEntries(Object.keys(eventIds).map((id) => [id, 'uuid' as const]));
  const columns = { ...JOURNAL_COLUMNS, ...eventColumns, ...spec.columns };
  const { change, changed, event, audit, answer } = spec;
  const shared = sharedBatch<Row>({
    first: [check.statement],
    answer: statement(
      name,
      callTypes(columns),
      sql<Row>`with ${allowedCalls(columns, check.found)}, ${change},
  events_of_change as (${insertEventsFrom(eventsOf(event, changed))}),
  audit as (${insertAuditFrom({ ...audit, from: changed }, column, { manager: none, grant: none })})
  ${answer}`,
    ),
  });
  return {
    one(ctx, values, key) {
      const { now: _, ...audit } = auditValues(ctx);
      const call: SharedValues = { ...audit, ...ownerValues(ctx), ...eventValues(Object.keys(eventIds)), ...values };
      return shared.one(ctx, call, key);
    },
  };
}

/** CTE `allowed`: the calls that the check allows, with what it has found for them. */
function allowedCalls(columns: Columns, found: Found): SQL {
  const names = Object.keys(found).map((name) => sql.raw(`, f.${name}`));
  const types = Object.entries(found).map(([name, [, type]]) => sql.raw(`, ${name} ${type}`));
  return sql`allowed as (
      select i.*${sql.join(names)} from ${callRows(columns)}
      join json_to_recordset(current_setting(${FOUND}, true)::json) as f(n int${sql.join(types)}) on f.n = i.n
    )`;
}

function eventsOf(event: SharedEventSpec, from: SQL): SQL {
  const { type, profiles, object, data } = event;
  const [one, other] = profiles;
  const each = ([first, second]: readonly SQL[]) =>
    second && other
      ? sql`unnest(case when ${one} = ${other} then array[${first}] else array[${first}, ${second}] end)`
      : first;
  const ids = Object.keys(eventValues(profiles)).map(column);
  return sql`select ${each(ids)}, ${column('now')}, ${type}::text, ${each(profiles)}, ${none}, ${column('profile_id')},
      ${objectTypeOf(type)}::text, ${object}, ${jsonOf(data)} from ${from}`;
}
