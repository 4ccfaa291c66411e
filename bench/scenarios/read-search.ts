import { searchPosts } from '../../src/areas/search/posts.ts';
import { searchProfiles } from '../../src/areas/search/profiles.ts';
import type { Ctx } from '../../src/ctx.ts';
import { type BenchRequest, CONNECTIONS, callAs, rotated, type Scenario } from './scenario.ts';
import { memberFinder } from './write-values.ts';

/** A name of few, a word of many, a misspelled name. */
const PROFILE_QUERIES = ['robin', 'member', 'robing examples'];
/** Words of some posts, a word of almost all, a phrase of some. */
const POST_QUERIES = ['pager quiet', 'text', '"may arrive twice"'];

/** A search among 100,000 posts and their authors. Every member sends each query. */
function readSearch(what: 'profiles' | 'posts', queries: readonly string[], search: Search): Scenario {
  return {
    name: `search-${what}`,
    title: `search for ${what}`,
    operation: `search.${what}`,
    connections: CONNECTIONS,
    requests: 2_400,
    feeds: true,
    send: ({ members }, connection) =>
      rotated(members, connection, CONNECTIONS).flatMap((member) =>
        queries.map(
          (q): BenchRequest => ({
            method: 'GET',
            path: `/v1/search/${what}?q=${encodeURIComponent(q)}`,
            headers: callAs(member),
          }),
        ),
      ),
    floor(app, tools) {
      const memberOf = memberFinder(tools);
      app.get(`/v1/search/${what}`, async (request, reply) => {
        const { q } = request.query as { q: string };
        const ctx = tools.ctx(memberOf(request), `search.${what}`, request);
        return reply
          .type('application/json')
          .send(JSON.stringify(await search(ctx, { q, limit: 20, view: 'default' })));
      });
    },
  };
}

type Search = (ctx: Ctx, input: { q: string; limit: number; view: 'default' }) => Promise<object>;

export const searchForProfiles = readSearch('profiles', PROFILE_QUERIES, searchProfiles);
export const searchForPosts = readSearch('posts', POST_QUERIES, async (ctx, input) => {
  const { set, next_cursor } = await searchPosts(ctx, input);
  return { items: set.listed, next_cursor };
});
