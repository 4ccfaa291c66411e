import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { answers } from '../../http/envelope.ts';
import { listContacts, removeContact } from './contacts.ts';
import { exampleContact, exampleContactItem } from './examples.ts';
import { afterContacts, afterRemoval } from './hints.ts';
import { presentContactPage } from './present.ts';
import { ContactPage, ContactPath, ListContactsQuery, RemovedContact } from './schemas.ts';

const tags = ['Contacts'];

/** Routes that list and remove contacts. Accepting a request creates them. */
export const contactRoutes: FastifyPluginAsync = async (instance) => {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const addresses = app.deps.config;

  app.get(
    '/v1/contacts',
    {
      config: {
        operation: 'contacts.list',
        auth: { kind: 'credential', scope: { area: 'contacts', access: 'read' } },
        profile: 'required_or_guest',
        permissions: ['networking'],
        errors: ['invalid_cursor'],
        example: { data: { items: [exampleContactItem], next_cursor: null } },
      },
      schema: {
        summary: 'List or search contacts',
        description:
          'Contacts of the acting profile, newest first. Suspended contacts are left out until the suspension ends but still count in `contacts_count`; deleted ones are removed. Guests have no contacts.',
        tags,
        querystring: ListContactsQuery,
        response: answers(ContactPage),
      },
    },
    async ({ ctx, query }, reply) =>
      reply.ok(presentContactPage(await listContacts(ctx, query), query.view, addresses), afterContacts),
  );

  app.delete(
    '/v1/contacts/:contact_id',
    {
      config: {
        operation: 'contacts.remove',
        auth: { kind: 'credential', scope: { area: 'contacts', access: 'write' }, verifiedEmail: true },
        profile: 'required',
        permissions: ['networking'],
        errors: ['contact_not_found'],
        example: { data: { contact_id: exampleContact.id, removed: true } },
      },
      schema: {
        summary: 'Remove a contact',
        description:
          "Takes the id of the acting profile's own contact entry and removes the contact for both sides. The conversation stays. A new request can be sent immediately.",
        tags,
        params: ContactPath,
        response: answers(RemovedContact),
      },
    },
    async ({ params }, reply) =>
      reply.commit({
        commit: (ctx) => removeContact(ctx, params.contact_id),
        answer: (contact_id) => ({ data: { contact_id, removed: true }, agent: afterRemoval }),
      }),
  );
};
