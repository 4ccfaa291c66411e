import type { ConsoleContext } from './console-context.ts';

export type PlaceChoice = { country_code: string; state_code: string; city_name: string };
/** The lists that a form offers for a choice, and the choice without the parts that the lists don't contain. */
export type PlaceForm = PlaceChoice & {
  countries: { code: string; name: string }[];
  states: { code: string; name: string }[];
  cities: { name: string }[];
};

type Named = { code: string; name: string }[];

/** Places only change with a release, so each list is loaded once. There are a few hundred short ones. */
const lists = new Map<string, Named>();

/** Loads a list from the API; null if it is currently unavailable. */
type Load = <T>(path: string, query: Record<string, string>) => Promise<T[] | null>;

const address = (path: string) => `/v1/taxonomies/locations/${path}`;
/** Passes on the API's error. */
const loadOrFail =
  (page: ConsoleContext): Load =>
  (path, query) =>
    page.call('GET', address(path), { query });
const tryLoad =
  (page: ConsoleContext): Load =>
  async <T>(path: string, query: Record<string, string>) => {
    const answer = await page.attempt<T[]>('GET', address(path), { query });
    return answer.ok ? answer.data : null;
  };

async function loadNamed(load: Load, path: string, query: Record<string, string>): Promise<Named | null> {
  const key = `${path} ${Object.values(query)}`;
  const known = lists.get(key);
  if (known) return known;
  const list = await load<Named[number]>(path, query);
  if (list) lists.set(key, list);
  return list;
}

const statesOf = async (load: Load, country_code: string) =>
  country_code === '' ? [] : loadNamed(load, 'states', { country_code });

/** Checks a code against its list. If the list is unavailable, the choice stays, so that saving does not clear it. */
function choose(list: Named | null, code: string): [chosen: string, offered: Named] {
  if (!list) return [code, code === '' ? [] : [{ code, name: code }]];
  return [list.some((one) => one.code === code) ? code : '', list];
}

/** A state of another country, or a city of another state, is dropped. Fails if a list is missing, unless `again`. */
export async function placeForm(page: ConsoleContext, choice: PlaceChoice, again = false): Promise<PlaceForm> {
  const load = again ? tryLoad(page) : loadOrFail(page);
  const [country_code, countries] = choose(await loadNamed(load, 'countries', {}), choice.country_code);
  const [state_code, states] = choose(await statesOf(load, country_code), choice.state_code);
  const query = { country_code, state_code };
  const cities = (state_code === '' ? null : await load<{ name: string }>('cities', query)) ?? [];
  const city_name = state_code === '' ? '' : choice.city_name;
  return { country_code, state_code, city_name, countries, states, cities };
}

export async function countriesOf(page: ConsoleContext): Promise<Named> {
  return (await loadNamed(tryLoad(page), 'countries', {})) ?? [];
}

/** The names of a choice, for the preview. Its lists are cached, so updating the preview is cheap. */
export async function placeNames(page: ConsoleContext, { country_code, state_code, city_name }: PlaceChoice) {
  const load = tryLoad(page);
  const nameIn = (list: Named | null, wanted: string) => list?.find(({ code }) => code === wanted)?.name ?? null;
  const country_name = nameIn(await loadNamed(load, 'countries', {}), country_code);
  const state_name = nameIn(await statesOf(load, country_name === null ? '' : country_code), state_code);
  return { country_name, state_name, city_name: (state_name && city_name) || null };
}
