import type { Visit } from './visit.ts';

export type PlaceChoice = { country_code: string; state_code: string; city_name: string };
/** What the form offers for a choice, and the choice as far as it stands in the lists. */
export type PlaceForm = PlaceChoice & {
  countries: { code: string; name: string }[];
  states: { code: string; name: string }[];
  cities: { name: string }[];
};

type Named = { code: string; name: string }[];

/** Places change with a release only: each list is asked for once, and a few hundred short ones are all there are. */
const lists = new Map<string, Named>();

/** A list of the API; null where it is refused at the moment. */
type Ask = <T>(path: string, query: Record<string, string>) => Promise<T[] | null>;

const address = (path: string) => `/v1/taxonomies/locations/${path}`;
/** Fails as the list does. */
const askStrictly =
  (visit: Visit): Ask =>
  (path, query) =>
    visit.call('GET', address(path), { query });
const askKindly =
  (visit: Visit): Ask =>
  async <T>(path: string, query: Record<string, string>) => {
    const answer = await visit.attempt<T[]>('GET', address(path), { query });
    return answer.ok ? answer.data : null;
  };

async function listOf(ask: Ask, path: string, query: Record<string, string>): Promise<Named | null> {
  const key = `${path} ${Object.values(query)}`;
  const known = lists.get(key);
  if (known) return known;
  const list = await ask<Named[number]>(path, query);
  if (list) lists.set(key, list);
  return list;
}

const statesOf = async (ask: Ask, country_code: string) =>
  country_code === '' ? [] : listOf(ask, 'states', { country_code });

/** What a list offers for a code. Where there is no list now, the choice stays: it must not be lost by saving. */
function choose(list: Named | null, code: string): [chosen: string, offered: Named] {
  if (!list) return [code, code === '' ? [] : [{ code, name: code }]];
  return [list.some((one) => one.code === code) ? code : '', list];
}

/**
 * The lists that belong to a choice; a state of another country and a city of another state are no choice. Fails where a
 * list can not be had, unless this is a form that is shown `again`, with what somebody has typed.
 */
export async function placeForm(visit: Visit, choice: PlaceChoice, again = false): Promise<PlaceForm> {
  const ask = again ? askKindly(visit) : askStrictly(visit);
  const [country_code, countries] = choose(await listOf(ask, 'countries', {}), choice.country_code);
  const [state_code, states] = choose(await statesOf(ask, country_code), choice.state_code);
  const query = { country_code, state_code };
  const cities = (state_code === '' ? null : await ask<{ name: string }>('cities', query)) ?? [];
  const city_name = state_code === '' ? '' : choice.city_name;
  return { country_code, state_code, city_name, countries, states, cities };
}

/** The names of a choice, for the preview: of lists that are known already, so that it costs nothing while one types. */
export async function placeNames(visit: Visit, { country_code, state_code, city_name }: PlaceChoice) {
  const ask = askKindly(visit);
  const nameIn = (list: Named | null, wanted: string) => list?.find(({ code }) => code === wanted)?.name ?? null;
  const country_name = nameIn(await listOf(ask, 'countries', {}), country_code);
  const state_name = nameIn(await statesOf(ask, country_name === null ? '' : country_code), state_code);
  return { country_name, state_name, city_name: (state_name && city_name) || null };
}
