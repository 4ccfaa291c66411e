import { sql } from '../../../db/drizzle.ts';
import { isPending } from '../../relations/contact-requests.ts';
import { kind, ofObject, toOther } from './kind.ts';

/** A contact request, for its addressee: until it is answered, or gone because it was withdrawn or expired. */
export const contactRequestCreated = kind({
  type: 'contact_request.created',
  madeBy: { 'contact_request.created': toOther },
  holds: ({ object }) =>
    sql`exists (select from contact_requests cr where cr.id = ${object} and cr.status not in ('withdrawn', 'expired') offset 0)`,
  undoneBy: { 'contact_request.withdrawn': ofObject, 'contact_request.expired': ofObject },
  isOpen: (group) => sql`exists (select from contact_requests cr where cr.id = ${group} and ${isPending} offset 0)`,
  settledBy: ['contact_request.accepted', 'contact_request.rejected'],
});

/** The answer, for the requester. */
export const contactRequestAccepted = kind({
  type: 'contact_request.accepted',
  madeBy: { 'contact_request.accepted': toOther },
});
export const contactRequestRejected = kind({
  type: 'contact_request.rejected',
  madeBy: { 'contact_request.rejected': toOther },
});
