import { exampleInvitation, exampleManagedProfile } from '../access/examples.ts';
import { exampleActor, exampleAddressee, exampleRequest } from '../contacts/examples.ts';
import { exampleItem } from '../conversations/examples.ts';
import { exampleCursor } from '../events/examples.ts';
import { exampleNotification } from '../notifications/examples.ts';
import { exampleCompactProfile, exampleProfile } from '../profiles/examples.ts';
import type { HomeWire } from './schemas.ts';

type Named = {
  id: string;
  username: string;
  name: string;
  occupation: string | null;
  type: typeof exampleProfile.type;
};
const compact = ({ id, username, type, name, occupation }: Named) => ({
  ...exampleCompactProfile,
  ...{ id, username, type, name, occupation },
  avatar_url: null,
});

/** One unread conversation and one contact request are pending. */
export const exampleHome: HomeWire = {
  needs_human: { count: 0, items: [] },
  unread_conversations: { count: 1, items: [{ ...exampleItem, unread_count: 2, profile: compact(exampleProfile) }] },
  incoming_contact_requests: {
    count: 1,
    items: [
      {
        contact_request: exampleRequest,
        requester: exampleActor,
        requester_profile: compact(exampleProfile),
        addressee_profile: compact(exampleAddressee),
      },
    ],
  },
  invitations: {
    count: 1,
    items: [
      {
        access_grant: { ...exampleInvitation, manager_profile: compact(exampleAddressee) },
        managed_profile: compact(exampleManagedProfile),
      },
    ],
  },
  pending_approvals: { count: 0, items: [] },
  returned_drafts: { count: 0, items: [] },
  notifications: { count: 1, items: [exampleNotification] },
  budgets: null,
  events_cursor: exampleCursor,
};
