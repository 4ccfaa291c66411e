import { setReaction } from '../../src/areas/posts/reactions.ts';
import type { ReactionType } from '../../src/core/enums.ts';
import { type BenchRequest, CONNECTIONS, callAs, type Scenario, shareOf } from './scenario.ts';
import { memberFinder } from './write-values.ts';

/**
 * `PUT /v1/posts/{id}/reaction`: each connection likes the posts in its own share, then removes each like, so that
 * every request changes something and a whole pass leaves the world unchanged.
 */
export const react: Scenario = {
  name: 'react',
  title: 'react to a post',
  bare: true,
  operation: 'posts.set_reaction',
  connections: CONNECTIONS,
  requests: 6_000,
  send({ postIds, members }, connection) {
    const own = shareOf(members, connection, CONNECTIONS);
    const set = (active: boolean) =>
      shareOf(postIds, connection, CONNECTIONS).map(
        (id, place): BenchRequest => ({
          method: 'PUT',
          path: `/v1/posts/${id}/reaction`,
          // The other of the two members wrote the post.
          headers: callAs(own[(place + 1) % own.length]!, 'application/json'),
          body: JSON.stringify({ reaction_type: 'celebrate', active }),
        }),
      );
    return [...set(true), ...set(false)];
  },
  floor(app, tools) {
    const memberOf = memberFinder(tools);
    app.put('/v1/posts/:id/reaction', async (request, reply) => {
      const { reaction_type, active } = request.body as { reaction_type: ReactionType; active: boolean };
      const { id: postId } = request.params as { id: string };
      const ctx = tools.ctx(memberOf(request), 'posts.set_reaction', request);
      const row = await setReaction(ctx, { postId, reactionType: reaction_type, active });
      return reply.type('application/json').send(JSON.stringify(row));
    });
  },
};
