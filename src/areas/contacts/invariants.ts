import { differing, lacksEvent } from '../../db/invariants.ts';
import { CONTRIBUTIONS, countedRows } from '../profiles/contributions.ts';

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
