import { type BenchRequest, CONNECTIONS, callAs, rotated, type Scenario, shareOf } from './scenario.ts';

/** `GET /v1/posts/{id}` with an OAuth access token, compared with the same calls with API keys. */
export const readByToken: Scenario = {
  name: 'read-by-token',
  title: 'post read by OAuth token: token, key',
  operation: 'posts.get',
  oauth: true,
  connections: CONNECTIONS,
  requests: 16_000,
  send({ postIds, members }, connection, side) {
    const own = shareOf(members, connection, CONNECTIONS);
    return rotated(postIds, connection, CONNECTIONS).map((id, place): BenchRequest => {
      const member = own[place % own.length]!;
      const as = side === 'server' ? { ...member, token: member.oauthToken! } : member;
      return { method: 'GET', path: `/v1/posts/${id}`, headers: callAs(as) };
    });
  },
  floor: 'itself',
};
