import type { PoolClient } from 'pg';
import { newId } from '../../src/core/ids.ts';
import { LIMITS } from '../../src/core/limits.ts';
import { LAST_ID, viewerOf } from './reader-values.ts';
import {
  type BenchRequest,
  callAs,
  type FloorTools,
  type Member,
  type Scenario,
  type Side,
  shareOf,
  type World,
} from './scenario.ts';
import { memberFinder, writeValues } from './write-values.ts';

const CONNECTIONS = 16;
const EVENTS = 8;
const NOTE = 'We met at the fair in spring. Would you like to stay in touch?';

/** The two members of a connection become contacts and remove the contact again. */
function send({ members }: World, connection: number, side: Side): BenchRequest[] {
  const [asking, asked] = shareOf(members, connection, CONNECTIONS) as [Member, Member];
  const asAsking = callAs(asking, 'application/json');
  const data = (body: string) => (side === 'server' ? JSON.parse(body).data : JSON.parse(body));
  return [
    {
      method: 'POST',
      path: '/v1/contact-requests',
      headers: asAsking,
      body: JSON.stringify({ profile_id: asked.profileId, message: NOTE }),
      keep: (body, pass) => {
        pass['request'] = data(body).contact_request.id;
      },
    },
    {
      method: 'POST',
      path: '/',
      headers: callAs(asked, 'application/json'),
      body: JSON.stringify({ decision: 'accept' }),
      pathIn: (pass) => `/v1/contact-requests/${pass['request']}/respond`,
    },
    {
      method: 'GET',
      path: '/v1/contacts?limit=1',
      headers: callAs(asking),
      keep: (body, pass) => {
        pass['contact'] = data(body).items[0].contact.id;
      },
    },
    {
      method: 'DELETE',
      path: '/',
      headers: callAs(asking),
      pathIn: (pass) => `/v1/contacts/${pass['contact']}`,
    },
  ];
}

async function inTransaction<T>({ pool }: FloorTools, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } finally {
    client.release();
  }
}

/**
 * A contact request, its acceptance with everything that creates, and the removal: three writes and a list with one
 * item.
 */
export const makeContact: Scenario = {
  name: 'make-contact',
  title: 'send a contact request, accept it, find and remove the contact',
  operation: ['contacts.create_request', 'contacts.respond', 'contacts.list', 'contacts.remove'],
  network: true,
  connections: CONNECTIONS,
  requests: 4_000,
  send,
  floor(app, tools) {
    const memberOf = memberFinder(tools);
    const [lock, insert] = [tools.query('contacts.lock_for_request'), tools.query('contacts.insert_request')];
    const [lockRequest, accept] = [tools.query('contacts.lock_request'), tools.query('contacts.accept')];
    const [find, list, remove] = ['find_request', 'list', 'remove'].map((name) => tools.query(`contacts.${name}`));
    app.post('/v1/contact-requests', async (request, reply) => {
      const { profile_id: target_id, message } = request.body as { profile_id: string; message: string };
      const member = memberOf(request);
      const values = {
        ...viewerOf(member),
        ...writeValues(member, 'contacts.create_request', request, EVENTS, ['networking']),
        profile_type: 'human',
        target_id,
        max_open: LIMITS.contact_request.max_open,
        id: newId(),
        message,
        expires_at: new Date(Date.now() + LIMITS.contact_request.expires_ms),
      };
      const row = await inTransaction(tools, async (client) => {
        await lock(values, client);
        return (await insert(values, client)).rows[0];
      });
      return reply
        .code(201)
        .type('application/json')
        .send(JSON.stringify({ contact_request: row }));
    });
    app.post('/v1/contact-requests/:id/respond', async (request, reply) => {
      const { id } = request.params as { id: string };
      const member = memberOf(request);
      const values = {
        ...viewerOf(member),
        ...writeValues(member, 'contacts.respond', request, EVENTS, ['networking']),
        id,
        preview: NOTE,
        contact_id: newId(),
        other_contact_id: newId(),
        conversation_id: newId(),
        message_id: newId(),
      };
      const row = await inTransaction(tools, async (client) => {
        await lockRequest(values, client);
        await accept(values, client);
        return (await find!(values, client)).rows[0];
      });
      return reply.type('application/json').send(JSON.stringify(row));
    });
    app.get('/v1/contacts', async (request, reply) => {
      const member = memberOf(request);
      const values = { ...viewerOf(member), owner_id: member.profileId, before_id: LAST_ID, rows: 2 };
      const { rows } = await list!(values);
      const items = rows.slice(0, 1).map((row) => ({ contact: { id: row['contact_id'] }, row }));
      return reply.type('application/json').send(JSON.stringify({ items }));
    });
    app.delete('/v1/contacts/:id', async (request, reply) => {
      const { id } = request.params as { id: string };
      const values = writeValues(memberOf(request), 'contacts.remove', request, EVENTS, ['networking']);
      const { rows } = await remove!({ ...values, id });
      return reply.type('application/json').send(JSON.stringify(rows[0]));
    });
  },
};
