import { newId } from '../../../src/core/ids.ts';
import { askForContact, contactIdOf, makeContacts } from '../../support/contacts.ts';
import { type Member, makeMember } from '../../support/members.ts';
import { type AreaContract, type Foreign, type Made, one } from '../contract.ts';
import type { World } from '../world.ts';

const requestToMe: Made<Record<string, string>> = async (w) => ({
  contact_request_id: await askForContact(w.t, await makeMember(w.t), w.me),
});

const requestOfMine: Made<Record<string, string>> = async (w) => ({
  contact_request_id: await askForContact(w.t, w.me, await makeMember(w.t)),
});

const strangersRequest: Foreign = {
  what: 'a request between two others',
  path: async (w) => ({ contact_request_id: await askForContact(w.t, await makeMember(w.t), w.stranger) }),
  code: 'contact_request_not_found',
};

const answersRequest = { missing: 'contact_request_not_found', foreign: [strangersRequest] } as const;

const newContact = async (w: World, one: Member) => {
  const other = await makeMember(w.t);
  await makeContacts(w.t, one, other);
  return other;
};

export default {
  recipes: {
    'contacts.create_request': {
      body: async (w) => ({ profile_id: (await makeMember(w.t)).profile.id, message: 'We met at the talk.' }),
      foreign: [
        {
          what: 'a suspended profile',
          body: {
            foreign: (w) => ({ profile_id: w.suspended.profile.id }),
            missing: () => ({ profile_id: newId() }),
          },
          code: 'profile_not_found',
        },
      ],
    },
    'contacts.list_requests': {},
    'contacts.get_request': { ...answersRequest, path: requestToMe },
    'contacts.respond': {
      ...answersRequest,
      body: () => ({ decision: 'accept' }),
      path: requestToMe,
      foreign: [strangersRequest, { what: 'its own request', path: requestOfMine, code: 'permission_denied' }],
    },
    'contacts.withdraw': {
      ...answersRequest,
      path: requestOfMine,
      foreign: [
        strangersRequest,
        { what: 'a request of the other side', path: requestToMe, code: 'permission_denied' },
      ],
    },
    'contacts.list': {},
    'contacts.remove': {
      path: async (w) => ({ contact_id: await contactIdOf(w.t, w.me, await newContact(w, w.me)) }),
      missing: 'contact_not_found',
      foreign: [
        {
          what: "the other side's row",
          path: async (w) => ({ contact_id: await contactIdOf(w.t, await newContact(w, w.me), w.me) }),
          code: 'contact_not_found',
        },
        {
          what: 'a contact of a stranger',
          path: async (w) => ({ contact_id: await contactIdOf(w.t, w.stranger, await newContact(w, w.stranger)) }),
          code: 'contact_not_found',
        },
      ],
    },
  },
  permissions: {
    'contacts.create_request': one('networking'),
    'contacts.list_requests': one('networking'),
    'contacts.get_request': one('networking'),
    'contacts.respond': one('networking'),
    'contacts.withdraw': one('networking'),
    'contacts.list': one('networking'),
    'contacts.remove': one('networking'),
  },
  roundTrips: {
    'contacts.create_request': 1,
    'contacts.get_request': 1,
    'contacts.list': 2,
    'contacts.list_requests': 2,
    'contacts.remove': 1,
    'contacts.respond': 2,
    'contacts.withdraw': 1,
  },
} satisfies AreaContract;
