import { noteDisclosure } from '../conversations/note.ts';
import { type ProfileAddresses, type ProfilePresenter, presentListedProfile } from '../profiles/present.ts';
import { presentActor } from '../profiles/present-actor.ts';
import type { ListedProfileRow } from '../profiles/queries.ts';
import type { ContactPage, ContactRow } from './contacts.ts';
import type { RequestPage, RequestRow, RequestWithOther } from './requests.ts';
import type { ContactRequestWire, ContactWire } from './schemas.ts';

export function presentRequest(row: RequestRow): ContactRequestWire {
  return {
    id: row.id,
    profile_id: row.addressee_profile_id,
    requester_id: row.requester_actor_id,
    requester_profile_id: row.requester_profile_id,
    status: row.status,
    message: row.message,
    ai_disclosure: noteDisclosure(row),
    responded_at: row.responded_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** A request with both sides: `row` has the other side, `own` the acting one. */
export function presentItem<P>(
  row: RequestWithOther,
  own: ListedProfileRow,
  addresses: ProfileAddresses,
  present: ProfilePresenter<P>,
) {
  const incoming = row.addressee_profile_id === own.profile_id;
  const [requester, addressee] = incoming ? [row, own] : [own, row];
  return {
    contact_request: presentRequest(row),
    requester: presentActor(row, requester, addresses),
    requester_profile: present(requester, addresses),
    addressee_profile: present(addressee, addresses),
  };
}

export function presentRequestPage({ page, own }: RequestPage, addresses: ProfileAddresses) {
  return {
    items: page.items.map((row) => presentItem(row, own, addresses, presentListedProfile)),
    next_cursor: page.next_cursor,
  };
}

/** The answer to a request as its addressee sees it: the other side is the requester. */
export function presentResponded(row: RequestWithOther, addresses: ProfileAddresses) {
  return {
    contact_request: presentRequest(row),
    requester: presentActor(row, row, addresses),
    requester_profile: presentListedProfile(row, addresses),
  };
}

function presentContact(row: ContactRow): ContactWire {
  return {
    id: row.contact_id,
    owner_actor_id: row.owner_actor_id,
    owner_entity_id: row.owner_entity_id,
    owner_entity_type: row.owner_entity_type,
    contact_actor_id: row.contact_actor_id,
    created_from_contact_request_id: row.created_from_contact_request_id,
    created_at: row.contact_created_at.toISOString(),
    updated_at: row.contact_updated_at.toISOString(),
  };
}

export function presentContactPage(page: ContactPage, addresses: ProfileAddresses) {
  const items = page.items.map((row) => ({
    contact: presentContact(row),
    actor: presentActor(row, row, addresses),
    profile: presentListedProfile(row, addresses),
  }));
  return { items, next_cursor: page.next_cursor, contacts_count: page.contacts_count };
}
