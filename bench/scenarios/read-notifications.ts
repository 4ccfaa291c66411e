import { listNotifications } from '../../src/areas/notifications/list.ts';
import { type BenchRequest, CONNECTIONS, callAs, rotated, type Scenario } from './scenario.ts';
import { memberFinder } from './write-values.ts';

/** `GET /v1/notifications`: the first page, of reactions and contacts. */
export const readNotifications: Scenario = {
  name: 'read-notifications',
  title: 'notifications',
  operation: 'notifications.list',
  connections: CONNECTIONS,
  requests: 4_000,
  network: true,
  send: ({ members }, connection) =>
    rotated(members, connection, CONNECTIONS).map(
      (member): BenchRequest => ({ method: 'GET', path: '/v1/notifications', headers: callAs(member) }),
    ),
  floor(app, tools) {
    const memberOf = memberFinder(tools);
    app.get('/v1/notifications', async (request, reply) => {
      const ctx = tools.ctx(memberOf(request), 'notifications.list', request);
      return reply.type('application/json').send(JSON.stringify(await listNotifications(ctx, { limit: 20 })));
    });
  },
};
