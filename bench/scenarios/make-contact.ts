import { removeContact } from '../../src/areas/contacts/contacts.ts';
import { createContactRequest } from '../../src/areas/contacts/create.ts';
import { respondToRequest } from '../../src/areas/contacts/respond.ts';
import type { CreateContactRequestInput } from '../../src/areas/contacts/schemas.ts';
import { LAST_ID, viewerOf } from './reader-values.ts';
import {
  type BenchRequest,
  CONNECTIONS,
  callAs,
  type Member,
  type Scenario,
  type Side,
  shareOf,
  type World,
} from './scenario.ts';
import { memberFinder } from './write-values.ts';

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
    const list = tools.query('contacts.list');
    app.post('/v1/contact-requests', async (request, reply) => {
      const ctx = tools.ctx(memberOf(request), 'contacts.create_request', request);
      const row = await createContactRequest(ctx, request.body as CreateContactRequestInput);
      return reply
        .code(201)
        .type('application/json')
        .send(JSON.stringify({ contact_request: row }));
    });
    app.post('/v1/contact-requests/:id/respond', async (request, reply) => {
      const { id } = request.params as { id: string };
      const ctx = tools.ctx(memberOf(request), 'contacts.respond', request);
      const row = await respondToRequest(ctx, id, 'accept');
      return reply.type('application/json').send(JSON.stringify(row));
    });
    app.get('/v1/contacts', async (request, reply) => {
      const member = memberOf(request);
      const values = { ...viewerOf(member), owner_id: member.profileId, before_id: LAST_ID, rows: 2 };
      const { rows } = await list(values);
      const items = rows.slice(0, 1).map((row) => ({ contact: { id: row['contact_id'] }, row }));
      return reply.type('application/json').send(JSON.stringify({ items }));
    });
    app.delete('/v1/contacts/:id', async (request, reply) => {
      const { id } = request.params as { id: string };
      const ctx = tools.ctx(memberOf(request), 'contacts.remove', request);
      return reply.type('application/json').send(JSON.stringify({ id: await removeContact(ctx, id) }));
    });
  },
};
