import { sendMessage as send } from '../../src/areas/conversations/send.ts';
import { CONNECTIONS, callAs, type Scenario } from './scenario.ts';
import { memberFinder } from './write-values.ts';

const TEXT = 'Thursday at ten suits me well. I will bring the drawings of the second floor.';

/** `POST /v1/conversations/{id}/messages`: each connection uses one conversation, whose two sides take turns. */
export const sendMessage: Scenario = {
  name: 'send-message',
  title: 'send a message',
  bare: true,
  operation: 'conversations.send_message',
  network: true,
  connections: CONNECTIONS,
  requests: 4_000,
  send: ({ members, conversationIds }, connection) =>
    [0, 1].map((side) => ({
      method: 'POST',
      path: `/v1/conversations/${conversationIds[connection]}/messages`,
      headers: callAs(members[2 * connection + side]!, 'application/json'),
      body: JSON.stringify({ body: TEXT }),
    })),
  floor(app, tools) {
    const memberOf = memberFinder(tools);
    app.post('/v1/conversations/:id/messages', async (request, reply) => {
      const { body } = request.body as { body: string };
      const { id } = request.params as { id: string };
      const ctx = tools.ctx(memberOf(request), 'conversations.send_message', request);
      const row = await send(ctx, id, { body });
      return reply.code(201).type('application/json').send(JSON.stringify(row));
    });
  },
};
