import type { ErrorSpec } from './spec.ts';

/** 409: the request is valid, but conflicts with the current state. */
export const conflict = {
  username_taken: {
    status: 409,
    message: 'This username is taken.',
    hint: 'Choose another username: this one is in use, was given up less than 90 days ago, or belonged to a deleted profile; names that differ only in - and _ count as equal. To test a name without taking it, send the header Dry-Run: true.',
  },
  email_taken: {
    status: 409,
    message: 'An account with this e-mail address already exists.',
    hint: 'Sign in with POST /v1/account/sessions instead of signing up. If the person does not know the account or its password, sign up with another address.',
  },
  already_contacts: {
    status: 409,
    message: 'The two profiles are already contacts.',
    hint: 'No contact request is needed: start a conversation with POST /v1/conversations/direct. GET /v1/contacts lists the contacts.',
  },
  contact_request_pending: {
    status: 409,
    message: 'A contact request to this profile is already pending.',
    hint: 'Do not send another request. GET /v1/contact-requests/{contact_request_id} shows whether it was answered; POST /v1/contact-requests/{contact_request_id}/withdraw withdraws it.',
  },
  contact_request_reciprocal_pending: {
    status: 409,
    message: 'That profile has already sent you a contact request.',
    hint: 'Answer its request instead of sending your own: call POST /v1/contact-requests/{contact_request_id}/respond with decision accept or reject, as in agent.next_actions. GET /v1/contact-requests with direction=incoming lists it.',
  },
  contact_request_cooldown: {
    status: 409,
    message: 'The last contact request to this profile was recently rejected or withdrawn.',
    hint: 'You can send a new request after agent.retry_after_seconds, which can be days: do not poll, and do not ask from another profile. GET /v1/contact-requests with direction=outgoing shows the status of the last request.',
  },
  contact_request_not_pending: {
    status: 409,
    message: 'The contact request is no longer pending.',
    hint: 'It was answered or withdrawn, or it expired: GET /v1/contact-requests/{contact_request_id} shows its status. It can no longer be answered or withdrawn; to remove a contact, use DELETE /v1/contacts/{contact_id}.',
  },
  access_grant_exists: {
    status: 409,
    message: 'That profile already manages this profile or has a pending invitation.',
    hint: 'GET /v1/profiles/{profile_id}/access shows the grant. Change it with PATCH /v1/profile-access/{grant_id}, send the invitation again with POST /v1/profile-access/{grant_id}/resend, or revoke it with DELETE /v1/profile-access/{grant_id}.',
  },
  access_grant_not_pending: {
    status: 409,
    message: 'The invitation is no longer pending.',
    hint: 'It was accepted, declined or revoked, or it expired: GET /v1/profile-access/invitations/{grant_id} shows its status to both sides, and GET /v1/profile-access/invitations lists your pending invitations. The managed profile can change an active grant with PATCH /v1/profile-access/{grant_id}, or invite again with POST /v1/profiles/{profile_id}/access after the grant has ended.',
  },
  resend_limit_reached: {
    status: 409,
    message: 'The invitation cannot be sent again now.',
    hint: 'If agent.retry_after_seconds is present, wait that long and try again: an invitation can be sent again once a minute. If it is absent, all 5 resends are used; the invited member still finds the invitation with GET /v1/profile-access/invitations and answers it with POST /v1/profile-access/invitations/{grant_id}/respond.',
  },
  post_not_pending: {
    status: 409,
    message: 'The post is not pending approval.',
    hint: 'It was published, returned, edited or removed in the meantime: GET /v1/posts/{post_id} shows its status. GET /v1/profiles/{profile_id}/posts with status=pending_approval lists the posts that are pending.',
  },
  post_changed: {
    status: 409,
    message: 'The post was changed after expected_revision.',
    hint: 'Read the current text with GET /v1/posts/{post_id}, decide again, and repeat the request with its revision as expected_revision. GET /v1/posts/{post_id}/revisions shows what changed.',
  },
  idempotency_in_progress: {
    status: 409,
    message: 'The first request with this Idempotency-Key is still running.',
    hint: 'Wait agent.retry_after_seconds (1 if absent), then send exactly the same request with the same Idempotency-Key to get the response of the first one. With another key, the operation would run twice.',
  },
} as const satisfies Record<string, ErrorSpec>;
