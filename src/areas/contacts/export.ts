import { sql } from '../../db/drizzle.ts';
import { type ExportSection, exportOwner, listById, memberOf } from '../export-section.ts';

const requestColumns = sql`cr.id, cr.requester_profile_id, cr.addressee_profile_id, cr.status, cr.message,
  cr.expires_at, cr.responded_at, cr.created_at, cr.updated_at`;

export const exportSections: readonly ExportSection[] = [
  {
    path: 'contacts.json',
    about: 'Contacts of the profiles.',
    lists: [
      listById(
        'profile',
        'contacts',
        sql`ct.id, ct.owner_entity_id as profile_id, ct.contact_entity_id as contact_profile_id,
          ${memberOf(sql`ct.contact_entity_id`)} as member, ct.created_from_contact_request_id, ct.created_at`,
        sql`contacts ct where ct.owner_entity_id = ${exportOwner}`,
        sql`ct.id`,
      ),
    ],
  },
  {
    path: 'contact_requests.json',
    about: 'Contact requests that the profiles sent and received.',
    lists: [
      listById(
        'profile',
        'requests_made',
        // Only the requester may know which of its managers sent the request.
        sql`${requestColumns}, cr.manager_profile_id, ${memberOf(sql`cr.addressee_profile_id`)} as member`,
        sql`contact_requests cr where cr.requester_profile_id = ${exportOwner}`,
        sql`cr.id`,
      ),
      listById(
        'profile',
        'requests_got',
        sql`${requestColumns}, ${memberOf(sql`cr.requester_profile_id`)} as member`,
        sql`contact_requests cr where cr.addressee_profile_id = ${exportOwner}`,
        sql`cr.id`,
      ),
    ],
  },
];
