import { followProfile, reserveFollow, unfollowProfile } from '../../src/areas/follows/follow.ts';
import { type BenchRequest, CONNECTIONS, callAs, type Member, type Scenario, shareOf } from './scenario.ts';
import { memberFinder } from './write-values.ts';

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
    const memberOf = memberFinder(tools);
    app.post('/v1/profile-follows', async (request, reply) => {
      const { followed_profile_id } = request.body as { followed_profile_id: string };
      const ctx = tools.ctx(memberOf(request), 'follows.create', request);
      await reserveFollow({ ctx, reserveLimit: async () => {} }, followed_profile_id);
      const row = await followProfile(ctx, followed_profile_id);
      return reply.code(201).type('application/json').send(JSON.stringify(row));
    });
    app.delete('/v1/profile-follows/:id', async (request, reply) => {
      const { id } = request.params as { id: string };
      const row = await unfollowProfile(tools.ctx(memberOf(request), 'follows.remove', request), id);
      return reply.type('application/json').send(JSON.stringify(row));
    });
  },
};
