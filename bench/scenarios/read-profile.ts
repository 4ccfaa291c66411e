import { referenceValues } from '../../src/areas/profiles/reference.ts';
import { type BenchRequest, CONNECTIONS, rotated, type Scenario, UNCACHED } from './scenario.ts';

/** `GET /v1/profiles/{username}` without a credential: members with an avatar. */
export const readProfile: Scenario = {
  name: 'read-profile',
  title: 'public profile read, by username',
  operation: 'profiles.get',
  connections: CONNECTIONS,
  requests: 16_000,
  send: ({ members }, connection) =>
    rotated(members, connection, CONNECTIONS).map(
      ({ username }): BenchRequest => ({ method: 'GET', path: `/v1/profiles/${username}`, headers: UNCACHED }),
    ),
  floor(app, { query }) {
    const find = query('profiles.find_by_username');
    app.get('/v1/profiles/:name', async (request, reply) => {
      const { name } = request.params as { name: string };
      const { rows } = await find({ ...referenceValues(name), now: new Date() });
      return reply.type('application/json').send(JSON.stringify(rows[0]));
    });
  },
};
