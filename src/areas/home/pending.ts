import { sql } from '../../db/drizzle.ts';
import { statement } from '../../db/statement.ts';
import { waitingInvitations } from '../access/lists.ts';
import { waitingRequests } from '../contacts/requests.ts';
import { unreadSides } from '../conversations/lists.ts';
import { unread } from '../notifications/list.ts';
import { needsHuman } from '../notifications/needs-human.ts';
import { awaitingApproval } from '../posts/approvals.ts';

export type PendingRow = {
  epoch: string;
  last_position: number;
  unread: number;
  /** These two are limited, and include those of hidden members. */
  requests: number;
  invitations: number;
  approvals: number;
  needs_human: number;
  notifications: number;
};

/** The position of the event log, and what is pending for the acting profile, in one snapshot. */
export const readPending = statement<PendingRow>(
  'home.read_pending',
  sql`select el.epoch, el.last_position, ${unreadSides.count} as unread, ${waitingRequests.some} as requests,
      ${waitingInvitations.some} as invitations, ${awaitingApproval.count} as approvals,
      ${needsHuman.count} as needs_human, ${unread} as notifications
    from event_log el where el.single`,
);
