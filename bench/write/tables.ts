import type pg from 'pg';

/** What PostgreSQL has counted for a table, and its size with indexes. The partitions of the events count as one table. */
type Counters = {
  name: string;
  inserts: number;
  updates: number;
  hotUpdates: number;
  live: number;
  dead: number;
  vacuums: number;
  bytes: number;
};

/** The counters of a period: live and dead rows and bytes are those of its end. */
export type TableWrites = Counters & { bytesBefore: number };

export async function tableCounters(client: pg.Client): Promise<Map<string, Counters>> {
  const { rows } = await client.query<Counters>(
    `select case when c.relispartition then 'events' else s.relname end as name,
       sum(n_tup_ins)::float8 as inserts, sum(n_tup_upd)::float8 as updates, sum(n_tup_hot_upd)::float8 as "hotUpdates",
       sum(n_live_tup)::float8 as live, sum(n_dead_tup)::float8 as dead, sum(autovacuum_count)::float8 as vacuums,
       sum(pg_total_relation_size(relid))::float8 as bytes
     from pg_stat_user_tables s join pg_class c on c.oid = s.relid
     where schemaname = 'public' group by 1`,
  );
  return new Map(rows.map((row) => [row.name, row]));
}

/** The tables that were written in between, those with the most writes first. */
export function countersSince(before: Map<string, Counters>, after: Map<string, Counters>): TableWrites[] {
  return [...after.values()]
    .map(({ name, inserts, updates, hotUpdates, vacuums, ...now }) => {
      const then = before.get(name);
      return {
        name,
        inserts: inserts - (then?.inserts ?? 0),
        updates: updates - (then?.updates ?? 0),
        hotUpdates: hotUpdates - (then?.hotUpdates ?? 0),
        vacuums: vacuums - (then?.vacuums ?? 0),
        ...now,
        bytesBefore: then?.bytes ?? 0,
      };
    })
    .filter(({ inserts, updates }) => inserts + updates >= 1000)
    .sort((a, b) => b.inserts + b.updates - (a.inserts + a.updates));
}
