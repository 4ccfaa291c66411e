import type { ViewerContact } from '../../core/enums.ts';
import { isRefused, MESSAGE_REFUSALS, REQUEST_REFUSALS } from './refusals.ts';
import type { ViewerRow } from './viewer.ts';

export type ViewerWire = {
  following: boolean;
  followed_by: boolean;
  contact: ViewerContact;
  blocked: boolean;
  can_message: boolean;
  can_request_contact: boolean;
};

/** A block in either direction closes everything, and on itself a profile can do nothing. */
const isOpen = (row: ViewerRow): boolean => !row.viewer_is_self && !row.viewer_blocks && !row.viewer_is_blocked;

/** Whether a message would be accepted; `expected`: in a conversation in which the other side has written. */
export function canMessage(row: ViewerRow, expected = false): boolean {
  const refused = isRefused(MESSAGE_REFUSALS, {
    unreachable: !isOpen(row),
    expected,
    inboxClosed: row.viewer_inbox_closed,
    areContacts: row.viewer_is_contact,
    contactsOnly: row.viewer_contacts_only,
  });
  return row.viewer_messaging && !refused;
}

function canRequestContact(row: ViewerRow): boolean {
  const refused = isRefused(REQUEST_REFUSALS, {
    unreachable: !isOpen(row),
    inboxClosed: row.viewer_requests_closed,
    areContacts: row.viewer_is_contact,
    asked: row.viewer_request === 'outgoing_request',
    isAsked: row.viewer_request === 'incoming_request',
    coolsDown: row.viewer_cools_down,
  });
  return row.viewer_networking && !refused;
}

/** Only an own block is shown. Managers see contacts and requests with `networking`, `can_message` with `messaging`. */
export function presentViewer(row: ViewerRow): ViewerWire {
  const open = isOpen(row);
  const known = open && row.viewer_is_contact;
  const networking = row.viewer_networking;
  return {
    following: open && row.viewer_following,
    followed_by: open && row.viewer_followed_by,
    contact: !networking ? 'none' : known ? 'contact' : (open && row.viewer_request) || 'none',
    blocked: networking && row.viewer_blocks,
    can_message: canMessage(row),
    can_request_contact: canRequestContact(row),
  };
}
