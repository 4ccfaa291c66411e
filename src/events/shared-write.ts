import { allowedCalls, authorizeOwners, ownerValues } from '../auth/authorize-owners.ts';
import type { Ctx } from '../ctx.ts';
import { type SQL, sql } from '../db/drizzle.ts';
import { type ColumnType, callColumn, type SharedValues, sharedBatch } from '../db/shared-batch.ts';
import { type Statement, statement } from '../db/statement.ts';
import { auditValues, EVENT_COLUMNS, insertEventsFrom } from './emit.ts';
import { type AuditSpec, type EventSpec, eventRows, eventValues, insertAuditFrom } from './write-statement.ts';

export type SharedWriteSpec = {
  /** The columns of a call, besides those of its caller. */
  columns: Readonly<Record<string, ColumnType>>;
  /** Statements that run before the change, such as checks that narrow the allowed calls (`allowOnlyThese`). */
  before?: readonly Statement<unknown>[];
  /** The CTEs that make the change for the calls in `allowed`: those whose caller owns the acting profile. */
  change: SQL;
  /** Each `from` has the call `a` of `allowed` with at most one row for it. */
  events: readonly EventSpec[];
  /** The group of the notification of an event `e`. Default: its object. */
  groupedBy?: SQL;
  audit: AuditSpec;
  /** The final SELECT, with `n` of the call. */
  answer: SQL;
};

export type SharedWrite<Row> = {
  /**
   * Makes the change together with the concurrent ones of other requests, with its events and its audit row. Undefined if
   * the batch left the call out: then nothing has changed, and `write` decides whether it is refused.
   */
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

/**
 * A write that many members make at once, such as a reaction, in a shared batch. It only does what is certainly
 * allowed. The general write path does the rest, so no rule is decided here alone.
 *
 * Rows that several calls may change must be locked in the order of `docs/locks.md`, so sort them.
 */
export function sharedWrite<Row extends { n: number }>(name: string, spec: SharedWriteSpec): SharedWrite<Row> {
  const { events, groupedBy = sql`object_id` } = spec;
  const eventColumns = Object.fromEntries(Object.keys(eventValues(events)).map((id) => [id, 'uuid' as const]));
  const columns = { ...JOURNAL_COLUMNS, ...eventColumns, ...spec.columns };
  const change = statement<Row>(
    name,
    // In the order of the notified profiles and of the groups of their notifications, which are locked at commit.
    sql`with allowed as (${allowedCalls(columns)}), ${spec.change},
      events_of_change as (${insertEventsFrom(sql`select * from (${eventRows(events, callColumn)}) e(${EVENT_COLUMNS})
        order by profile_id, ${groupedBy}`)}),
      audit as (${insertAuditFrom(spec.audit, callColumn, { manager: none, grant: none })})
    ${spec.answer}`,
  );
  const shared = sharedBatch<Row>(authorizeOwners, ...(spec.before ?? []), change);
  return {
    one(ctx, values, key) {
      const { now: _, ...audit } = auditValues(ctx);
      const call: SharedValues = { ...audit, ...ownerValues(ctx), ...eventValues(events), ...values };
      return shared.one(ctx, call, key);
    },
  };
}
