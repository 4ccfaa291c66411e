import { and, eq, ne, or, sql } from '../../db/drizzle.ts';
import { differing, lacksEvent } from '../../db/invariants.ts';
import { named, qb } from '../../db/query.ts';
import { profiles } from '../../db/schema/profiles.ts';
import { contactRequests, contacts as ct } from '../../db/schema/relations.ts';
import { p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import type { Erasure } from '../erasure.ts';
import { type ExportSection, exportOwner, listOwned, memberOf } from '../export-section.ts';
import { CONTRIBUTIONS, countedRows } from '../profiles/contributions.ts';
import { cr, isOpen } from '../relations/contact-requests.ts';
import { otherSideOf } from './requests.ts';

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

const profileId = p('profile_id', 'uuid');

/** Both rows of each contact. The other side may be a guest, which has no counters and no event log. */
const removeContacts = statement(
  'contacts.remove_all_of',
  { profile_id: 'uuid' },
  sql<{ id: string; other_profile_id: string }>`with own as (
    delete from ${writes('contacts')} where owner_entity_id = ${profileId}
  ), theirs as (
    delete from ${writes('contacts')} where contact_entity_id = ${profileId}
      and owner_entity_id in (select contact_entity_id from contacts where owner_entity_id = ${profileId})
    returning id, owner_entity_id, owner_entity_type
  )
  select id, owner_entity_id as other_profile_id from theirs where owner_entity_type = 'profile'`,
);

const withdrawRequests = statement(
  'contacts.withdraw_all_of',
  { now: 'timestamptz', profile_id: 'uuid' },
  qb
    .update(cr)
    .set({ status: 'withdrawn', updatedAt: p('now', 'timestamptz') })
    .where(and(isOpen, or(eq(cr.requesterProfileId, profileId), eq(cr.addresseeProfileId, profileId))))
    .returning({
      id: cr.id,
      other_profile_id: sql<string>`${otherSideOf(profileId)}`.as('other_profile_id'),
      requester_profile_id: named(cr.requesterProfileId, 'requester_profile_id'),
      addressee_profile_id: named(cr.addresseeProfileId, 'addressee_profile_id'),
      status: cr.status,
    }),
);

const eraseNotes = statement(
  'contacts.erase_notes',
  { account_id: 'uuid' },
  qb
    .update(contactRequests)
    .set({ message: '' })
    .from(profiles)
    .where(
      and(
        eq(profiles.accountId, p('account_id')),
        eq(contactRequests.requesterProfileId, profiles.id),
        ne(contactRequests.message, ''),
      ),
    ),
);

/** Removes the contacts of a profile and withdraws its pending requests, and later erases the notes of its requests. */
export const erasure: Erasure = {
  async profile(tx, { profileId }) {
    const contacts = await removeContacts.all(tx, { profile_id: profileId });
    const requests = await withdrawRequests.all(tx, { profile_id: profileId, now: tx.now() });
    const byIt = { actorProfileId: profileId };
    return {
      events: [
        ...contacts.map(({ id, other_profile_id }) => ({
          ...byIt,
          type: 'contact.removed' as const,
          profileId: other_profile_id,
          objectId: id,
          data: { contact_profile_id: profileId },
        })),
        ...requests.map(({ id, other_profile_id, ...request }) => ({
          ...byIt,
          type: 'contact_request.withdrawn' as const,
          profileId: other_profile_id,
          objectId: id,
          data: request,
        })),
      ],
    };
  },
  account: async (ctx, account_id) => void (await eraseNotes.all(ctx, { account_id })),
};

export const invariants: Readonly<Record<string, string>> = {
  profile_contacts_are_rows: differing('profile', 'contacts', countedRows(CONTRIBUTIONS.profile_counters.contacts)),
  contacts_are_mutual: `select c.id from contacts c
    where not exists (select 1 from contacts o where o.owner_actor_id = c.contact_actor_id and o.contact_actor_id = c.owner_actor_id)`,
  no_pending_request_between_contacts_or_blocked: `select cr.id from contact_requests cr where cr.status = 'pending' and (
    exists (select 1 from contacts c where c.owner_entity_id = cr.requester_profile_id and c.contact_entity_id = cr.addressee_profile_id)
    or exists (select 1 from blocks b where (b.blocker_profile_id, b.blocked_profile_id)
      in ((cr.requester_profile_id, cr.addressee_profile_id), (cr.addressee_profile_id, cr.requester_profile_id))))`,
  contacts_have_an_accepted_request: `select c.id from contacts c where c.created_from_contact_request_id is not null
    and not exists (select 1 from contact_requests cr where cr.id = c.created_from_contact_request_id and cr.status = 'accepted'
      and (c.owner_entity_id, c.contact_entity_id)
        in ((cr.requester_profile_id, cr.addressee_profile_id), (cr.addressee_profile_id, cr.requester_profile_id)))`,
  requests_have_the_requesters_actor: `select cr.id from contact_requests cr join actors ac on ac.id = cr.requester_actor_id
    where ac.entity_id <> cr.requester_profile_id`,
  requests_by_managers_have_a_grant: `select cr.id from contact_requests cr where cr.manager_profile_id is not null
    and not exists (select 1 from access_grants g where g.id = cr.grant_id and g.profile_id = cr.requester_profile_id
      and g.manager_profile_id = cr.manager_profile_id)`,
  contact_requests_have_events: `select cr.id from contact_requests cr
    where ${lacksEvent('cr.created_at', "'contact_request.created'", 'cr.id')}`,
  expired_contact_requests_have_events: `select cr.id from contact_requests cr where cr.status = 'expired'
    and ${lacksEvent('cr.updated_at', "'contact_request.expired'", 'cr.id')}`,
};
