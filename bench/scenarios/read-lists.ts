import { listFollows } from '../../src/areas/follows/lists.ts';
import { listProfilePosts } from '../../src/areas/posts/lists.ts';
import { type BenchRequest, CONNECTIONS, rotated, type Scenario, UNCACHED } from './scenario.ts';

const PAGE = { limit: 20, view: 'default' } as const;

const reading = {
  connections: CONNECTIONS,
  requests: 8_000,
  feeds: true,
  bare: true,
} satisfies Partial<Scenario>;

const sendTo =
  (path: string): Scenario['send'] =>
  ({ authorIds }, connection) =>
    rotated(authorIds, connection, CONNECTIONS).map(
      (id): BenchRequest => ({ method: 'GET', path: `/v1/profiles/${id}/${path}`, headers: UNCACHED }),
    );

/** `GET /v1/profiles/{id}/followers` without a credential: the first page of members with many followers. */
export const readFollowers: Scenario = {
  ...reading,
  name: 'read-followers',
  title: 'followers, first page',
  operation: 'follows.list_followers',
  send: sendTo('followers'),
  floor(app, tools) {
    app.get('/v1/profiles/:id/followers', async (request, reply) => {
      const { id: profileId } = request.params as { id: string };
      const ctx = tools.anonymous('follows.list_followers', request);
      const page = await listFollows(ctx, { ...PAGE, profileId, direction: 'followers' });
      return reply.type('application/json').send(JSON.stringify(page));
    });
  },
};

/** `GET /v1/profiles/{id}/posts` without a credential: the first page. The bare floor reads one post. */
export const readPosts: Scenario = {
  ...reading,
  name: 'read-posts',
  title: 'posts of a profile, first page',
  operation: 'posts.list_of_profile',
  send: sendTo('posts'),
  floor(app, tools) {
    app.get('/v1/profiles/:id/posts', async (request, reply) => {
      const { id: profileId } = request.params as { id: string };
      const { page, set } = await listProfilePosts(tools.anonymous('posts.list_of_profile', request), {
        ...PAGE,
        profileId,
        status: 'published',
        kinds: undefined,
      });
      return reply.type('application/json').send(JSON.stringify({ ...page, posts: [...set.byId.values()] }));
    });
  },
};
