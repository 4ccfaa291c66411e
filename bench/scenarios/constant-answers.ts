import { type BenchRequest, CONNECTIONS, type ConstantAnswer, type Scenario } from './scenario.ts';

type Constant = Pick<Scenario, 'name' | 'title' | 'operation' | 'requests'> & {
  path: string;
  headers?: Record<string, string>;
  /** Whether the client sends the entity tag of a cached response. */
  isKnown?: boolean;
};

/**
 * A read without statements whose response never changes: the floor sends those bytes from memory, and compares entity
 * tags if the scenario sends one.
 */
function constantAnswer({ path, headers = {}, isKnown = false, ...rest }: Constant): Scenario {
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
      const { type, encoding, tag, body } = world.answers[rest.name] as ConstantAnswer;
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

/** `GET /v1/taxonomies/locations/cities` without a credential: the cities of one state, a few dozen. */
export const readCities = constantAnswer({ ...cities, name: 'read-cities', title: 'cities of a state' });
/** The same for a client that has cached them. */
export const readKnownCities = constantAnswer({
  ...cities,
  name: 'read-cities-304',
  title: 'cities of a state, cached (304)',
  isKnown: true,
});

/** `GET /docs`. */
export const readDocs = constantAnswer({
  name: 'read-docs',
  title: 'first page of the documentation',
  operation: 'docs.get_home',
  path: '/docs',
  requests: 8_000,
});
/** A guide of a few dozen KB. */
export const readGuide = constantAnswer({ ...guide, name: 'read-guide', title: 'a guide', requests: 6_000 });
/** The same with the compression that browsers request; the floor sends bytes that are already compressed. */
export const readPackedGuide = constantAnswer({
  ...guide,
  name: 'read-guide-br',
  title: 'a guide, compressed',
  headers: { 'accept-encoding': 'br' },
  requests: 2_000,
});
