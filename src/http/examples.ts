import { readdirSync, readFileSync } from 'node:fs';

/** A request and its response. */
export type Example = { body?: unknown; data?: unknown };

const FOLDER = new URL('examples/', import.meta.url);

/** The files may change, as for an upgrade, while the server runs. */
const texts = new Map(readdirSync(FOLDER).map((name) => [name, readFileSync(new URL(name, FOLDER))]));

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
  const text = texts.get(`${area}.json`);
  return text === undefined ? {} : JSON.parse(text.toString());
}
