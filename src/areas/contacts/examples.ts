import { exampleProfile } from '../profiles/examples.ts';
import type { ActorWire } from '../profiles/schemas-actor.ts';
import type { ContactRequestWire, ContactWire } from './schemas.ts';

const at = '2026-03-02T10:00:00.000Z';
const ownProfileId = '0198c1a2-7b3c-7d4e-8f50-61728394a5c0';
const ownActorId = '0198c1a2-7b3c-7d4e-8f50-61728394a5c1';

export const exampleActor: ActorWire = {
  id: '0198c1a2-7b3c-7d4e-8f50-61728394a5b7',
  type: 'profile',
  entity_id: exampleProfile.id,
  handle: exampleProfile.username,
  name: exampleProfile.name,
  legal_name_verified: false,
  active_plan: 'core',
  avatar_url: null,
  dark_avatar_url: null,
  created_at: exampleProfile.created_at,
  updated_at: exampleProfile.updated_at,
};

const viewer = { following: false, followed_by: false, contact: 'none', blocked: false } as const;

/** Sent by Ada Lovelace to the acting profile. */
export const exampleRequest: ContactRequestWire = {
  id: '0198c1b0-1d2e-7f30-9a41-b2c3d4e5f607',
  profile_id: ownProfileId,
  requester_id: exampleActor.id,
  requester_profile_id: exampleProfile.id,
  status: 'pending',
  message: 'We met at the talk on engines.',
  responded_at: null,
  created_at: at,
  updated_at: at,
};

export const exampleAddressee = {
  ...exampleProfile,
  id: ownProfileId,
  url: 'https://network.example/@mary-somerville',
  username: 'mary-somerville',
  name: 'Mary Somerville',
  call_name: 'Mary',
  occupation: 'Astronomer',
  viewer: { ...viewer, can_message: false, can_request_contact: false },
};

export const exampleRequestItem = {
  contact_request: exampleRequest,
  requester: exampleActor,
  requester_profile: {
    ...exampleProfile,
    viewer: { ...viewer, contact: 'incoming_request' as const, can_message: true, can_request_contact: false },
  },
  addressee_profile: exampleAddressee,
};

export const exampleAccepted: ContactRequestWire = {
  ...exampleRequest,
  status: 'accepted',
  responded_at: '2026-03-02T11:15:00.000Z',
  updated_at: '2026-03-02T11:15:00.000Z',
};

const contactProfile = {
  ...exampleProfile,
  viewer: { ...viewer, contact: 'contact' as const, can_message: true, can_request_contact: false },
};

export const exampleResponse = {
  contact_request: exampleAccepted,
  requester: exampleActor,
  requester_profile: contactProfile,
};

export const exampleContact: ContactWire = {
  id: '0198c1b1-2e3f-7041-8b52-c3d4e5f60718',
  owner_actor_id: ownActorId,
  owner_entity_id: ownProfileId,
  owner_entity_type: 'profile',
  contact_actor_id: exampleActor.id,
  created_from_contact_request_id: exampleRequest.id,
  created_at: '2026-03-02T11:15:00.000Z',
  updated_at: '2026-03-02T11:15:00.000Z',
};

export const exampleContactItem = { contact: exampleContact, actor: exampleActor, profile: contactProfile };
