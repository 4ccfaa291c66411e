import { listFeed } from '../../src/areas/feed/feed.ts';
import { type BenchRequest, CONNECTIONS, callAs, rotated, type Scenario } from './scenario.ts';
import { memberFinder } from './write-values.ts';

/**
 * `GET /v1/feed`: the first page of members who follow so many profiles, in a network of 100,000 posts. The bare floor joins
 * and sorts: with many follows, it takes up to thirty times as long as the server.
 */
const readFeed = (follows: number, requests: number): Scenario => ({
  name: `read-feed-${follows}`,
  title: `feed of a member who follows ${follows.toLocaleString('en-US')}`,
  operation: 'feed.list',
  connections: CONNECTIONS,
  requests,
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

export const readSmallFeed = readFeed(10, 4_000);
export const readFeedOfHundreds = readFeed(200, 2_000);
export const readFeedOfThousands = readFeed(2000, 500);
