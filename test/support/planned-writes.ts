import type pg from 'pg';
import type { PlanNode } from './plan.ts';

type Target = { Schema?: string; 'Relation Name'?: string };

/** The tables that a statement writes, as Postgres plans it: partitions as their table, sorted. Without triggers and functions. */
export async function plannedWrites(client: pg.ClientBase, text: string): Promise<string[]> {
  const explained = await client.query(`explain (generic_plan, verbose, format json) ${text}`);
  const targets = writesOf(explained.rows[0]['QUERY PLAN'][0].Plan);
  const { rows } = await client.query<{ name: string }>(
    `select distinct coalesce(pg_partition_root(one::regclass), one::regclass)::text as name
      from unnest($1::text[]) one order by 1`,
    [targets.map(({ Schema: schema, 'Relation Name': name }) => `${schema}.${name}`)],
  );
  return rows.map(({ name }) => name).sort();
}

function writesOf(node: PlanNode & Target): Target[] {
  const below = (node.Plans ?? []).flatMap(writesOf);
  if (node['Node Type'] !== 'ModifyTable') return below;
  const several = Reflect.get(node, 'Target Tables') as Target[] | undefined;
  return [...(several ?? [node]), ...below];
}
