import type pg from 'pg';
import { LIMITS } from '../core/limits.ts';

const WEEK_MS = 7 * 24 * 3600 * 1000;
/** The first Monday of 1970, from which weeks are counted. */
const FIRST_MONDAY_MS = 4 * 24 * 3600 * 1000;
const WEEKS_AHEAD = 4;
const PREFIX = 'events_week_';

type Sql = Pick<pg.Client, 'query'>;

function weekOf(time: number): number {
  return Math.floor((time - FIRST_MONDAY_MS) / WEEK_MS);
}

function startOf(week: number): string {
  return new Date(FIRST_MONDAY_MS + week * WEEK_MS).toISOString();
}

/**
 * Creates the weekly partitions for this week and the next four, and drops those older than 30 days. The log remembers
 * the position up to which events are missing.
 */
export async function keepEventPartitions(sql: Sql, now: Date): Promise<{ dropped: number }> {
  const thisWeek = weekOf(now.getTime());
  for (let week = thisWeek; week <= thisWeek + WEEKS_AHEAD; week++) {
    await sql.query(
      `create table if not exists ${PREFIX}${week} partition of events for values from ('${startOf(week)}') to ('${startOf(week + 1)}')`,
    );
  }
  const oldest = weekOf(now.getTime() - LIMITS.event.kept_ms);
  const { rows } = await sql.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'events'::regclass and c.relname ~ '^${PREFIX}[0-9]+$'`,
  );
  const past = rows.filter(({ name }) => Number(name.slice(PREFIX.length)) < oldest);
  for (const { name } of past) {
    await sql.query(
      `with dropped as (select max(position) as position from ${name})
        update event_log set dropped_position = dropped.position from dropped where dropped.position > dropped_position`,
    );
    await sql.query(`drop table if exists ${name}`);
  }
  return { dropped: past.length };
}
