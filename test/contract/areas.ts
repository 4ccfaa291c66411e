import { readdirSync } from 'node:fs';
import type { AreaContract } from './contract.ts';

const folder = new URL('areas/', import.meta.url);
const areas = await Promise.all(
  readdirSync(folder).map(async (file): Promise<[string, AreaContract]> => {
    const { default: contract } = await import(new URL(file, folder).href);
    return [file, contract];
  }),
);

/** The rows of every file in `areas/`; each file has those of its own area. */
function collected<Part extends keyof AreaContract>(part: Part): NonNullable<AreaContract[Part]> {
  const rows = areas.flatMap(([file, contract]) => {
    const prefix = file.replace('.ts', '.').replace('-', '_');
    const its = Object.entries(contract[part] ?? {});
    const others = its.filter(([operation]) => !operation.startsWith(prefix));
    if (others.length > 0) throw new Error(`${file} has a row of ${others[0]![0]}`);
    return its;
  });
  return Object.fromEntries(rows) as NonNullable<AreaContract[Part]>;
}

export const RECIPES = collected('recipes');
export const PERMISSION_TABLE = collected('permissions');
export const OUTSIDERS = collected('outsiders');
export const ROUND_TRIPS = collected('roundTrips');
