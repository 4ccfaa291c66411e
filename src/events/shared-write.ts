import { isOwner, OWNER_COLUMNS, owner, ownerValues } from '../auth/authorize-owners.ts';
import type { EventType } from '../core/enums.ts';
import type { Ctx } from '../ctx.ts';
import { type SQL, sql } from '../db/drizzle.ts';
import {
  type ColumnType,
  callColumn,
  callRows,
  loneCallRow,
  type SharedValues,
  sharedBatch,
} from '../db/shared-batch.ts';
import { statement } from '../db/statement.ts';
import { auditValues, insertEventsFrom } from './emit.ts';
import { type AuditSpec, eventValues, insertAuditFrom } from './write-statement.ts';

/** How many calls a statement is for. With a single one, nothing has to be sorted, grouped or matched. */
export type Calls = 'many' | 'one';

export type SharedWriteSpec = {
  /** The columns of a call, besides those of its caller. */
  columns: Readonly<Record<string, ColumnType>>;
  /**
   * A FROM item that finds what the write concerns for the call `i` and its profile `me`: at most one row, and none if the
   * write is not certainly allowed. `offset 0` keeps Postgres from hashing whole tables instead of looking up each call.
   */
  target?: SQL;
  /** Further columns of `allowed`, of `i`, `me` and the target. */
  found?: SQL;
  /** The CTEs that make the change for the calls in `allowed`. They lock rows that several calls may change in order. */
  change: (calls: Calls) => SQL;
  /** The FROM item `a` with its WHERE: the rows of `allowed` that changed something. */
  changed: SQL;
  event: SharedEventSpec;
  audit: Pick<AuditSpec, 'objectType' | 'object'>;
  /** The final SELECT, with `n` of the call. */
  answer: (calls: Calls) => SQL;
};

/** An event of the acting profile, with columns of `a`. */
export type SharedEventSpec = {
  type: EventType;
  /** The profiles in whose event logs it appears; a second one may be the same. */
  profiles: readonly [SQL] | readonly [SQL, SQL];
  objectType: string;
  object: SQL;
  /** The group of the notification. Default: the object. */
  group?: SQL;
  data: SQL;
};

export type SharedWrite<Row> = {
  /**
   * Makes the change together with the concurrent ones of other requests, with its events and its audit row. Undefined if
   * the batch left the call out: then nothing has changed, and `write` decides whether it is refused.
   */
  one(ctx: Ctx, values: SharedValues, key: string): Promise<Row | undefined>;
};

const JOURNAL_COLUMNS = {
  ...OWNER_COLUMNS,
  audit_id: 'uuid',
  operation: 'text',
  principal_type: 'text',
  account_id: 'uuid',
  request_id: 'text',
} as const;
const none = sql`null::uuid`;

/**
 * A write that many members make at once, such as a reaction, in a shared batch: one statement checks, changes and
 * records. It only does what is certainly allowed. The general write path does the rest, so no rule is decided here alone.
 *
 * Rows that several calls may change must be locked in the order of `docs/locks.md`, so sort them.
 */
export function sharedWrite<Row extends { n: number }>(name: string, spec: SharedWriteSpec): SharedWrite<Row> {
  const ids = eventValues(spec.event.profiles);
  const eventColumns = Object.fromEntries(Object.keys(ids).map((id) => [id, 'uuid' as const]));
  const columns = { ...JOURNAL_COLUMNS, ...eventColumns, ...spec.columns };
  const shared = sharedBatch<Row>(
    statement<Row>(name, textOf(spec, 'many', callRows(columns))),
    statement<Row>(`${name} one`, textOf(spec, 'one', loneCallRow(columns))),
  );
  return {
    one(ctx, values, key) {
      const { now: _, ...audit } = auditValues(ctx);
      const call: SharedValues = { ...audit, ...ownerValues(ctx), ...eventValues(spec.event.profiles), ...values };
      return shared.one(ctx, call, key);
    },
  };
}

function textOf(spec: SharedWriteSpec, calls: Calls, rows: SQL): SQL {
  const { target, found, changed } = spec;
  return sql`with allowed as (
      select i.*, me.by_ai${found ? sql`, ${found}` : sql``} from ${rows} cross join lateral ${owner}
      ${target ? sql`cross join lateral ${target}` : sql``} where ${isOwner}
    ), ${spec.change(calls)},
    events_of_change as (${insertEventsFrom(eventsOf(spec.event, changed, calls))}),
    audit as (${insertAuditFrom({ ...spec.audit, from: changed }, callColumn, { manager: none, grant: none })})
    ${spec.answer(calls)}`;
}

/** In the order of the notified profiles and of the groups of their notifications, which are locked at commit. */
function eventsOf(event: SharedEventSpec, changed: SQL, calls: Calls): SQL {
  const { type, profiles, objectType, object, group = object, data } = event;
  const order = calls === 'one' ? sql`` : sql` order by notified_id, ${group}`;
  const each = (values: readonly SQL[]) => {
    const [first, second] = values;
    if (!second) return first;
    const [one, other] = profiles;
    return sql`unnest(case when ${one} = ${other} then array[${first}] else array[${first}, ${second}] end)`;
  };
  const ids = Object.keys(eventValues(profiles)).map(callColumn);
  return sql`select ${each(ids)}, a.now, ${type}::text, ${each(profiles)} as notified_id, ${none}, a.profile_id,
      ${objectType}::text, ${object}, ${data} from ${changed}${order}`;
}
