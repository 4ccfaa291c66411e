import { z } from 'zod';
import {
  ACTOR_TYPES,
  AI_DISCLOSURES,
  CONTACT_REQUEST_DECISIONS,
  CONTACT_REQUEST_DIRECTIONS,
  CONTACT_REQUEST_STATUSES,
  SORT_ORDERS,
} from '../../core/enums.ts';
import { LIMITS } from '../../core/limits.ts';
import { pageQuery } from '../../core/pagination.ts';
import { line, prose } from '../../core/text.ts';
import { pathSegment } from '../../core/url-input.ts';
import { profileReference } from '../../core/username.ts';
import { viewQuery } from '../../core/view.ts';
import { pageOf } from '../../http/envelope.ts';
import { Profile } from '../profiles/schemas.ts';
import { Actor } from '../profiles/schemas-actor.ts';

export const ContactRequest = z
  .object({
    id: z.uuid(),
    profile_id: z.uuid().describe('The profile that received the request.'),
    requester_id: z.uuid().describe('The actor that sent the request.'),
    requester_profile_id: z.uuid().describe('The profile that sent the request.'),
    status: z.enum(CONTACT_REQUEST_STATUSES),
    message: z.string().describe('The note of the requester, or `""`.'),
    ai_disclosure: z.enum(AI_DISCLOSURES),
    responded_at: z.iso.datetime().nullable().describe('When it was accepted or rejected.'),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'ContactRequest' });

export const Contact = z
  .object({
    id: z.uuid().describe("The acting profile's own entry, which DELETE takes. The other side has its own."),
    owner_actor_id: z.uuid(),
    owner_entity_id: z.uuid().describe('The profile that has this contact.'),
    owner_entity_type: z.enum(ACTOR_TYPES),
    contact_actor_id: z.uuid(),
    created_from_contact_request_id: z.uuid().nullable(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Contact' });

export const ContactRequestAnswer = z.object({ contact_request: ContactRequest });
export const ContactRequestItem = z
  .object({
    contact_request: ContactRequest,
    requester: Actor,
    requester_profile: Profile,
    addressee_profile: Profile,
  })
  .meta({ id: 'ContactRequestItem' });
export const ContactRequestPage = pageOf('ContactRequestPage', ContactRequestItem);
export const RespondedContactRequest = ContactRequestItem.omit({ addressee_profile: true });
export const ContactItem = z.object({ contact: Contact, actor: Actor, profile: Profile }).meta({ id: 'ContactItem' });
export const ContactPage = pageOf('ContactPage', ContactItem, {
  contacts_count: z.int().describe('All contacts of the acting profile, whatever `q` is.'),
});
export const RemovedContact = z.object({ contact_id: z.uuid(), removed: z.boolean() });

export const CreateContactRequest = z.strictObject({
  profile_id: profileReference().describe('The id or username of the profile to send the request to.'),
  message: prose(LIMITS.contact_request_message.max_length)
    .default('')
    .describe('A note. It becomes a message in the conversation when the request is accepted.'),
});
export const RespondToContactRequest = z.strictObject({
  decision: z.enum(CONTACT_REQUEST_DECISIONS).describe('`accept` makes both profiles contacts.'),
});

export const ContactRequestPath = z.strictObject({ contact_request_id: pathSegment() });
export const ContactPath = z.strictObject({ contact_id: pathSegment() });
export const ListContactRequestsQuery = z.strictObject({
  direction: z
    .enum(CONTACT_REQUEST_DIRECTIONS)
    .default('incoming')
    .describe('`incoming`: sent by others. `outgoing`: sent by the acting profile.'),
  status: z.enum(CONTACT_REQUEST_STATUSES).optional().describe('Only requests with this status. By default, all.'),
  ...pageQuery,
  ...viewQuery,
});
export const ListContactsQuery = z.strictObject({
  q: line(LIMITS.search_text.max_length)
    .optional()
    .describe(
      'Only contacts whose name, username, call name or occupation contains this text, ignoring case and accents. Blank returns all.',
    ),
  sort: z.enum(SORT_ORDERS).default('newest').describe('By the time at which they became contacts.'),
  ...pageQuery,
  ...viewQuery,
});
export const ReadQuery = z.strictObject(viewQuery);

export type ContactRequestWire = z.output<typeof ContactRequest>;
export type ContactWire = z.output<typeof Contact>;
export type CreateContactRequestInput = z.output<typeof CreateContactRequest>;
