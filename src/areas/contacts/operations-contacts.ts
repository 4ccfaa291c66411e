import { type Operation, operation } from '../../http/operation.ts';
import { listContacts, removeContact } from './contacts.ts';
import { afterContacts, afterRemoval } from './hints.ts';
import { presentContactPage } from './present.ts';
import { ContactPage, ContactPath, ListContactsQuery, RemovedContact } from './schemas.ts';

/** Routes that list and remove contacts. Accepting a request creates them. */
export const contactOperations: readonly Operation[] = [
  operation({
    name: 'contacts.list',
    method: 'GET',
    path: '/v1/contacts',
    tag: 'Contacts',
    summary: 'List or search contacts',
    description:
      'Contacts of the acting profile. Contacts who are suspended or whose account waits for deletion are left out until that ends, of `contacts_count` too; deleted ones are removed. Guests have no contacts.',
    auth: { kind: 'credential', scope: { area: 'contacts', access: 'read' } },
    profile: 'required_or_guest',
    permissions: ['networking'],
    query: ListContactsQuery,
    output: ContactPage,
    tool: { description: 'The contacts of a profile, newest first (sort), with their number. q finds them by name.' },
    run: async ({ ctx, query }, reply) => {
      const page = presentContactPage(await listContacts(ctx, query), ctx.config);
      return reply.ok(page, afterContacts(page.items[0]?.profile.id ?? null));
    },
  }),

  operation({
    name: 'contacts.remove',
    done: 'Removed a contact',
    method: 'DELETE',
    path: '/v1/contacts/:contact_id',
    tag: 'Contacts',
    summary: 'Remove a contact',
    description:
      "Takes the id of the acting profile's own contact entry and removes the contact for both sides. The conversation stays. A new request can be sent immediately.",
    auth: { kind: 'credential', scope: { area: 'contacts', access: 'write' }, verifiedEmail: true },
    profile: 'required',
    permissions: ['networking'],
    errors: ['contact_not_found'],
    params: ContactPath,
    output: RemovedContact,
    run: async ({ params }, reply) =>
      reply.commit({
        commit: (ctx) => removeContact(ctx, params.contact_id),
        answer: (contact_id) => ({ data: { contact_id, removed: true }, agent: afterRemoval }),
      }),
  }),
];
