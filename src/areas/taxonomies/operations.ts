import { z } from 'zod';
import type { AgentHints } from '../../core/errors.ts';
import { type Operation, operation } from '../../http/operation.ts';
import { afterCities, afterCountries, afterNoMatch, afterStates } from './hints.ts';
import { havingText } from './place-names.ts';
import { listCities, listCountries, listStates } from './places.ts';
import { CitiesQuery, City, CountriesQuery, Country, State, StatesQuery } from './schemas.ts';

/** Places only change with a release of the service. */
const shared = {
  auth: { kind: 'public' },
  profile: 'none',
  cache: { maxAgeSeconds: 86_400 },
} as const;

// Read at startup: the first request need not wait, and a broken installation fails early.
listCountries();

/** A list can be empty without a search: a country without states. */
function hints(found: readonly unknown[], q: string | undefined, normal: AgentHints): AgentHints {
  return found.length === 0 && q !== undefined ? afterNoMatch : normal;
}

export const taxonomyOperations: readonly Operation[] = [
  operation({
    name: 'taxonomies.list_countries',
    method: 'GET',
    path: '/v1/taxonomies/locations/countries',
    tag: 'Taxonomies',
    summary: 'List the countries that a profile can be in',
    description: 'All at once, sorted by English name, ignoring accents.',
    ...shared,
    query: CountriesQuery,
    output: z.array(Country),
    run: async (request, reply) => {
      const { q } = request.query;
      const found = listCountries(q);
      return reply.ok(found, hints(found, q, afterCountries));
    },
  }),

  operation({
    name: 'taxonomies.list_states',
    method: 'GET',
    path: '/v1/taxonomies/locations/states',
    tag: 'Taxonomies',
    summary: 'List the states of a country',
    description:
      'States, provinces or other divisions of the country, sorted by name. Use codes exactly as listed. Two states can share a name (a city and its surroundings), but never a code. Empty for a country without states.',
    ...shared,
    errors: ['invalid_location'],
    query: StatesQuery,
    output: z.array(State),
    run: async (request, reply) => {
      const { country_code, q } = request.query;
      const found = havingText(listStates(country_code), q, ({ name }) => [name]);
      return reply.ok([...found], hints(found, q, afterStates));
    },
  }),

  operation({
    name: 'taxonomies.list_cities',
    method: 'GET',
    path: '/v1/taxonomies/locations/cities',
    tag: 'Taxonomies',
    summary: 'List the cities of a state',
    description:
      'Sorted by name, without duplicates. Use codes exactly as the countries and states are listed. A region without cities of its own, such as `ARA` in France, lists the cities of the states in it. Empty if no city is known.',
    ...shared,
    errors: ['invalid_location'],
    query: CitiesQuery,
    output: z.array(City),
    run: async (request, reply) => {
      const { country_code, state_code, q } = request.query;
      const names = havingText(listCities(country_code, state_code), q, (name) => [name]);
      const cities = names.map((name) => ({ name }));
      return reply.ok(cities, hints(names, q, afterCities));
    },
  }),
];
