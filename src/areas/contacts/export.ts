import { eq } from '../../db/drizzle.ts';
import { named } from '../../db/query.ts';
import { contacts as ct } from '../../db/schema/relations.ts';
import { type ExportSection, exportOwner, listOwned, memberOf } from '../export-section.ts';
import { cr } from '../relations/contact-requests.ts';

const requestColumns = [
  cr.id,
  cr.requesterProfileId,
  cr.addresseeProfileId,
  cr.status,
  cr.message,
  cr.expiresAt,
  cr.respondedAt,
  cr.createdAt,
  cr.updatedAt,
];

export const exportSections: readonly ExportSection[] = [
  {
    path: 'contacts.json',
    about: 'Contacts of the profiles.',
    lists: [
      listOwned(
        'profile',
        'contacts',
        ct.id,
        [
          ct.id,
          named(ct.ownerEntityId, 'profile_id'),
          named(ct.contactEntityId, 'contact_profile_id'),
          memberOf(ct.contactEntityId).as('member'),
          ct.createdFromContactRequestId,
          ct.createdAt,
        ],
        eq(ct.ownerEntityId, exportOwner),
      ),
    ],
  },
  {
    path: 'contact_requests.json',
    about: 'Contact requests that the profiles sent and received.',
    lists: [
      listOwned(
        'profile',
        'requests_made',
        cr.id,
        // Only the requester may know which of its managers sent the request.
        [...requestColumns, cr.managerProfileId, memberOf(cr.addresseeProfileId).as('member')],
        eq(cr.requesterProfileId, exportOwner),
      ),
      listOwned(
        'profile',
        'requests_got',
        cr.id,
        [...requestColumns, memberOf(cr.requesterProfileId).as('member')],
        eq(cr.addresseeProfileId, exportOwner),
      ),
    ],
  },
];
