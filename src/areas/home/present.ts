import { presentInvitation } from '../access/present.ts';
import { presentItem } from '../contacts/present.ts';
import { presentCompactSide } from '../conversations/present.ts';
import { presentNotification } from '../notifications/present.ts';
import { type Addresses, presentCompactPost } from '../posts/present.ts';
import { presentCompactProfile } from '../profiles/present.ts';
import type { HomeWire } from './schemas.ts';
import type { Home, Part } from './service.ts';

function presentPart<Row, Item>(part: Part<Row> | null, present: (row: Row) => Item) {
  return part && { count: part.count, items: part.items.map(present) };
}

/** Each part looks like a page of its list, with short profiles and posts. */
export function presentHome(home: Home, addresses: Addresses): HomeWire {
  return {
    unread_conversations: presentPart(home.unread, (row) => presentCompactSide(row, addresses)),
    incoming_contact_requests: presentPart(home.requests, (row) =>
      presentItem(row, home.own!, addresses, presentCompactProfile),
    ),
    invitations: presentPart(home.invitations, (row) => presentInvitation(row, addresses, presentCompactProfile)),
    pending_approvals: presentPart(home.approvals, (row) => presentCompactPost(row, addresses)),
    returned_drafts: presentPart(home.returned, (row) => presentCompactPost(row, addresses)),
    needs_human: presentPart(home.needsHuman, ({ asked_at, count: _, ...row }) => ({
      ...row,
      asked_at: asked_at.toISOString(),
    })),
    notifications: presentPart(home.notifications, (row) => presentNotification(row, addresses)),
    missing_rights: Object.fromEntries(Object.entries(home.lacking).filter(([, rights]) => rights.length > 0)),
    budgets: home.budgets,
    events_cursor: home.eventsCursor,
  };
}
