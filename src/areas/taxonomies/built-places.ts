import { createRequire } from 'node:module';
import { keepBuilt, readBuilt, versionOfPackage } from '../../core/built-file.ts';
import type { NamedCountry, State } from './place-files.ts';

type Lists = { countries: NamedCountry; states: State; cities: string };

const FORMAT = 1;
const SOURCES = ['@countrystatecity/countries/data/countries.json', 'iso-3166'];

/**
 * The lists of places as one text of 3 MB: a line for each, with its name and its items. Reading 4,500 files would take
 * seconds at each start, or a server would depend on them while it runs.
 */
const lists: Buffer = await load();

async function load(): Promise<Buffer> {
  const { resolve } = createRequire(import.meta.url);
  const name = ['places', FORMAT, ...SOURCES.map((source) => versionOfPackage(resolve(source)))].join('-');
  return readBuilt(name) ?? keepBuilt(name, await buildPlaces());
}

/** `place`: empty for countries, a country for its states, `AT-2` for cities. An unknown one has none. */
export function listOf<Kind extends keyof Lists>(kind: Kind, place = ''): Lists[Kind][] {
  const head = `\n${kind} ${place}\t`;
  const found = lists.indexOf(head);
  if (found === -1) return [];
  const start = found + Buffer.byteLength(head);
  return JSON.parse(lists.toString('utf8', start, lists.indexOf('\n', start)));
}

async function buildPlaces(): Promise<Buffer> {
  const { readCities, readCountries, readStates } = await import('./place-files.ts');
  const lines: string[] = [''];
  const add = <Kind extends keyof Lists>(kind: Kind, place: string, list: readonly Lists[Kind][]) =>
    lines.push(`${kind} ${place}\t${JSON.stringify(list)}`);
  const countries = readCountries();
  add('countries', '', countries);
  for (const country of countries) {
    const states = readStates(country.code);
    add('states', country.code, states);
    for (const { code } of states) add('cities', `${country.code}-${code}`, readCities(country.code, code));
  }
  return Buffer.from(`${lines.join('\n')}\n`);
}
