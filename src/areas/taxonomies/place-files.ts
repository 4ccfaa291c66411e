import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { iso31662 } from 'iso-3166';
import { compareNames, joinCities } from './place-names.ts';

/** Reads the 4,500 files of `@countrystatecity/countries`. Its own functions treat an unreadable file as an empty list. */

export type Country = { code: string; name: string; emoji: string };
/** With its three-letter code and its name in its own language. */
export type NamedCountry = Country & { also: readonly string[] };
export type State = { code: string; name: string };

type CountryRecord = { iso2: string; iso3: string; name: string; native: string; emoji: string };
type StateRecord = { iso2: string; name: string };
type CityRecord = { name: string };

const ROOT = dirname(createRequire(import.meta.url).resolve('@countrystatecity/countries/data/countries.json'));
const COUNTRY_CODE = /^[A-Z]{2}$/;
/** The part after the country in ISO 3166-2. The few states without such a code have one of the same form. */
const STATE_CODE = /^[A-Z0-9]{1,3}$/;

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

/**
 * The names of the cities of an existing state, without duplicates: of `Urumqi` and `Ürümqi` only the first. A region
 * without cities of its own has those of the states in it.
 */
export function readCities(countryCode: string, stateCode: string): string[] {
  const own = readOwnCities(countryCode, stateCode);
  if (own.length > 0) return own;
  return joinCities(statesWithin(countryCode, stateCode).map((code) => readOwnCities(countryCode, code)));
}

function readOwnCities(countryCode: string, stateCode: string): string[] {
  const country = countryFolder(countryCode);
  const state = country && folderOf(readdirSync(join(ROOT, country)), stateCode);
  if (!state) return [];
  const records = readJson(join(country, state, 'cities.json')) as CityRecord[];
  return joinCities([records.map(({ name }) => clean(name)).filter((name) => name !== '')]);
}

/** The states that ISO 3166-2 places within a region: `ARA` in France has `01`, `03` and ten more. */
function statesWithin(countryCode: string, regionCode: string): string[] {
  const parent = `${countryCode}-${regionCode}`;
  return iso31662.filter((entry) => entry.parent === parent).map(({ code }) => code.slice(countryCode.length + 1));
}

function byName(a: State, b: State): number {
  return compareNames(a.name, b.name) || compareNames(a.code, b.code);
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
