import { listFeed } from '../../src/areas/feed/feed.ts';
import { type BenchRequest, CONNECTIONS, callAs, rotated, type Scenario } from './scenario.ts';
import { memberFinder } from './write-values.ts';

/** `GET /v1/feed`: the first page of members who follow so many profiles, in a network of 100,000 posts. */
const readFeed = (follows: number): Scenario => ({
  name: `read-feed-${follows}`,
  title: `feed of a member who follows ${follows.toLocaleString('en-US')}`,
  operation: 'feed.list',
  connections: CONNECTIONS,
  // The bare floor joins and sorts: with many follows, it takes a hundred times as long as the server.
  requests: follows > 1000 ? 800 : 4_000,
  feeds: true,
  bare: true,
  send: ({ members }, connection) =>
    rotated(
      members.filter((member) => member.follows === follows),
      connection,
      CONNECTIONS,
    ).map((member): BenchRequest => ({ method: 'GET', path: '/v1/feed', headers: callAs(member) })),
  floor(app, tools) {
    const memberOf = memberFinder(tools);
    app.get('/v1/feed', async (request, reply) => {
      const ctx = tools.ctx(memberOf(request), 'feed.list', request);
      const { set, ...page } = await listFeed(ctx, { limit: 20, view: 'default' });
      const quoted = [...set.byId.values()].filter(({ id }) => page.items.every((item) => item.id !== id));
      return reply.type('application/json').send(JSON.stringify({ ...page, quoted }));
    });
  },
});

export const readSmallFeed = readFeed(10);
export const readFeedOfHundreds = readFeed(200);
export const readFeedOfThousands = readFeed(2000);
