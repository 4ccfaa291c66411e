import MiniSearch from 'minisearch';
import { z } from 'zod';
import type { OperationName } from '../core/operation-text.ts';
import { TASKS } from './operation-tasks.ts';
import type { RouteEntry } from './route-contract.ts';

/** Of operations for some words. */
const MOST_FOUND = 6;
/** Of what the best one scores, the others have at least this part. */
const LEAST_PART = 0.12;
/** Words of a question that name nothing. */
const FILLERS = new Set(
  'a about an and any are as at be by can do does for from get have how i in is it its me my of on or our please someone something that the their them this to up want we what when with you your'.split(
    ' ',
  ),
);

/** Finds operations by what one wants to do: any of the words counts, rare ones and those of the task more. */
const index = new MiniSearch<{ id: string }>({
  fields: ['tasks', 'name', 'summary', 'fields', 'path', 'description'],
  tokenize: (text) => text.split(/[^\p{L}\p{N}]+/u),
  processTerm: termOf,
  searchOptions: {
    boost: { tasks: 4, name: 3, summary: 3, path: 1.5, fields: 1, description: 0.4 },
    prefix: (term) => term.length > 4,
    fuzzy: (term) => (term.length > 5 ? 0.2 : false),
    weights: { prefix: 0.4, fuzzy: 0.3 },
  },
});

function termOf(word: string): string | null {
  const term = word.toLowerCase();
  if (FILLERS.has(term) || term === '') return null;
  const one = term.length > 3 && term.endsWith('s') && !term.endsWith('ss') ? term.slice(0, -1) : term;
  return SAME.get(one) ?? one;
}

/** Words that mean the same everywhere here. */
const SAME: ReadonlyMap<string, string> = new Map(
  Object.entries({
    image: ['picture', 'photo', 'pic'],
    comment: ['reply', 'replied'],
    profile: ['person', 'people', 'member', 'user'],
    remove: ['delete', 'destroy', 'clear', 'unset'],
    update: ['edit', 'patch', 'change', 'modify', 'set'],
    create: ['add', 'new', 'make'],
    follow: ['following', 'followed', 'follower'],
    manage: ['manager', 'managing'],
    approval: ['approve', 'approved'],
    verification: ['verify', 'verified'],
    mention: ['mentioned'],
  }).flatMap(([word, others]) => others.map((other) => [other, word] as const)),
);

/** Apps in one process have the same operations, so they share the index. */
function addNew(routes: readonly RouteEntry[]): void {
  for (const { contract, url, summary, schema, body } of routes) {
    const id = contract.operation;
    if (index.has(id)) continue;
    const fields = [schema.params, schema.querystring, body].flatMap(namesOf).join(' ');
    const tasks = TASKS[id as OperationName] ?? '';
    index.add({ id, tasks, name: id, summary, path: url, fields, description: schema.description } as { id: string });
  }
}

const namesOf = (schema: z.ZodType | null | undefined): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];

/** The routes that do what the words say, best first. */
export function matching(routes: readonly RouteEntry[], q: string): RouteEntry[] {
  addNew(routes);
  const known = new Map(routes.map((route) => [route.contract.operation, route]));
  const found = index.search(q, { filter: ({ id }) => known.has(id as string) });
  const least = (found[0]?.score ?? 0) * LEAST_PART;
  return found
    .filter(({ score }) => score >= least)
    .slice(0, MOST_FOUND)
    .map(({ id }) => known.get(id as string)!);
}
