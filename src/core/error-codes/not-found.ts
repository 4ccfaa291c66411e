import type { ErrorSpec } from './spec.ts';

/** 404: the object does not exist or is not visible to the caller. Both get the same response, so ids reveal nothing. */
export const notFound = {
  route_not_found: {
    status: 404,
    message: 'There is nothing at this address.',
    hint: 'Check the spelling of the path: GET /v1/meta/operations lists every operation with its method and path, GET /v1 the documentation. Use only ids that the service returned.',
  },
  post_not_found: {
    status: 404,
    message: 'The post does not exist or is not visible to the caller.',
    hint: 'Check the id; the post may have been removed, or be visible only to another of your profiles (X-Profile-Id). GET /v1/profiles/{profile_id}/posts lists the posts of a profile that you can read; repeating the request does not help.',
    hintFor: {
      anonymous:
        'Check the id; the post may have been removed, or be visible only to members who are signed in. GET /v1/profiles/{profile_id}/posts lists the public posts of a profile; repeating the request does not help.',
    },
  },
  profile_not_found: {
    status: 404,
    message: 'The profile does not exist or is not visible to the caller.',
    hint: 'Check the id or username; usernames are accepted only in paths of read operations. GET /v1/profiles/lookup takes up to 50 ids or usernames and omits unknown ones, GET /v1/me lists your own profiles.',
    hintFor: {
      anonymous:
        'Check the id or username. GET /v1/profiles/lookup takes up to 50 ids or usernames and omits unknown ones; some profiles are visible only to members who are signed in.',
    },
  },
  conversation_not_found: {
    status: 404,
    message: 'The acting profile has no such conversation.',
    hint: 'GET /v1/conversations lists the conversations of the profile in X-Profile-Id: check the id, or send another of your profiles. POST /v1/conversations/direct with a profile_id opens the conversation with that profile.',
  },
  message_not_found: {
    status: 404,
    message: 'The message does not exist in this conversation.',
    hint: 'GET /v1/conversations/{conversation_id}/messages lists the messages, newest first: take message_id from there.',
  },
  contact_not_found: {
    status: 404,
    message: 'The acting profile has no such contact.',
    hint: 'Either side may have removed it. GET /v1/contacts lists the contacts of the profile in X-Profile-Id: use contact.id from there, not a profile id or the id of the other side.',
  },
  contact_request_not_found: {
    status: 404,
    message: 'The acting profile has no such contact request.',
    hint: 'GET /v1/contact-requests lists the contact requests of the profile in X-Profile-Id, with direction incoming or outgoing: check the id, or send the profile that sent or received the request.',
  },
  access_grant_not_found: {
    status: 404,
    message: 'The invitation or access grant does not exist.',
    hint: 'GET /v1/profile-access/invitations lists your pending invitations, GET /v1/profiles/{profile_id}/access the grants of a profile that you manage: use the id of the access_grant from there. X-Profile-Id limits the call to one side: send the managed profile (or the invited one, to answer or resign), or omit the header.',
  },
  webhook_not_found: {
    status: 404,
    message: 'This account has no such webhook.',
    hint: 'It may have been deleted. GET /v1/webhooks lists the webhooks of the account, POST /v1/webhooks creates one.',
  },
  delivery_not_found: {
    status: 404,
    message: 'This webhook has no such delivery.',
    hint: 'GET /v1/webhooks/{webhook_id}/deliveries lists the stored deliveries: take delivery_id from there. Older events may still be available with GET /v1/events.',
  },
  api_key_not_found: {
    status: 404,
    message: 'This account has no such API key.',
    hint: 'GET /v1/api-keys lists the keys with their ids. The id is a UUID, not the secret or its prefix.',
  },
  session_not_found: {
    status: 404,
    message: 'This account has no such session.',
    hint: 'GET /v1/account/sessions lists the active sessions with their ids. DELETE /v1/account/sessions/{session_id} also accepts current for the session that makes the call.',
  },
  export_not_found: {
    status: 404,
    message: 'This account has no such export.',
    hint: 'It may have expired. POST /v1/exports creates a new one; poll it with GET /v1/exports/{export_id} until its status is ready.',
  },
  block_not_found: {
    status: 404,
    message: 'The acting profile has no such block.',
    hint: 'GET /v1/blocks lists the profiles blocked by the profile in X-Profile-Id: send the profile that created the block.',
  },
  notification_not_found: {
    status: 404,
    message: 'The acting profile has no such notification.',
    hint: 'GET /v1/notifications lists the notifications of the profile in X-Profile-Id. PUT /v1/notifications/read without up_to_id marks all of them as read.',
  },
  oauth_grant_not_found: {
    status: 404,
    message: 'This account has no such authorization.',
    hint: 'GET /v1/oauth-grants lists the applications that the account has authorized. An authorization that is not listed has already ended.',
  },
  verification_not_found: {
    status: 404,
    message: 'The verification does not exist, or you may not edit its profile.',
    hint: 'GET /v1/verifications lists the verifications of your profiles, POST /v1/verifications starts one. A deleted profile has none; X-Profile-Id limits the call to that profile.',
  },
  operation_not_found: {
    status: 404,
    message: 'There is no operation with this name.',
    hint: 'GET /v1/meta/operations lists the names of all operations that this credential may use: copy the exact name from there.',
  },
} as const satisfies Record<string, ErrorSpec>;
