import type { ErrorSpec } from './spec.ts';

/** 409: a valid request that conflicts with the current state. */
export const conflict = {
  username_taken: {
    status: 409,
    message: 'This username is not available.',
    hint: 'Choose another: it is in use, was given up less than 90 days ago or belonged to a deleted profile, and names that differ only in - and _ count as the same. The header Dry-Run: true tests a name without taking it.',
  },
  email_taken: {
    status: 409,
    message: 'An account with this e-mail address already exists.',
    hint: 'Sign in with POST /v1/account/sessions instead of signing up. If the person does not know this account or its password, sign up with another address.',
  },
  already_contacts: {
    status: 409,
    message: 'The two profiles are already contacts.',
    hint: 'No request is needed: POST /v1/conversations/direct opens the conversation with that profile. GET /v1/contacts lists the contacts.',
  },
  contact_request_pending: {
    status: 409,
    message: 'A contact request to this profile is already pending.',
    hint: 'Do not send another one; wait for the answer, which GET /v1/contact-requests/{contact_request_id} shows. POST /v1/contact-requests/{contact_request_id}/withdraw withdraws it.',
  },
  contact_request_reciprocal_pending: {
    status: 409,
    message: 'That profile has already sent a contact request, which awaits an answer.',
    hint: 'Answer its request instead of sending your own: POST /v1/contact-requests/{contact_request_id}/respond with decision accept or reject, as listed in agent.next_actions. GET /v1/contact-requests with direction=incoming shows it.',
  },
  contact_request_cooldown: {
    status: 409,
    message: 'The last contact request to this profile was rejected or withdrawn recently.',
    hint: 'You can send a new one after agent.retry_after_seconds, which can be several days: do not poll, and do not ask from another profile. GET /v1/contact-requests with direction=outgoing shows the status of the last one.',
  },
  contact_request_not_pending: {
    status: 409,
    message: 'The contact request is no longer pending.',
    hint: 'It was answered or withdrawn, or has expired: GET /v1/contact-requests/{contact_request_id} shows its status. It can no longer be answered or withdrawn; DELETE /v1/contacts/{contact_id} removes a contact.',
  },
  access_grant_exists: {
    status: 409,
    message: 'That profile has already been invited or already manages this profile.',
    hint: 'GET /v1/profiles/{profile_id}/access shows the grant: change it with PATCH /v1/profile-access/{grant_id}, resend the invitation with POST /v1/profile-access/{grant_id}/resend, or revoke it with DELETE /v1/profile-access/{grant_id}.',
  },
  access_grant_not_pending: {
    status: 409,
    message: 'The invitation is no longer pending.',
    hint: 'It was accepted, declined or revoked, or has expired: GET /v1/profile-access/invitations/{grant_id} shows its status to both sides. GET /v1/profile-access/invitations lists those that still await your answer; the managed profile changes an active grant with PATCH /v1/profile-access/{grant_id} and replaces an ended one with POST /v1/profiles/{profile_id}/access.',
  },
  resend_limit_reached: {
    status: 409,
    message: 'The invitation cannot be resent now.',
    hint: 'If agent.retry_after_seconds is present, wait that long and repeat the request: an invitation can be resent at most once a minute. Otherwise all 5 resends are used; the invited member still finds the invitation at GET /v1/profile-access/invitations and answers with POST /v1/profile-access/invitations/{grant_id}/respond.',
  },
  post_not_pending: {
    status: 409,
    message: 'The post is not pending approval.',
    hint: 'It was published, returned, edited or removed in the meantime: GET /v1/posts/{post_id} shows its status. GET /v1/profiles/{profile_id}/posts with status=pending_approval lists the posts that still are.',
  },
  post_changed: {
    status: 409,
    message: 'The post has changed since the given revision.',
    hint: 'Read the current text with GET /v1/posts/{post_id}, decide again, and repeat the request with its revision as expected_revision; GET /v1/posts/{post_id}/revisions shows what changed.',
  },
  idempotency_in_progress: {
    status: 409,
    message: 'The first request with this Idempotency-Key is still running.',
    hint: 'Wait agent.retry_after_seconds (1 if it is absent) and send exactly the same request with the same Idempotency-Key: you then get the response to the first. A different key would do it twice.',
  },
} as const satisfies Record<string, ErrorSpec>;
