import { newId } from '../../src/core/ids.ts';
import { type BenchRequest, callAs, type Member, type Scenario, shareOf } from './scenario.ts';
import { memberFinder, writeValues } from './write-values.ts';

const CONNECTIONS = 16;
const EVENTS = 2;

/** `POST` and `DELETE /v1/profile-follows`: the two members of a connection follow and unfollow each other. */
export const follow: Scenario = {
  name: 'follow',
  title: 'follow and unfollow a profile',
  operation: ['follows.create', 'follows.remove'],
  connections: CONNECTIONS,
  requests: 4_000,
  send({ members }, connection) {
    const [one, other] = shareOf(members, connection, CONNECTIONS) as [Member, Member];
    return [[one, other] as const, [other, one] as const].flatMap(([from, { profileId }]): BenchRequest[] => [
      {
        method: 'POST',
        path: '/v1/profile-follows',
        headers: callAs(from, 'application/json'),
        body: JSON.stringify({ followed_profile_id: profileId }),
      },
      { method: 'DELETE', path: `/v1/profile-follows/${profileId}`, headers: callAs(from) },
    ]);
  },
  floor(app, tools) {
    const find = tools.query('follows.find_target');
    const insert = tools.query('follows.insert');
    const remove = tools.query('follows.delete');
    const memberOf = memberFinder(tools);
    app.post('/v1/profile-follows', async (request, reply) => {
      const { followed_profile_id: followed_id } = request.body as { followed_profile_id: string };
      const values = {
        ...writeValues(memberOf(request), 'follows.create', request, EVENTS, ['following']),
        id: newId(),
        followed_id,
      };
      await find(values);
      const { rows } = await insert(values);
      return reply.code(201).type('application/json').send(JSON.stringify(rows[0]));
    });
    app.delete('/v1/profile-follows/:id', async (request, reply) => {
      const { id: followed_id } = request.params as { id: string };
      const values = writeValues(memberOf(request), 'follows.remove', request, EVENTS, ['following']);
      const { rows } = await remove({ ...values, followed_id });
      return reply.type('application/json').send(JSON.stringify(rows[0]));
    });
  },
};
