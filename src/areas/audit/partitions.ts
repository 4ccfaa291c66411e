import type pg from 'pg';
import { firstIdAt } from '../../core/ids.ts';

/** Far enough that neither a worker that is away for months nor a lock that is never free stops writes. */
const MONTHS_AHEAD = 6;
/** Others who use a table wait behind a statement that waits for its lock. */
const LOCK_TIMEOUT = '2s';
const LOCK_NOT_AVAILABLE = '55P03';
const TABLES = [
  { table: 'audit_log', key: 'id' },
  { table: 'audit_seals', key: 'entry_id' },
] as const;
/** The ending of the first partition, which has everything from before it got an end. */
const FIRST = 'before';

type Sql = Pick<pg.ClientBase, 'query'>;

/** A part of the log and the part of the seals that belongs to it. `end`: the first id after it; null if it has none yet. */
type Part = { ending: string; end: string | null };

const monthOf = (time: Date): number => time.getUTCFullYear() * 12 + time.getUTCMonth();
const startOf = (month: number): Date => new Date(Date.UTC(Math.floor(month / 12), month % 12));
const timeOf = (id: string): Date => new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16));

/**
 * Creates the monthly partitions of the audit log and its seals for this month and the next six, and drops those that end
 * before `keepFrom`. What finds a table locked is left to the next run.
 */
export async function keepAuditPartitions(sql: Sql, now: Date, keepFrom: Date | null): Promise<{ dropped: number }> {
  let dropped = 0;
  try {
    await endFirst(sql, now);
    await transaction(sql, () => createAhead(sql, now));
    const due = keepFrom === null ? [] : (await listParts(sql)).filter(({ end }) => end && end <= firstIdAt(keepFrom));
    for (const part of due) if (await drop(sql, part, now)) dropped += 1;
  } catch (error) {
    if ((error as pg.DatabaseError).code !== LOCK_NOT_AVAILABLE) throw error;
  }
  return { dropped };
}

async function transaction<T>(sql: Sql, work: () => Promise<T>): Promise<T> {
  await sql.query(`begin; set local lock_timeout = '${LOCK_TIMEOUT}'; set local statement_timeout = 0`);
  try {
    await sql.query(`select pg_advisory_xact_lock(hashtextextended('audit.partitions', 0))`);
    const result = await work();
    await sql.query('commit');
    return result;
  } catch (error) {
    await sql.query('rollback');
    throw error;
  }
}

/** Oldest first. */
async function listParts(sql: Sql): Promise<Part[]> {
  const { rows } = await sql.query<Part>(
    `select substr(c.relname, length('audit_log_') + 1) as ending,
        substring(pg_get_expr(c.relpartbound, c.oid) from $$ TO \\('([0-9a-f-]{36})'\\)$$) as end
      from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'audit_log'::regclass order by 2 nulls first`,
  );
  return rows;
}

/**
 * Gives the first partition an end. A constraint says first that nothing is beyond it, so that PostgreSQL reads no rows
 * while it holds a lock that stops writes.
 */
async function endFirst(sql: Sql, now: Date): Promise<void> {
  if ((await listParts(sql)).some(({ ending, end }) => ending === FIRST && end !== null)) return;
  const end = await transaction(sql, () => stateEnd(sql, firstIdAt(startOf(monthOf(now) + 2))));
  if (end === null) return;
  for (const { table } of TABLES) {
    await transaction(sql, () => sql.query(`alter table ${table}_${FIRST} validate constraint ${table}_${FIRST}_end`));
  }
  await transaction(sql, async () => {
    if (!(await listParts(sql)).some((part) => part.ending === FIRST && part.end === null)) return;
    for (const { table } of TABLES) {
      const first = `${table}_${FIRST}`;
      await sql.query(`alter table ${table} detach partition ${first}`);
      await sql.query(`alter table ${table} attach partition ${first} for values from (minvalue) to ('${end}')`);
      await sql.query(`alter table ${first} drop constraint ${first}_end`);
    }
  });
}

/** The end that an interrupted run has stated, or the given one. Null: there is no first partition, or it has its end. */
async function stateEnd(sql: Sql, end: string): Promise<string | null> {
  const first = (await listParts(sql)).find(({ ending }) => ending === FIRST);
  if (!first || first.end !== null) return null;
  const { rows } = await sql.query<{ end: string }>(
    `select substring(pg_get_constraintdef(oid) from '[0-9a-f-]{36}') as end from pg_constraint where conname = 'audit_log_${FIRST}_end'`,
  );
  if (rows[0]) return rows[0].end;
  for (const { table, key } of TABLES) {
    const first = `${table}_${FIRST}`;
    await sql.query(`alter table ${first} add constraint ${first}_end check (${key} < '${end}') not valid`);
  }
  return end;
}

/** Attaches tables, because CREATE TABLE … PARTITION OF would stop all writes while it waits for its lock. */
async function createAhead(sql: Sql, now: Date): Promise<void> {
  const parts = await listParts(sql);
  const first = parts.find(({ ending }) => ending === FIRST);
  if (first?.end === null) return;
  const from = Math.max(monthOf(now), first ? monthOf(timeOf(first.end)) : 0);
  for (let month = from; month <= monthOf(now) + MONTHS_AHEAD; month++) {
    const ending = startOf(month).toISOString().slice(0, 7).replace('-', '_');
    if (parts.some((part) => part.ending === ending)) continue;
    const [start, end] = [firstIdAt(startOf(month)), firstIdAt(startOf(month + 1))];
    for (const { table } of TABLES) {
      await sql.query(`create table ${table}_${ending} (like ${table} including all)`);
      await sql.query(
        `alter table ${table} attach partition ${table}_${ending} for values from ('${start}') to ('${end}')`,
      );
    }
  }
}

/** Drops a part of the log with its seals. Not before all of its entries are sealed. */
function drop(sql: Sql, { ending, end }: Part, now: Date): Promise<boolean> {
  const [log, seals] = TABLES.map(({ table }) => `${table}_${ending}`);
  return transaction(sql, async () => {
    // The lock of the sealer, so that it does not add to a chain meanwhile.
    await sql.query(`select pg_advisory_xact_lock(hashtextextended('audit.seal', 0))`);
    const { rows } = await sql.query(
      `select (select count(*) from ${log}) as entries,
        exists (select from ${log} l where not exists (select from audit_seals s where s.entry_id = l.id)) as has_unsealed`,
    );
    if (rows[0].has_unsealed) return false;
    await keepNeededHashes(sql, seals!, end!);
    await sql.query('insert into audit_drops (before, dropped_at, entries) values ($1, $2, $3)', [
      timeOf(end!),
      now,
      rows[0].entries,
    ]);
    await sql.query(`drop table ${log}, ${seals}`);
    return true;
  });
}

/**
 * The chain goes on from the hash of the last seal before it. Numbers are given in the order of commits, so that a seal
 * in the middle may belong to an older entry than those around it.
 */
async function keepNeededHashes(sql: Sql, seals: string, end: string): Promise<void> {
  const isKept = (condition: string) =>
    `exists (select from audit_seals k where ${condition} and k.entry_id >= '${end}')`;
  await sql.query(
    `insert into audit_cuts (chain_id, number, hash, sealed_until)
      select chain_id, number, hash, sealed_until from ${seals} d where ${isKept('k.chain_id = d.chain_id and k.number = d.number + 1')}
        or not exists (select from audit_seals k where k.chain_id = d.chain_id and k.number > d.number)`,
  );
  await sql.query(
    `delete from audit_cuts c where not ${isKept('k.chain_id = c.chain_id and k.number = c.number + 1')}
      and (${isKept('k.chain_id = c.chain_id and k.number > c.number')}
        or exists (select from audit_cuts o where o.chain_id = c.chain_id and o.number > c.number))`,
  );
}
