import { readFileSync } from 'node:fs';

/** A request and its response. */
export type Example = { body?: unknown; data?: unknown };

const FOLDER = new URL('examples/', import.meta.url);

/** What the contract tests recorded, for the operations of each area. */
const areas = new Map<string, Readonly<Record<string, Example>>>();

export const exampleFile = (area: string): URL => new URL(`${area}.json`, FOLDER);

/** The recorded call of an operation. Empty for one that is new: `npm run examples:record` adds it. */
export function exampleOf(operation: string): Example {
  const area = operation.split('.')[0]!;
  const known = areas.get(area) ?? read(area);
  areas.set(area, known);
  return known[operation] ?? {};
}

function read(area: string): Readonly<Record<string, Example>> {
  try {
    return JSON.parse(readFileSync(exampleFile(area), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}
