import { LRUCache } from 'lru-cache';
import { fail, failFields } from '../../core/errors.ts';
import { unknownState } from './hints.ts';
import { type Country, joinCities, readCities, readCountries, readStates, type State } from './place-files.ts';
import { statesWithin } from './subdivisions.ts';

/**
 * The places of the world: countries and states at their first use, and the most recently used cities.
 *
 * CPU time: countries 5 ms, states 0.3 ms, cities 0.6 ms (1,757 of them 8 ms), cached nothing. RSS: 7 MB after all
 * states, at most 28 MB after all cities. All as strings would take 55 ms and 27 MB at each start; in PostgreSQL 16 MB
 * in each instance and a statement in each request.
 */

export type { Country, State };

/** How many city names stay in memory: about 1 MB. The largest region has 1,772. */
const KEPT_CITY_NAMES = 20_000;

const NONE: ReadonlyMap<string, State> = new Map();

let countries: ReadonlyMap<string, Country> | undefined;
const states = new Map<string, ReadonlyMap<string, State>>();
const cities = new LRUCache<string, readonly string[]>({
  maxSize: KEPT_CITY_NAMES,
  sizeCalculation: (names) => Math.max(names.length, 1),
  fetchMethod: (key) => {
    const [countryCode, stateCode] = key.split('-') as [string, string];
    return readCitiesOf(countryCode, stateCode);
  },
});

/** The cities of a state. A region without cities of its own has those of the states in it. */
async function readCitiesOf(countryCode: string, stateCode: string): Promise<string[]> {
  const own = await readCities(countryCode, stateCode);
  if (own.length > 0) return own;
  const within = await statesWithin(countryCode, stateCode);
  return joinCities(await Promise.all(within.map((code) => readCities(countryCode, code))));
}

export function listCountries(): Country[] {
  return [...countryMap().values()];
}

/** Where in the request a code is, for `agent.fields`. */
type Place = 'query' | 'body.location';

/** The states of a country, by name; `[]` for a country without states. Fails with `invalid_location`. */
export function listStates(countryCode: string): State[] {
  requireCountry(countryCode, 'query');
  return [...stateMap(countryCode).values()];
}

/** The names of the cities of a state, in order; `[]` if none is known. Fails with `invalid_location`. */
export async function listCities(
  countryCode: string,
  stateCode: string,
  place: Place = 'query',
): Promise<readonly string[]> {
  requireCountry(countryCode, place);
  if (!stateMap(countryCode).has(stateCode)) {
    const fields = [{ path: `${place}.state_code`, rule: 'known_state' }];
    fail('invalid_location', { agent: { fields, ...(place === 'query' ? unknownState : {}) } });
  }
  return (await cities.fetch(`${countryCode}-${stateCode}`))!;
}

/** Null also for a code that the current data no longer has. */
export function countryName(code: string | null): string | null {
  return code === null ? null : (countryMap().get(code)?.name ?? null);
}

/** Null also for a code that the current data no longer has. */
export function stateName(countryCode: string | null, code: string | null): string | null {
  return countryCode === null || code === null ? null : (stateMap(countryCode).get(code)?.name ?? null);
}

/** Fails with `invalid_location` if the country does not exist. */
export function requireCountry(code: string, place: Place): void {
  if (!countryMap().has(code))
    failFields([{ path: `${place}.country_code`, rule: 'known_country' }], 'invalid_location');
}

/** Reads one small file at the first use of a country, once per process. */
function stateMap(countryCode: string): ReadonlyMap<string, State> {
  const known = states.get(countryCode);
  if (known) return known;
  // Unknown codes are not cached: their number is unbounded.
  if (!countryMap().has(countryCode)) return NONE;
  const read = byCode(readStates(countryCode));
  states.set(countryCode, read);
  return read;
}

function countryMap(): ReadonlyMap<string, Country> {
  countries ??= byCode(readCountries());
  return countries;
}

function byCode<P extends { code: string }>(places: P[]): ReadonlyMap<string, P> {
  return new Map(places.map((place) => [place.code, place]));
}
