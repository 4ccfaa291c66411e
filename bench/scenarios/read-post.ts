import { authorReads } from '../../src/areas/posts/readers.ts';
import { type BenchRequest, CONNECTIONS, callAs, rotated, type Scenario, shareOf, UNCACHED } from './scenario.ts';

const REQUESTS = 16_000;
const POPULAR = 8;

/** `GET /v1/posts/{id}` without a credential, for all posts of the world. */
export const readPublic: Scenario = {
  name: 'read-public',
  title: 'public post read',
  bare: true,
  operation: 'posts.get',
  connections: CONNECTIONS,
  requests: REQUESTS,
  send: ({ postIds }, connection) =>
    rotated(postIds, connection, CONNECTIONS).map(
      (id): BenchRequest => ({ method: 'GET', path: `/v1/posts/${id}`, headers: UNCACHED }),
    ),
  floor(app, { query }) {
    const load = query('posts.read_one anonymous');
    app.get('/v1/posts/:id', async (request, reply) => {
      const { id } = request.params as { id: string };
      const { rows } = await load({ id });
      return reply.type('application/json').send(JSON.stringify(rows[0]));
    });
  },
};

/** The same with responses that the server may cache for a second, for a few posts that many callers read. */
export const readRepeated: Scenario = {
  ...readPublic,
  name: 'read-repeated',
  title: 'public post read, repeated',
  send: ({ postIds }) =>
    postIds.slice(0, POPULAR).map((id): BenchRequest => ({ method: 'GET', path: `/v1/posts/${id}` })),
};

/** The same with an API key and an acting profile: the response contains the caller's own reaction and permissions. */
export const readAuthenticated: Scenario = {
  name: 'read-authenticated',
  title: 'authenticated post read',
  operation: 'posts.get',
  connections: CONNECTIONS,
  requests: REQUESTS,
  send({ postIds, members }, connection) {
    const own = shareOf(members, connection, CONNECTIONS);
    return rotated(postIds, connection, CONNECTIONS).map(
      (id, place): BenchRequest => ({
        method: 'GET',
        path: `/v1/posts/${id}`,
        headers: callAs(own[place % own.length]!),
      }),
    );
  },
  floor(app, { query }) {
    const load = query('posts.read_one member');
    app.get('/v1/posts/:id', async (request, reply) => {
      const { id } = request.params as { id: string };
      const profileId = request.headers['x-profile-id'];
      const { rows } = await load({
        id,
        ...authorReads({ profile_id: String(profileId), own_ids: [String(profileId)] }),
      });
      return reply.type('application/json').send(JSON.stringify(rows[0]));
    });
  },
};
