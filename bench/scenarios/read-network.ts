import { LAST_ID, viewerOf } from './reader-values.ts';
import { type BenchRequest, CONNECTIONS, callAs, type Scenario, shareOf } from './scenario.ts';
import { memberFinder } from './write-values.ts';

const ROWS = 21;

const reading = { connections: CONNECTIONS, requests: 8_000, network: true } satisfies Partial<Scenario>;

/** `GET /v1/contacts?q=`: a page of the caller's contacts whose name contains a text; all of them do. */
export const readContacts: Scenario = {
  ...reading,
  name: 'read-contacts',
  title: 'contacts, searched by name',
  operation: 'contacts.list',
  send: ({ members }, connection) =>
    shareOf(members, connection, CONNECTIONS).map(
      (member): BenchRequest => ({ method: 'GET', path: '/v1/contacts?q=robin', headers: callAs(member) }),
    ),
  floor(app, tools) {
    const search = tools.query('contacts.search');
    const memberOf = memberFinder(tools);
    app.get('/v1/contacts', async (request, reply) => {
      const member = memberOf(request);
      const { q } = request.query as { q: string };
      const { rows } = await search({
        ...viewerOf(member),
        owner_id: member.profileId,
        before_id: LAST_ID,
        q,
        rows: ROWS,
      });
      return reply.type('application/json').send(JSON.stringify(rows));
    });
  },
};

/** `GET /v1/conversations`: the first page, with some unread ones. */
export const readConversations: Scenario = {
  ...reading,
  name: 'read-conversations',
  title: 'conversations, first page',
  operation: 'conversations.list',
  send: ({ members }, connection) =>
    shareOf(members, connection, CONNECTIONS).map(
      (member): BenchRequest => ({ method: 'GET', path: '/v1/conversations', headers: callAs(member) }),
    ),
  floor(app, tools) {
    const list = tools.query('conversations.list');
    const memberOf = memberFinder(tools);
    app.get('/v1/conversations', async (request, reply) => {
      const member = memberOf(request);
      const { rows } = await list({
        ...viewerOf(member),
        actor_id: member.actorId,
        before: 'infinity',
        before_id: LAST_ID,
        rows: ROWS,
      });
      return reply.type('application/json').send(JSON.stringify(rows));
    });
  },
};

/** `GET /v1/conversations/{id}/messages`: the newest ones, read by both sides. */
export const readMessages: Scenario = {
  ...reading,
  name: 'read-messages',
  title: 'messages of a conversation',
  operation: 'conversations.list_messages',
  send: ({ members, conversationIds }, connection) =>
    [0, 1].map((side) => ({
      method: 'GET',
      path: `/v1/conversations/${conversationIds[connection]}/messages`,
      headers: callAs(members[2 * connection + side]!),
    })),
  floor(app, tools) {
    const list = tools.query('conversations.list_messages');
    const memberOf = memberFinder(tools);
    app.get('/v1/conversations/:id/messages', async (request, reply) => {
      const { rows } = await list({
        actor_id: memberOf(request).actorId,
        conversation_id: (request.params as { id: string }).id,
        before_seq: 2_147_483_647,
        rows: ROWS,
      });
      return reply.type('application/json').send(JSON.stringify(rows));
    });
  },
};
