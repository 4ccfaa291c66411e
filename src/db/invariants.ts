import type pg from 'pg';

/** A rule that always holds for the data. The query selects violations, by ids only. */
export type Invariant = { name: string; query: string };
export type InvariantResult = { name: string; rows: Record<string, unknown>[] };

export const MAX_ROWS = 20;

/** Selects counters whose sum over all shards differs from the number of counted rows, including removed posts. */
export function differing(kind: 'post' | 'profile', column: string, rows: string): string {
  return `select coalesce(c.id, r.id) as ${kind}_id, coalesce(c.n, 0) as counted, coalesce(r.n, 0) as there
    from (select ${kind}_id as id, sum(${column}) as n from ${kind}_counters group by 1) c
    full join (${rows}) r on r.id = c.id
    where coalesce(c.n, 0) <> coalesce(r.n, 0)`;
}

/** Condition: the event is missing. Ignores objects older than the oldest event, because events are dropped after weeks. */
export const lacksEvent = (
  time: string,
  types: string,
  object: string,
) => `${time} > (select coalesce(min(created_at), 'infinity') from events)
  and not exists (select 1 from events e where e.object_id = ${object} and e.type in (${types}))`;

/** Entries before this are dropped because of their age. An object and its entry may be on two sides of it. */
const AUDITED_FROM = `(select (lpad(to_hex((extract(epoch from max(before) + interval '1 day') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
  from audit_drops)`;

/** Condition: the entry in the audit log is missing. Ignores objects as old as dropped entries. */
export const lacksAudit = (object: string, type: string) =>
  `${object} >= coalesce(${AUDITED_FROM}, '00000000-0000-0000-0000-000000000000') and not exists (select 1 from audit_log l where l.object_id = ${object} and l.object_type = '${type}')`;

/** Checks invariants in one snapshot, even while a server runs. Lists at most 20 rows of ids each. */
export async function runInvariants(
  pool: Pick<pg.Pool, 'connect'>,
  invariants: readonly Invariant[],
): Promise<InvariantResult[]> {
  const client = await pool.connect();
  const results: InvariantResult[] = [];
  let failure: Error | undefined;
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query('set local statement_timeout = 0');
    for (const { name, query } of invariants) {
      results.push({ name, rows: (await client.query(`select * from (${query}) found limit ${MAX_ROWS}`)).rows });
    }
    await client.query('commit');
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    client.release(failure);
  }
  return results;
}
