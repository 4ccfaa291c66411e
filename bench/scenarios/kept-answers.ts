import type { BenchRequest, KeptAnswer, Scenario } from './scenario.ts';

const CONNECTIONS = 16;

type Kept = Pick<Scenario, 'name' | 'title' | 'operation' | 'requests'> & {
  path: string;
  headers?: Record<string, string>;
  /** Whether the readers have it already. */
  isKnown?: boolean;
};

/**
 * A read that costs no statement and answers the same bytes each time: the floor sends those bytes out of its memory,
 * and compares entity tags where readers send one.
 */
function keptAnswer({ path, headers = {}, isKnown = false, ...rest }: Kept): Scenario {
  const kept: BenchRequest = { method: 'GET', path, headers };
  return {
    ...rest,
    kept,
    connections: CONNECTIONS,
    status: isKnown ? 304 : 200,
    send({ answers }) {
      const { tag } = answers[rest.name]!;
      return [isKnown ? { ...kept, headers: { ...headers, 'if-none-match': tag } } : kept];
    },
    floor(app, { world }) {
      const { type, encoding, tag, body } = world.answers[rest.name] as KeptAnswer;
      const bytes = Buffer.from(body, 'base64');
      app.get(path.split('?')[0]!, async (request, reply) => {
        reply.header('etag', tag);
        if (request.headers['if-none-match'] === tag) return reply.code(304).send();
        if (encoding) reply.header('content-encoding', encoding);
        return reply.type(type).send(bytes);
      });
    },
  };
}

const CITIES = '/v1/taxonomies/locations/cities?country_code=PT&state_code=11';
const cities = { operation: 'taxonomies.list_cities', path: CITIES, requests: 16_000 };
const GUIDE = '/docs/guides/first-post';
const guide = { operation: 'docs.get_guide', path: GUIDE };

/** `GET /v1/taxonomies/locations/cities` without a credential: the cities of one state, some dozens. */
export const readCities = keptAnswer({ ...cities, name: 'read-cities', title: 'cities of a state' });
/** The same for who has them already. */
export const readKnownCities = keptAnswer({
  ...cities,
  name: 'read-cities-304',
  title: 'cities of a state, known (304)',
  isKnown: true,
});

/** `GET /docs`. */
export const readDocs = keptAnswer({
  name: 'read-docs',
  title: 'first page of the documentation',
  operation: 'docs.get_home',
  path: '/docs',
  requests: 8_000,
});
/** A guide, which is some dozens of KB. */
export const readGuide = keptAnswer({ ...guide, name: 'read-guide', title: 'a guide', requests: 6_000 });
/** The same as browsers ask for it; the floor sends bytes that are compressed already. */
export const readPackedGuide = keptAnswer({
  ...guide,
  name: 'read-guide-br',
  title: 'a guide, compressed',
  headers: { 'accept-encoding': 'br' },
  requests: 2_000,
});
