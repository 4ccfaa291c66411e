import pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import type { PreparedCall } from '../../src/db/pipeline.ts';
import { allStatements } from '../../src/db/statement.ts';

export type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: PlanNode[];
};

/**
 * The nodes of Postgres' plan for a named statement: with these values, or (`generic`) the one that it caches for a
 * prepared statement and uses for any values; `given`: without the partitions that it leaves out for these.
 */
export async function planOf(
  client: pg.ClientBase,
  name: string,
  values: Record<string, unknown>,
  { generic = false, given = false } = {},
): Promise<PlanNode[]> {
  const made = allStatements().get(name);
  if (!made) throw new Error(`no statement is named ${name}`);
  return nodesOf(client, made.call(values), { generic, given });
}

/** The plan that Postgres caches for a named statement. */
export async function cachedPlanOf(client: pg.ClientBase, name: string): Promise<PlanNode[]> {
  const { text, parameters } = allStatements().get(name)!;
  return nodesOf(client, { name, text, values: parameters }, { generic: true });
}

/** What a statement that looks up each of its calls must not need: a scan of one of these tables, or a hash of its rows. */
export function scans(nodes: readonly PlanNode[], tables: readonly string[]): string[] {
  const below = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(below)];
  const isRead = (node: PlanNode) =>
    node['Node Type'] !== 'ModifyTable' && tables.includes(node['Relation Name'] ?? '');
  return [
    ...nodes.filter((node) => node['Node Type'] === 'Seq Scan' && isRead(node)),
    ...nodes.filter((node) => node['Node Type'] === 'Hash' && below(node).some(isRead)),
  ].map((node) => `${node['Node Type']} ${node['Relation Name'] ?? ''}`.trim());
}

/** The same for a statement with the values of one run. */
export async function nodesOf(
  client: pg.ClientBase,
  { text, values }: PreparedCall,
  { generic = false, given = false } = {},
): Promise<PlanNode[]> {
  const { rows } = generic
    ? await explainGeneric(client, text, given ? literalsOf(values) : values.map(() => 'null'))
    : await client.query(`explain (format json) ${text}`, [...values]);
  const nodes: PlanNode[] = [];
  const visit = (node: PlanNode): void => {
    nodes.push(node);
    node.Plans?.forEach(visit);
  };
  visit((rows as { 'QUERY PLAN': { Plan: PlanNode }[] }[])[0]!['QUERY PLAN'][0]!.Plan);
  return nodes;
}

const literalsOf = (values: readonly unknown[]): string[] =>
  values.map((value) => {
    const prepared = prepareValue(value) as string | null;
    return prepared === null ? 'null' : pg.escapeLiteral(String(prepared));
  });

async function explainGeneric(client: pg.ClientBase, text: string, given: readonly string[]) {
  await client.query('set plan_cache_mode = force_generic_plan');
  await client.query(`prepare explained as ${text}`);
  const arguments_ = given.length === 0 ? '' : `(${given.join()})`;
  const plan = await client.query(`explain (format json) execute explained${arguments_}`);
  await client.query('deallocate explained');
  await client.query('reset plan_cache_mode');
  return plan;
}

/** How many pages of 8 KiB a run of a statement reads, with its cached plan, in memory or from disk. */
export async function buffersOf(client: pg.ClientBase, { text, values }: PreparedCall): Promise<number> {
  const literals = literalsOf(values);
  await client.query('set plan_cache_mode = force_generic_plan');
  await client.query(`prepare explained as ${text}`);
  const { rows } = await client.query(
    `explain (analyze, buffers, timing off, format json) execute explained${literals.length > 0 ? `(${literals})` : ''}`,
  );
  await client.query('deallocate explained');
  await client.query('reset plan_cache_mode');
  const { Plan } = (rows as { 'QUERY PLAN': { Plan: Record<string, number> }[] }[])[0]!['QUERY PLAN'][0]!;
  return Plan['Shared Hit Blocks']! + Plan['Shared Read Blocks']!;
}

/** What a list or lookup must not need: a separate sort, or a scan of one of the given tables. */
export function wastes(nodes: readonly PlanNode[], tables: readonly string[]): string[] {
  return nodes
    .filter(
      (node) =>
        /Sort/.test(node['Node Type']) ||
        (node['Node Type'] === 'Seq Scan' && tables.includes(node['Relation Name'] ?? '')),
    )
    .map((node) => `${node['Node Type']} ${node['Relation Name'] ?? ''}`.trim());
}

/** The indexes that have the column of a primary key, or its first one, as their only column. */
const PRIMARY_KEYS: Record<string, string> = {
  actors_id_hash: 'actors_pkey',
  conversations_id_hash: 'conversations_pkey',
  post_counters_post_hash: 'post_counters_pk',
  posts_id_hash: 'posts_pkey',
  profile_counters_profile_hash: 'profile_counters_pk',
  profiles_id_hash: 'profiles_pkey',
};

/** The indexes that a plan uses. A lookup by hash counts as one by primary key: estimates decide between the two. */
export const indexesOf = (nodes: readonly PlanNode[]): string[] =>
  nodes.flatMap(({ 'Index Name': name }) => (name ? (PRIMARY_KEYS[name] ?? name) : []));

/** The indexes for lookups by hash that a plan uses. */
export const lookupsOf = (nodes: readonly PlanNode[]): string[] =>
  nodes.flatMap(({ 'Index Name': name }) => (name && name in PRIMARY_KEYS ? name : []));
