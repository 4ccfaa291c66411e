import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { answers } from '../../http/envelope.ts';
import { afterCities, afterCountries, afterStates } from './hints.ts';
import { listCities, listCountries, listStates } from './places.ts';
import { CitiesQuery, City, Country, State, StatesQuery } from './schemas.ts';

/** Places only change with a release of the service. */
const shared = {
  auth: { kind: 'public' },
  profile: 'none',
  cache: { maxAgeSeconds: 86_400 },
} as const;
const tags = ['Taxonomies'];

export const taxonomyRoutes: FastifyPluginAsync = async (instance) => {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  // Read at startup: the first request need not wait, and a broken installation fails early.
  const countries = listCountries();

  app.get(
    '/v1/taxonomies/locations/countries',
    {
      config: {
        ...shared,
        operation: 'taxonomies.list_countries',
        example: { data: [{ code: 'PT', name: 'Portugal', emoji: '🇵🇹' }] },
      },
      schema: {
        summary: 'List the countries that a profile can be in',
        description: 'All countries at once, sorted by English name, ignoring accents.',
        tags,
        response: answers(z.array(Country)),
      },
    },
    async (_request, reply) => reply.ok(countries, afterCountries),
  );

  app.get(
    '/v1/taxonomies/locations/states',
    {
      config: {
        ...shared,
        operation: 'taxonomies.list_states',
        errors: ['invalid_location'],
        example: { data: [{ code: '11', name: 'Lisbon' }] },
      },
      schema: {
        summary: 'List the states of a country',
        description:
          'States, provinces or other divisions of the country, sorted by name. Use codes exactly as listed. Two states can share a name (a city and its surroundings), but never a code. Empty for a country without states.',
        tags,
        querystring: StatesQuery,
        response: answers(z.array(State)),
      },
    },
    async (request, reply) => reply.ok(listStates(request.query.country_code), afterStates),
  );

  app.get(
    '/v1/taxonomies/locations/cities',
    {
      config: {
        ...shared,
        operation: 'taxonomies.list_cities',
        errors: ['invalid_location'],
        example: { data: [{ name: 'Lisbon' }, { name: 'Sintra' }] },
      },
      schema: {
        summary: 'List the cities of a state',
        description:
          'Sorted by name, without duplicates. Use codes exactly as the countries and states are listed. A region without cities of its own, such as `ARA` in France, lists the cities of the states in it. Empty if no city is known.',
        tags,
        querystring: CitiesQuery,
        response: answers(z.array(City)),
      },
    },
    async (request, reply) => {
      const names = await listCities(request.query.country_code, request.query.state_code);
      const cities = names.map((name) => ({ name }));
      return reply.ok(cities, afterCities);
    },
  );
};
