import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Reads the files of `@countrystatecity/countries`: one of all countries, one of states for each country, one of cities
 * for each state. The package's own functions are not used: each of their reads first tries an import that fails, reads
 * without letting others run, and takes a file that can not be read for an empty list.
 */

export type Country = { code: string; name: string; emoji: string };
export type State = { code: string; name: string };

type CountryRecord = { iso2: string; name: string; emoji: string };
type StateRecord = { iso2: string; name: string };
type CityRecord = { name: string };

const ROOT = dirname(createRequire(import.meta.url).resolve('@countrystatecity/countries/data/countries.json'));
const COUNTRY_CODE = /^[A-Z]{2}$/;
/** What stands behind the country's in ISO 3166-2. The few states that have no such code have one of this form too. */
const STATE_CODE = /^[A-Z0-9]{1,3}$/;

/**
 * Letters with accents beside those without, lower case beside upper, `Kreis 2` before `Kreis 10`. Of no country's own
 * order: the lists are of all countries.
 */
const collator = new Intl.Collator('en', { numeric: true });
const searching = new Intl.Collator('en', { usage: 'search', sensitivity: 'base' });

/** Every country, by name. */
export function readCountries(): Country[] {
  return (readJson('countries.json') as CountryRecord[])
    .map(({ iso2, name, emoji }) => ({ code: iso2, name: clean(name), emoji }))
    .filter(({ code, name }) => COUNTRY_CODE.test(code) && name !== '')
    .sort(byName);
}

/** The states of a country that exists, by name; those of one name (a city and the land around it) by code. */
export function readStates(countryCode: string): State[] {
  const folder = countryFolder(countryCode);
  if (folder === undefined) return [];
  return (readJson(join(folder, 'states.json')) as StateRecord[])
    .map(({ iso2, name }) => ({ code: iso2, name: clean(name) }))
    .filter(({ code, name }) => STATE_CODE.test(code) && name !== '')
    .sort(byName);
}

/** The names of the cities of a state that exists, each once: of `Urumqi` and `Ürümqi` only the first. */
export async function readCities(countryCode: string, stateCode: string): Promise<string[]> {
  const country = countryFolder(countryCode);
  if (country === undefined) return [];
  const state = folderOf(await readdir(join(ROOT, country)), stateCode);
  if (state === undefined) return [];
  const records = JSON.parse(await readFile(join(ROOT, country, state, 'cities.json'), 'utf8')) as CityRecord[];
  return joinCities([records.map(({ name }) => clean(name)).filter((name) => name !== '')]);
}

/** Several lists of cities as one, sorted and without duplicates: the collator sorts equal names next to each other. */
export function joinCities(lists: readonly (readonly string[])[]): string[] {
  const names = lists.flat().sort(compareNames);
  return names.filter((name, i) => i === 0 || !isSameName(name, names[i - 1]!));
}

/** Whether two names are one to somebody who types without accents or capitals. */
export function isSameName(a: string, b: string): boolean {
  return searching.compare(a, b) === 0;
}

function byName(a: State, b: State): number {
  return compareNames(a.name, b.name) || compareNames(a.code, b.code);
}

/** Names that the collator takes for one (`Kreis 1`, `Kreis 01`) still have one order. */
function compareNames(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : Number(a > b));
}

let countryFolders: readonly string[] | undefined;
function countryFolder(code: string): string | undefined {
  countryFolders ??= readdirSync(ROOT);
  return folderOf(countryFolders, code);
}

/** Folders are called after name and code: `Austria-AT/Carinthia-2`. */
function folderOf(entries: readonly string[], code: string): string | undefined {
  return entries.find((entry) => entry.endsWith(`-${code}`));
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
}

/** The data has blanks around names, two in a row, and letters that are made of two code points. */
function clean(name: string): string {
  return name.normalize('NFC').replace(/\s+/g, ' ').trim();
}
