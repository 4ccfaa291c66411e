import { sql } from '../../db/drizzle.ts';
import { statement } from '../../db/statement.ts';
import { waitingInvitations } from '../access/lists.ts';
import { waitingRequests } from '../contacts/requests.ts';
import { needsHuman } from '../notifications/needs-human.ts';
import { awaitingApproval } from '../posts/approvals.ts';

export type PendingRow = {
  epoch: string;
  last_position: number;
  /** Whether there are any. Requests and invitations include those of hidden members. */
  requests: boolean;
  invitations: boolean;
  approvals: boolean;
  needs_human: boolean;
};

/**
 * The position of the event log and what is pending, in one snapshot. Of what is rarely pending only whether it is:
 * each plan node costs more than its rows.
 */
export const readPending = statement(
  'home.read_pending',
  {
    profile_id: 'uuid',
    viewer_profile_id: 'uuid?',
    approvable_kinds: 'text[]',
    now: 'timestamptz',
  },
  sql<PendingRow>`select el.epoch, el.last_position,
      ${waitingRequests.exist} as requests, ${waitingInvitations.exist} as invitations,
      ${awaitingApproval.exist} as approvals, ${needsHuman.exist} as needs_human
    from event_log el where el.single`,
);
