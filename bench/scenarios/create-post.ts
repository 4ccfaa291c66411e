import { createPost as create, draftPost } from '../../src/areas/posts/create.ts';
import { CONNECTIONS, callAs, type Scenario, shareOf } from './scenario.ts';
import { POST_TEXT } from './texts.ts';
import { memberFinder } from './write-values.ts';

/** `POST /v1/posts`: text only. Each connection writes for its own members, like separate clients. */
export const createPost: Scenario = {
  name: 'create-post',
  title: 'create text post',
  bare: true,
  operation: 'posts.create',
  connections: CONNECTIONS,
  requests: 4_000,
  send: ({ members }, connection) =>
    shareOf(members, connection, CONNECTIONS).map((member) => ({
      method: 'POST',
      path: '/v1/posts',
      headers: callAs(member, 'application/json'),
      body: JSON.stringify({ body: POST_TEXT }),
    })),
  floor(app, tools) {
    const memberOf = memberFinder(tools);
    app.post('/v1/posts', async (request, reply) => {
      const ctx = tools.ctx(memberOf(request), 'posts.create', request);
      const draft = draftPost(ctx, request.body as { body: string }, 0);
      const { row } = await create(ctx, { ...draft, images: [] });
      return reply.code(201).type('application/json').send(JSON.stringify(row));
    });
  },
};
