import type { ViewerContact } from '../../core/enums.ts';
import type { ViewerRow } from './viewer.ts';

/** `Profile.viewer` on the wire. */
export type ViewerWire = {
  following: boolean;
  followed_by: boolean;
  contact: ViewerContact;
  blocked: boolean;
  can_message: boolean;
  can_request_contact: boolean;
};

/**
 * The acting profile's relation to another one. A block in either direction closes everything, and only an own block is
 * shown; on itself a profile can do nothing. Managers see contacts, requests and blocks only with `networking`, and
 * `can_message` only with `messaging`, as both reveal blocks.
 */
export function presentViewer(row: ViewerRow): ViewerWire {
  const open = !row.viewer_is_self && !row.viewer_blocks && !row.viewer_is_blocked;
  const known = open && row.viewer_is_contact;
  const messages = row.viewer_message_policy;
  const canMessage = messages === 'anyone' || (messages === 'contacts' && known);
  const canAsk =
    !known && !row.viewer_request && !row.viewer_cools_down && row.viewer_contact_request_policy === 'anyone';
  const networking = row.viewer_networking;
  return {
    following: open && row.viewer_following,
    followed_by: open && row.viewer_followed_by,
    contact: !networking ? 'none' : known ? 'contact' : (open && row.viewer_request) || 'none',
    blocked: networking && row.viewer_blocks,
    can_message: row.viewer_messaging && open && canMessage,
    can_request_contact: networking && open && canAsk,
  };
}
