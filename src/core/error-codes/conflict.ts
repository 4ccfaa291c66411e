import type { ErrorSpec } from './spec.ts';

/** 409: a valid request that conflicts with the current state. */
export const conflict = {
  username_taken: {
    status: 409,
    message: 'This username is not free.',
    hint: 'Choose another: it is in use, was given up less than 90 days ago or belonged to a deleted profile, and names that differ only in - and _ count as one. The header Dry-Run: true tests one without taking it.',
  },
  email_taken: {
    status: 409,
    message: 'There is an account with this e-mail address already.',
    hint: 'Sign in with POST /v1/account/sessions instead of signing up. If the person does not know of an account or its password, sign up with another address.',
  },
  already_contacts: {
    status: 409,
    message: 'The two profiles are contacts already.',
    hint: 'No request is needed: POST /v1/conversations/direct opens the conversation with that profile. GET /v1/contacts lists the contacts.',
  },
  contact_request_pending: {
    status: 409,
    message: 'A contact request to this profile is waiting for an answer already.',
    hint: 'Do not send another one; wait for the answer, which GET /v1/contact-requests/{contact_request_id} shows. POST /v1/contact-requests/{contact_request_id}/withdraw takes it back.',
  },
  contact_request_reciprocal_pending: {
    status: 409,
    message: 'That profile has asked for contact first and waits for an answer.',
    hint: 'Answer its request instead of sending your own: POST /v1/contact-requests/{contact_request_id}/respond with decision accept or reject, as agent.next_actions names it. GET /v1/contact-requests with direction=incoming shows it.',
  },
  contact_request_cooldown: {
    status: 409,
    message: 'The last contact request to this profile was rejected or withdrawn a short time ago.',
    hint: 'A new one is possible after agent.retry_after_seconds, which are days: do not poll and do not ask from another profile. GET /v1/contact-requests with direction=outgoing shows what became of the last one.',
  },
  contact_request_not_pending: {
    status: 409,
    message: 'The contact request is not waiting for an answer any more.',
    hint: 'It was answered, withdrawn or has expired, and agent.hint of the answer says which: GET /v1/contact-requests/{contact_request_id} shows its status. Nothing is left to answer or to take back; DELETE /v1/contacts/{contact_id} ends a contact.',
  },
  access_grant_exists: {
    status: 409,
    message: 'That profile has been invited already or manages this profile already.',
    hint: 'GET /v1/profiles/{profile_id}/access shows the grant: change it with PATCH /v1/profile-access/{grant_id}, remind the invited one with POST /v1/profile-access/{grant_id}/resend, or end it with DELETE /v1/profile-access/{grant_id}.',
  },
  access_grant_not_pending: {
    status: 409,
    message: 'The invitation is not waiting for an answer any more.',
    hint: 'It was accepted, declined, revoked or has expired: GET /v1/profile-access/invitations/{grant_id} shows its status to both sides. GET /v1/profile-access/invitations lists those that still wait for you; the side of the managed profile changes a grant that holds with PATCH /v1/profile-access/{grant_id}, and invites anew with POST /v1/profiles/{profile_id}/access where it has ended.',
  },
  resend_limit_reached: {
    status: 409,
    message: 'The invitation cannot be sent again now.',
    hint: 'If agent.retry_after_seconds is there, wait that long and repeat: an invitation is sent again once a minute at most. Without it all 5 are used: the invited member still finds it at GET /v1/profile-access/invitations and answers with POST /v1/profile-access/invitations/{grant_id}/respond.',
  },
  post_not_pending: {
    status: 409,
    message: 'The post is not waiting for approval.',
    hint: 'It was published, returned, edited or removed in the meantime: GET /v1/posts/{post_id} shows its status. GET /v1/profiles/{profile_id}/posts with status=pending_approval lists those that wait.',
  },
  post_changed: {
    status: 409,
    message: 'The post was changed after the revision that was named.',
    hint: 'Read the current text with GET /v1/posts/{post_id}, decide again, and repeat with its revision as expected_revision; GET /v1/posts/{post_id}/revisions shows what changed.',
  },
  idempotency_in_progress: {
    status: 409,
    message: 'The first request with this Idempotency-Key is still running.',
    hint: 'Wait agent.retry_after_seconds (1, if it is not there) and send exactly the same request with the same Idempotency-Key: you then get the answer of the first. Another key would do it twice.',
  },
} as const satisfies Record<string, ErrorSpec>;
