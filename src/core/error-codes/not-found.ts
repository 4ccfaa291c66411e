import { field, op, PROFILE_HEADER, text } from '../operation-text.ts';
import type { ErrorSpec } from './spec.ts';

/** 404: the object does not exist or is hidden from the caller. Both get the same response, so ids reveal nothing. */
export const notFound = {
  route_not_found: {
    status: 404,
    message: 'There is nothing at this address.',
    hint: [
      text`Check the spelling of the path (${field('did_you_mean')}, if present, has near ones): ${op('meta.list_operations')} lists all.`,
      'Use ids exactly as the service returned them.',
    ],
  },
  post_not_found: {
    status: 404,
    message: 'There is no such post, or it is not visible to the caller.',
    hint: [
      text`Check the id: the post may have been removed, or be visible only to another of your profiles (${PROFILE_HEADER}).`,
      text`${op('posts.list_of_profile')} lists those that you can read.`,
    ],
    hintFor: {
      anonymous: [
        'Check the id: the post may have been removed, or be visible only to signed-in members.',
        text`${op('posts.list_of_profile')} lists the public posts of a profile.`,
      ],
    },
  },
  upload_not_found: {
    status: 404,
    message: 'There is no such upload for the acting profile.',
    hint: [
      'An upload is used once, within 30 minutes, by the profile that created it.',
      text`Create another with ${op('uploads.create')} and send the picture again.`,
    ],
  },
  profile_not_found: {
    status: 404,
    message: 'There is no such profile, or it is not visible to the caller.',
    hint: [
      'Check the id or username: the profile may have been renamed, hidden or deleted.',
      text`${op('profiles.lookup')} takes up to 50 and names in not_found those that it does not find; ${op('me.get')} lists your own.`,
    ],
    hintFor: {
      anonymous: [
        'Check the id or username: the profile may have been renamed, hidden or deleted.',
        text`${op('profiles.lookup')} takes up to 50 and names in not_found those that it does not find; some are visible only to members.`,
      ],
    },
  },
  conversation_not_found: {
    status: 404,
    message: 'The acting profile has no such conversation.',
    hint: [
      text`${op('conversations.list')} lists those of the profile in ${PROFILE_HEADER}: check the id, or send another of your profiles.`,
      text`${op('conversations.open_direct')} opens the one with a profile.`,
    ],
  },
  message_not_found: {
    status: 404,
    message: 'There is no such message in this conversation.',
    hint: text`${op('conversations.list_messages')} lists its messages, newest first: take message_id from there.`,
  },
  contact_not_found: {
    status: 404,
    message: 'The acting profile has no such contact.',
    hint: [
      'Either side may have removed it.',
      text`${op('contacts.list')} lists the contacts of the profile in ${PROFILE_HEADER}: take contact.id from there, not the id of a profile or of the other side.`,
    ],
  },
  contact_request_not_found: {
    status: 404,
    message: 'The acting profile has no such contact request.',
    hint: text`${op('contacts.list_requests')} lists those of the profile in ${PROFILE_HEADER}, with direction incoming or outgoing: check the id, or act as the profile that sent or received the request.`,
  },
  access_grant_not_found: {
    status: 404,
    message: 'There is no such invitation or access grant.',
    hint: [
      text`${op('access.list_invitations')} lists the invitations that await your answer; ${op('access.list')} lists the grants of a profile that you manage: take the id of the access_grant from there.`,
      text`${PROFILE_HEADER} narrows the call to one side: send the managed profile (the invited one to answer or resign), or leave it out.`,
    ],
  },
  webhook_not_found: {
    status: 404,
    message: 'There is no such webhook in this account.',
    hint: text`It may have been deleted, or have profiles that are not attached to this credential. ${op('webhooks.list')} lists the webhooks that it may use; ${op('webhooks.create')} creates one.`,
  },
  delivery_not_found: {
    status: 404,
    message: 'There is no such delivery for this webhook.',
    hint: text`${op('webhooks.list_deliveries')} lists the stored deliveries: take delivery_id from there. They are kept as long as events, which ${op('events.list')} lists too.`,
  },
  api_key_not_found: {
    status: 404,
    message: 'There is no such API key in this account.',
    hint: text`${op('keys.list')} lists the keys with their ids: use the id, a UUID, not the secret or its prefix.`,
  },
  session_not_found: {
    status: 404,
    message: 'There is no such session in this account.',
    hint: text`${op('account.list_sessions')} lists the active sessions with their ids${text`; ${op('account.revoke_session')} also accepts the word current for the calling session`}.`,
  },
  export_not_found: {
    status: 404,
    message: 'There is no such export in this account.',
    hint: [
      'It may have expired.',
      text`${op('exports.create')} creates a new one${text`; poll it with ${op('exports.get')} until its status is ready`}.`,
    ],
  },
  appeal_not_found: {
    status: 404,
    message: 'There is no open appeal with this id.',
    hint: text`${op('operator.list_appeals')} lists the open ones: another operator may have decided about it, or a later decision replaced the one of the appeal.`,
  },
  block_not_found: {
    status: 404,
    message: 'The acting profile has no such block.',
    hint: text`${op('safety.list_blocks')} lists the members that the profile in ${PROFILE_HEADER} has blocked: act as the profile that created the block.`,
  },
  notification_not_found: {
    status: 404,
    message: 'The acting profile has no such notification.',
    hint: text`${op('notifications.list')} lists those of the profile in ${PROFILE_HEADER}. ${op('notifications.mark_read')} without up_to_id marks all of them as read.`,
  },
  oauth_grant_not_found: {
    status: 404,
    message: 'There is no such authorization in this account.',
    hint: text`${op('oauth_grants.list')} lists the applications that the account has authorized; an authorization that is missing there has already ended.`,
  },
  verification_not_found: {
    status: 404,
    message: 'There is no such verification for a profile that you may edit.',
    hint: [
      text`${op('verifications.list')} lists the verifications of your profiles; ${op('verifications.create')} starts one.`,
      text`A deleted profile has none; ${PROFILE_HEADER} narrows the call to that profile.`,
    ],
  },
  report_not_found: {
    status: 404,
    message: 'There is no such report.',
    hint: text`Check the id: ${op('operator.list_reports')} lists the reports of each status.`,
  },
  account_not_found: {
    status: 404,
    message: 'There is no such account.',
    hint: text`Check the id: ${op('operator.list_reports')} has those of reported members. An erased account has none.`,
  },
  operation_not_found: {
    status: 404,
    message: 'There is no operation with this name.',
    hint: text`Use one of ${field('did_you_mean')}, if present: ${op('meta.list_operations')} lists the names of all operations that this credential may use.`,
  },
} as const satisfies Record<string, ErrorSpec>;
