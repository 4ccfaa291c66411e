import type { ErrorSpec } from './spec.ts';

/** 404: the object does not exist or is hidden from the caller. Both get the same response, so ids reveal nothing. */
export const notFound = {
  route_not_found: {
    status: 404,
    message: 'There is nothing at this address.',
    hint: 'Check the spelling of the path: GET /v1/meta/operations lists every operation with its method and path, GET /v1 the documentation. Ids in a path are those that the service answered with.',
  },
  post_not_found: {
    status: 404,
    message: 'There is no such post, or it is not visible to the caller.',
    hint: 'Check the id; it may have been removed, or only be visible to another of your profiles (X-Profile-Id). GET /v1/profiles/{profile_id}/posts lists the posts of a profile that can be read; repeating does not help.',
    hintFor: {
      anonymous:
        'Check the id; it may have been removed, or only be visible to members who are signed in. GET /v1/profiles/{profile_id}/posts lists the public posts of a profile; repeating does not help.',
    },
  },
  profile_not_found: {
    status: 404,
    message: 'There is no such profile, or it is not visible to the caller.',
    hint: 'Check the id or username; usernames are only accepted in paths that are read. GET /v1/profiles/lookup takes up to 50 ids or usernames at once and leaves out what is not there, GET /v1/me lists your own.',
    hintFor: {
      anonymous:
        'Check the id or username. GET /v1/profiles/lookup takes up to 50 ids or usernames at once and leaves out what is not there; some profiles are visible only to members who are signed in.',
    },
  },
  conversation_not_found: {
    status: 404,
    message: 'There is no such conversation of the acting profile.',
    hint: 'GET /v1/conversations lists the conversations of the profile in X-Profile-Id: check the id, or send another of your profiles. POST /v1/conversations/direct with a profile_id opens the one with that profile.',
  },
  message_not_found: {
    status: 404,
    message: 'There is no such message in this conversation.',
    hint: 'GET /v1/conversations/{conversation_id}/messages lists its messages, newest first: take message_id from there.',
  },
  contact_not_found: {
    status: 404,
    message: 'There is no such contact of the acting profile.',
    hint: 'It may have been removed by either side. GET /v1/contacts lists the contacts of the profile in X-Profile-Id: take contact.id from there, not the id of a profile or of the other side.',
  },
  contact_request_not_found: {
    status: 404,
    message: 'There is no such contact request of the acting profile.',
    hint: 'GET /v1/contact-requests lists those of the profile in X-Profile-Id, with direction incoming or outgoing: check the id, or send the profile that the request was made by or addressed to.',
  },
  access_grant_not_found: {
    status: 404,
    message: 'There is no such invitation or access grant.',
    hint: 'GET /v1/profile-access/invitations lists the invitations that wait for your answer, GET /v1/profiles/{profile_id}/access the grants of a profile that you manage: take the id of the access_grant from there. X-Profile-Id narrows the call to one side: send the managed profile (the invited one to answer or resign), or leave it out.',
  },
  webhook_not_found: {
    status: 404,
    message: 'There is no such webhook in this account.',
    hint: 'It may have been deleted. GET /v1/webhooks lists the webhooks of the account, POST /v1/webhooks makes one.',
  },
  delivery_not_found: {
    status: 404,
    message: 'There is no such delivery of this webhook.',
    hint: 'GET /v1/webhooks/{webhook_id}/deliveries lists the deliveries that are kept: take delivery_id from there. Events that are gone from it may still be read with GET /v1/events.',
  },
  api_key_not_found: {
    status: 404,
    message: 'There is no such API key in this account.',
    hint: 'GET /v1/api-keys lists the keys with their ids: the id is a UUID, neither the secret nor its prefix.',
  },
  session_not_found: {
    status: 404,
    message: 'There is no such session of this account.',
    hint: 'GET /v1/account/sessions lists the live sessions with their ids; DELETE /v1/account/sessions/{session_id} also takes the word current for the one that calls.',
  },
  export_not_found: {
    status: 404,
    message: 'There is no such export of this account.',
    hint: 'It may have expired. POST /v1/exports makes a new one; poll it with GET /v1/exports/{export_id} until its status is ready.',
  },
  block_not_found: {
    status: 404,
    message: 'The acting profile has no such block.',
    hint: 'GET /v1/blocks lists whom the profile in X-Profile-Id has blocked: send the profile that made the block.',
  },
  notification_not_found: {
    status: 404,
    message: 'There is no such notification of the acting profile.',
    hint: 'GET /v1/notifications lists those of the profile in X-Profile-Id. PUT /v1/notifications/read without up_to_id marks all of them as read.',
  },
  oauth_grant_not_found: {
    status: 404,
    message: 'There is no such authorization of this account.',
    hint: 'GET /v1/oauth-grants lists the applications that the account has authorized; what is not in it has ended already.',
  },
  verification_not_found: {
    status: 404,
    message: 'There is no such verification of a profile that you may edit.',
    hint: 'GET /v1/verifications lists the verifications of your profiles, POST /v1/verifications starts one. A deleted profile has none; X-Profile-Id narrows the call to that profile.',
  },
  operation_not_found: {
    status: 404,
    message: 'There is no operation of this name.',
    hint: 'GET /v1/meta/operations lists the names of all operations that this credential may use: take one from there, spelled exactly so.',
  },
} as const satisfies Record<string, ErrorSpec>;
