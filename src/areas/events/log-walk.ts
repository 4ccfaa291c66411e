import { EVENT_TYPES, type EventType } from '../../core/enums.ts';
import type { Ctx } from '../../ctx.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { selectList } from '../../db/query.ts';
import { type ParameterTypes, p, statement } from '../../db/statement.ts';
import { type EventRow, eventFields, type LogState } from '../../events/log.ts';
import { type EventReach, narrowReach } from '../../events/readers.ts';

export type { EventRow } from '../../events/log.ts';

/** How many events of a log with unreadable types one page looks at, shared by all such logs. */
const SCANNED_MAX = 10_000;
/** Above every position. */
const LAST = sql`9223372036854775807`;

type NoEvent = { [Column in keyof EventRow]: null };
/** An event, or none, with the state of the log in the same snapshot. */
type WalkRow = LogState & { bound: number | null } & (EventRow | NoEvent);

const rows = p('rows', 'int');
const isOneOf = (types: SQL): SQL => sql`events.type = any(${types})`;

const ofProfile = sql`events.profile_id`;
const ofAccount = sql`events.account_id`;
const wholeLogs = sql`unnest(${p('whole_ids', 'uuid[]')}) as log(id)`;
const partLogs = sql`jsonb_to_recordset(${p('parts', 'jsonb')}) as log(id uuid, types text[])`;
const accountLogs = sql`unnest(${p('account_ids', 'uuid[]')}) as log(id)`;

/**
 * Comparing pairs of owner and position leaves only the index of the logs: else Postgres could read the events of all
 * logs. It has only events with a position, which Postgres doesn't conclude.
 */
const nextOf = (owner: SQL, end: SQL, conditions: SQL[] = []): SQL => sql`from events
    where ${sql.join(
      [
        sql`(${owner}, events.position) > (log.id, start.position)`,
        sql`(${owner}, events.position) <= (log.id, ${end})`,
        sql`events.position is not null`,
        ...conditions,
      ],
      sql` and `,
    )}
    order by ${owner}, events.position`;

const walk = (
  logs: SQL,
  owner: SQL,
  end: SQL,
  ...conditions: SQL[]
): SQL => sql`select w.* from ${logs} cross join lateral (
    select ${selectList(eventFields)} ${nextOf(owner, end, conditions)} limit ${rows}) w`;
/** Postgres doesn't conclude from the comparison of pairs either that the account is not null, as in the index. */
const ofNoProfile = sql`events.account_id is not null and events.profile_id is null`;

/** One index walk per log, each at most a page long. Without a position, it starts at the newest event. */
const walkOf = <const Types extends ParameterTypes>(name: string, types: Types, bound: SQL, walks: SQL[]) =>
  statement(
    name,
    { ...types, after: 'bigint?', whole_ids: 'uuid[]', account_ids: 'uuid[]', rows: 'int' },
    sql<WalkRow>`select state.epoch, state.last_position, state.dropped_position, bound.position as bound, e.*
      from event_log state
      cross join lateral (select coalesce(${p('after')}::bigint, state.last_position) as position) start
      cross join lateral (${bound}) bound
      left join lateral (
        select * from (${sql.join(walks, sql` union all `)}) found order by position limit ${rows}
      ) e on true
      order by e.position`,
  );

const walkWhole = walkOf('events.walk', {}, sql`select null::bigint as position`, [
  walk(wholeLogs, ofProfile, LAST),
  walk(accountLogs, ofAccount, LAST, ofNoProfile),
]);

/**
 * The types are conditions inside the index. The page ends where the first log has been looked at far enough: it may
 * have millions of other events before the next readable one.
 */
const bound = sql`coalesce(bound.position, ${LAST})`;
const walkParts = walkOf(
  'events.walk_parts',
  { parts: 'jsonb', scanned: 'int', account_types: 'text[]' },
  sql`select min(last.position) as position from ${partLogs} cross join lateral (
    select events.position ${nextOf(ofProfile, LAST)} offset ${p('scanned', 'int')} limit 1) last`,
  [
    walk(wholeLogs, ofProfile, bound),
    walk(partLogs, ofProfile, bound, isOneOf(sql`log.types`)),
    walk(accountLogs, ofAccount, bound, ofNoProfile, isOneOf(p('account_types', 'text[]'))),
  ],
);

export type Walk = {
  log: LogState;
  events: EventRow[];
  /** The page ends here although there may be more events; null if all were looked at. */
  bound: number | null;
};

/** Which events to read: `after` a position (null: after the newest), only these types, at most `limit`. */
export type Extent = { after: number | null; types: readonly EventType[] | undefined; limit: number };

export async function walkLogs(ctx: Ctx, reach: EventReach, { after, types, limit }: Extent): Promise<Walk> {
  const { profiles, accountId, accountTypes } = narrowReach(reach, types);
  const whole = [...profiles].filter(([, readable]) => readable === null).map(([id]) => id);
  const parts = [...profiles].flatMap(([id, readable]) => (readable === null ? [] : [{ id, types: readable }]));
  const values = { after, whole_ids: whole, account_ids: accountId === null ? [] : [accountId], rows: limit };
  const found =
    parts.length === 0 && accountTypes === null
      ? await walkWhole.all(ctx, values)
      : await walkParts.all(ctx, {
          ...values,
          parts: JSON.stringify(parts),
          account_types: accountTypes ?? EVENT_TYPES,
          scanned: Math.max(limit, Math.floor(SCANNED_MAX / Math.max(1, parts.length))),
        });
  const { epoch, last_position, dropped_position, bound } = found[0]!;
  const events = found.flatMap((row) => (row.id === null ? [] : [row]));
  return { log: { epoch, last_position, dropped_position }, events, bound };
}
