import { readEvents } from '../../src/areas/events/list.ts';
import { presentEvent } from '../../src/areas/events/present.ts';
import { type BenchRequest, CONNECTIONS, callAs, rotated, type Scenario } from './scenario.ts';
import { memberFinder } from './write-values.ts';

/** `GET /v1/events`: the first page of a member's log. */
export const pollEvents: Scenario = {
  name: 'poll-events',
  title: 'a page of events',
  operation: 'events.list',
  connections: CONNECTIONS,
  requests: 4_000,
  network: true,
  send: ({ members }, connection) =>
    rotated(members, connection, CONNECTIONS).map(
      (member): BenchRequest => ({ method: 'GET', path: '/v1/events', headers: callAs(member) }),
    ),
  floor(app, tools) {
    const memberOf = memberFinder(tools);
    app.get('/v1/events', async (request, reply) => {
      const ctx = tools.ctx(memberOf(request), 'events.list', request);
      const { events, ...page } = await readEvents(ctx, { limit: 20 });
      return reply.type('application/json').send(JSON.stringify({ items: events.map(presentEvent), ...page }));
    });
  },
};
