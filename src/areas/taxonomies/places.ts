import { fail, failFields } from '../../core/errors.ts';
import { nearNames } from '../../core/near-names.ts';
import { listOf } from './built-places.ts';
import { unknownState } from './hints.ts';
import type { Country, NamedCountry, State } from './place-files.ts';
import { havingText, isSameName } from './place-names.ts';

export type { Country, State };

const NONE: ReadonlyMap<string, State> = new Map();

type Named = { code: string; name: string; also?: readonly string[] };

let countries: ReadonlyMap<string, NamedCountry> | undefined;
const states = new Map<string, ReadonlyMap<string, State>>();

/** `q`: in the English name, in their own language, or in the three-letter code. */
export function listCountries(q?: string): Country[] {
  const found = havingText([...countryMap().values()], q, ({ name, also }) => [name, ...also]);
  return found.map(({ code, name, emoji }) => ({ code, name, emoji }));
}

/** Where in the request a code is, for `agent.fields`. */
type Place = 'query' | 'body.location';

/** The states of a country, by name; `[]` for a country without states. Fails with `invalid_location`. */
export function listStates(countryCode: string): State[] {
  requireCountry(countryCode, 'query');
  return [...stateMap(countryCode).values()];
}

/** The names of the cities of a state, in order; `[]` if none is known. Fails with `invalid_location`. */
export function listCities(countryCode: string, stateCode: string, place: Place = 'query'): readonly string[] {
  requireCountry(countryCode, place);
  const known = stateMap(countryCode);
  if (!known.has(stateCode)) {
    const fields = [{ path: `${place}.state_code`, rule: 'known_state', ...meantBy(stateCode, known) }];
    fail('invalid_location', { agent: { fields, ...(place === 'query' ? unknownState : {}) } });
  }
  return listOf('cities', `${countryCode}-${stateCode}`);
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
  const known = countryMap();
  if (known.has(code)) return;
  const meant = known.has(regionOf(code)) ? { did_you_mean: [regionOf(code)] } : meantBy(code, known);
  failFields([{ path: `${place}.country_code`, rule: 'known_country', ...meant }], 'invalid_location');
}

/** The code of a region that Unicode's aliases give for another one, such as `UK` or `840`; else the same text. */
function regionOf(code: string): string {
  return /^([a-z]{2}|\d{3})$/i.test(code) ? (new Intl.Locale(`und-${code}`).region ?? code) : code;
}

/** The codes of places whose code or name was probably meant. */
function meantBy(given: string, known: ReadonlyMap<string, Named>): { did_you_mean?: string[] } {
  const places = [...known.values()].map((place) => ({
    place,
    names: [place.code, place.name, ...(place.also ?? [])],
  }));
  const same = places.filter(({ names }) => names.some((name) => isSameName(name, given)));
  const near = nearNames(given, same.length > 0 ? [] : places.map(({ place }) => place.name));
  const meant = same.length > 0 ? same : places.filter(({ place }) => near.includes(place.name));
  return meant.length === 0 ? {} : { did_you_mean: meant.slice(0, 3).map(({ place }) => place.code) };
}

function stateMap(countryCode: string): ReadonlyMap<string, State> {
  const known = states.get(countryCode);
  if (known) return known;
  // Unknown codes are not cached: their number is unbounded.
  if (!countryMap().has(countryCode)) return NONE;
  const read = byCode(listOf('states', countryCode));
  states.set(countryCode, read);
  return read;
}

function countryMap(): ReadonlyMap<string, NamedCountry> {
  countries ??= byCode(listOf('countries'));
  return countries;
}

function byCode<P extends { code: string }>(places: P[]): ReadonlyMap<string, P> {
  return new Map(places.map((place) => [place.code, place]));
}
