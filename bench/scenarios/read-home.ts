import { readHome } from '../../src/areas/home/service.ts';
import { type BenchRequest, CONNECTIONS, callAs, rotated, type Scenario } from './scenario.ts';
import { memberFinder } from './write-values.ts';

/** `GET /v1/home`: what is pending for a member with unread conversations. */
export const readHomeOfMember: Scenario = {
  name: 'read-home',
  title: 'what is pending, with unread conversations',
  bare: true,
  operation: 'home.get',
  connections: CONNECTIONS,
  requests: 4_000,
  network: true,
  send: ({ members }, connection) =>
    rotated(members, connection, CONNECTIONS).map(
      (member): BenchRequest => ({ method: 'GET', path: '/v1/home', headers: callAs(member) }),
    ),
  floor(app, tools) {
    const memberOf = memberFinder(tools);
    app.get('/v1/home', async (request, reply) =>
      reply
        .type('application/json')
        .send(JSON.stringify(await readHome(tools.ctx(memberOf(request), 'home.get', request)))),
    );
  },
};
