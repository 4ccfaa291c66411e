import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Reads the files of `@countrystatecity/countries`. Its own functions block the event loop, and treat an unreadable
 * file as an empty list.
 */

export type Country = { code: string; name: string; emoji: string };
/** With its three-letter code and its name in its own language. */
type NamedCountry = Country & { also: readonly string[] };
export type State = { code: string; name: string };

type CountryRecord = { iso2: string; iso3: string; name: string; native: string; emoji: string };
type StateRecord = { iso2: string; name: string };
type CityRecord = { name: string };

const ROOT = dirname(createRequire(import.meta.url).resolve('@countrystatecity/countries/data/countries.json'));
const COUNTRY_CODE = /^[A-Z]{2}$/;
/** The part after the country in ISO 3166-2. The few states without such a code have one of the same form. */
const STATE_CODE = /^[A-Z0-9]{1,3}$/;

/** Letters with accents next to those without, `Kreis 2` before `Kreis 10`: not the order of any one country. */
const collator = new Intl.Collator('en', { numeric: true });
const searching = new Intl.Collator('en', { usage: 'search', sensitivity: 'base' });

export function readCountries(): NamedCountry[] {
  return (readJson('countries.json') as CountryRecord[])
    .map(({ iso2, iso3, name, native, emoji }) => ({ code: iso2, name: clean(name), emoji, also: [iso3, native] }))
    .filter(({ code, name }) => COUNTRY_CODE.test(code) && name !== '')
    .sort(byName);
}

/** The states of an existing country, by name; states with the same name (a city and its surroundings) by code. */
export function readStates(countryCode: string): State[] {
  const folder = countryFolder(countryCode);
  if (folder === undefined) return [];
  return (readJson(join(folder, 'states.json')) as StateRecord[])
    .map(({ iso2, name }) => ({ code: iso2, name: clean(name) }))
    .filter(({ code, name }) => STATE_CODE.test(code) && name !== '')
    .sort(byName);
}

/** The names of the cities of an existing state, without duplicates: of `Urumqi` and `Ürümqi` only the first. */
export async function readCities(countryCode: string, stateCode: string): Promise<string[]> {
  const country = countryFolder(countryCode);
  if (country === undefined) return [];
  const state = folderOf(await readdir(join(ROOT, country)), stateCode);
  if (state === undefined) return [];
  const records = JSON.parse(await readFile(join(ROOT, country, state, 'cities.json'), 'utf8')) as CityRecord[];
  return joinCities([records.map(({ name }) => clean(name)).filter((name) => name !== '')]);
}

/** Merges lists of cities, sorted and without duplicates: the collator sorts equal names next to each other. */
export function joinCities(lists: readonly (readonly string[])[]): string[] {
  const names = lists.flat().sort(compareNames);
  return names.filter((name, i) => i === 0 || !isSameName(name, names[i - 1]!));
}

/** Whether two names are the same when typed without accents or capitals. */
export function isSameName(a: string, b: string): boolean {
  return searching.compare(a, b) === 0;
}

function byName(a: State, b: State): number {
  return compareNames(a.name, b.name) || compareNames(a.code, b.code);
}

/** Gives a fixed order to names that the collator treats as equal (`Kreis 1`, `Kreis 01`). */
function compareNames(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : Number(a > b));
}

let countryFolders: readonly string[] | undefined;
function countryFolder(code: string): string | undefined {
  countryFolders ??= readdirSync(ROOT);
  return folderOf(countryFolders, code);
}

/** Folders are named after name and code: `Austria-AT/Carinthia-2`. */
function folderOf(entries: readonly string[], code: string): string | undefined {
  return entries.find((entry) => entry.endsWith(`-${code}`));
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
}

/** The data has surrounding blanks, double blanks, and letters made of two code points. */
function clean(name: string): string {
  return name.normalize('NFC').replace(/\s+/g, ' ').trim();
}
