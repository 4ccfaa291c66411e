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

async function listOf(visit: Visit, path: string, query: Record<string, string>): Promise<Named> {
  const key = `${path} ${Object.values(query)}`;
  const known = lists.get(key);
  if (known) return known;
  const answer = await visit.attempt<Named>('GET', `/v1/taxonomies/locations/${path}`, { query });
  if (!answer.ok) return [];
  lists.set(key, answer.data);
  return answer.data;
}

const statesOf = (visit: Visit, country_code: string) =>
  country_code === '' ? [] : listOf(visit, 'states', { country_code });

/** The lists that belong to a choice; a state of another country and a city of another state are no choice. */
export async function placeForm(visit: Visit, choice: PlaceChoice): Promise<PlaceForm> {
  const countries = await listOf(visit, 'countries', {});
  const country_code = countries.some(({ code }) => code === choice.country_code) ? choice.country_code : '';
  const states = await statesOf(visit, country_code);
  const state_code = states.some(({ code }) => code === choice.state_code) ? choice.state_code : '';
  const query = { country_code, state_code };
  const answer =
    state_code === ''
      ? null
      : await visit.attempt<{ name: string }[]>('GET', '/v1/taxonomies/locations/cities', { query });
  const cities = answer?.ok ? answer.data : [];
  const city_name = state_code === '' ? '' : choice.city_name;
  return { country_code, state_code, city_name, countries, states, cities };
}

/** The names of a choice, for the preview: of lists that are known already, so that it costs nothing while one types. */
export async function placeNames(visit: Visit, { country_code, state_code, city_name }: PlaceChoice) {
  const nameIn = (list: Named, wanted: string) => list.find(({ code }) => code === wanted)?.name ?? null;
  const country_name = nameIn(await listOf(visit, 'countries', {}), country_code);
  const state_name = nameIn(await statesOf(visit, country_name === null ? '' : country_code), state_code);
  return { country_name, state_name, city_name: (state_name && city_name) || null };
}
