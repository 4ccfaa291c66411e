import { either, field, op, text } from '../operation-text.ts';
import type { ErrorSpec } from './spec.ts';

/** 409: a valid request that conflicts with the current state. */
export const conflict = {
  upload_incomplete: {
    status: 409,
    message: 'The picture of this upload has not arrived.',
    hint: [
      "Send the file to the url of the upload, for example with curl -T photo.jpg '<url>', then repeat this request.",
      text`After 10 minutes, create another with ${op('uploads.create')}.`,
    ],
  },
  username_taken: {
    status: 409,
    message: 'This username is not available.',
    hint: [
      'Choose another: it is in use, was released less than 90 days ago or belonged to a deleted profile; look-alikes count as the same: - and _ are ignored, 0 reads as o, 1 as l or i, rn as m.',
      text`${either('The header Dry-Run: true', 'dry_run')} tests a name without taking it, and ${op('profiles.lookup')} shows which of several are in use.`,
    ],
  },
  appeal_not_possible: {
    status: 409,
    message: 'There is nothing to appeal, or the appeal was sent before.',
    hint: [
      'Each removal of a post and each suspension by an operator can be appealed once, while it holds.',
      'Wait for the mail with the answer; repeating the request does not help.',
    ],
  },
  operator_account: {
    status: 409,
    message: 'This account is an operator.',
    hint: text`Remove its roles with ${op('operator.set_roles')} first, and make sure that the request comes from its owner.`,
  },
  last_operator: {
    status: 409,
    message: 'This account is the last one that can run the server.',
    hint: [
      text`Give the role \`operate\` to another account first, with ${op('operator.set_roles')}.`,
      'That account must be neither suspended nor scheduled for deletion.',
    ],
  },
  email_taken: {
    status: 409,
    message: 'An account with this e-mail address already exists.',
    hint: [
      text`Sign in with ${op('account.create_session')} instead of signing up.`,
      text`If the person reads its mail but does not know the password, ${op('account.request_password_reset')} sets one; an address that was changed stays with its account for seven days.`,
    ],
  },
  second_factor_enabled: {
    status: 409,
    message: 'The account already has a second factor.',
    hint: text`To move it to another device, call ${op('account.remove_second_factor')} with the password and a code, then begin again.`,
  },
  second_factor_disabled: {
    status: 409,
    message: 'The account has no second factor.',
    hint: text`Begin with ${op('account.create_second_factor')}, and confirm with ${op('account.confirm_second_factor')}.`,
  },
  already_contacts: {
    status: 409,
    message: 'The two profiles are already contacts.',
    hint: [
      text`No request is needed: ${op('conversations.open_direct')} opens the conversation with that profile.`,
      text`${op('contacts.list')} lists the contacts.`,
    ],
  },
  contact_request_pending: {
    status: 409,
    message: 'A contact request to this profile is already pending.',
    hint: [
      text`Do not send another one${text`; wait for the answer, which ${op('contacts.get_request')} shows`}.`,
      text`${op('contacts.withdraw')} withdraws it.`,
    ],
  },
  contact_request_reciprocal_pending: {
    status: 409,
    message: 'That profile has already sent a contact request, which awaits an answer.',
    hint: [
      text`Answer its request instead of sending your own: ${op('contacts.respond')} with decision accept or reject, as listed in ${field('next_actions')}.`,
      text`${op('contacts.list_requests')} with direction=incoming shows it.`,
    ],
  },
  contact_request_cooldown: {
    status: 409,
    message: 'The last contact request to this profile was recently rejected or withdrawn.',
    hint: [
      text`You can send a new one after ${field('retry_after_seconds')}, which can be several days: do not poll, and do not ask from another profile.`,
      text`${op('contacts.list_requests')} with direction=outgoing shows the status of the last one.`,
    ],
  },
  contact_request_not_pending: {
    status: 409,
    message: 'The contact request is no longer pending.',
    hint: [
      text`It was answered or withdrawn, or has expired: ${op('contacts.get_request')} shows its status.`,
      text`It can no longer be answered or withdrawn${text`; ${op('contacts.remove')} removes a contact`}.`,
    ],
  },
  same_account: {
    status: 409,
    message: 'Both profiles belong to one account.',
    hint: [
      'No invitation is needed: every credential of the account can act for all of its profiles.',
      text`For an agent that may not do everything, ${op('keys.create')} takes \`permissions\`: with drafting only, each of its posts waits for approval.`,
    ],
  },
  access_grant_exists: {
    status: 409,
    message: 'That profile has already been invited or already manages this profile.',
    hint: text`${op('access.list')} shows the grant: change it with ${op('access.update')}, resend the invitation with ${op('access.resend')}, or revoke it with ${op('access.revoke')}.`,
  },
  access_grant_not_pending: {
    status: 409,
    message: 'The invitation is no longer pending.',
    hint: [
      text`It was accepted, declined or revoked, or has expired: ${op('access.get_invitation')} shows its status to both sides.`,
      text`${op('access.list_invitations')} lists those that still await your answer${text`; the managed profile changes an active grant with ${op('access.update')} and replaces an ended one with ${op('access.invite')}`}.`,
    ],
  },
  resend_limit_reached: {
    status: 409,
    message: 'The invitation cannot be resent now.',
    hint: [
      text`If ${field('retry_after_seconds')} is present, wait that long and repeat the request: an invitation can be resent at most once a minute.`,
      text`Otherwise all 5 resends are used up${text`; the invited member still finds the invitation at ${op('access.list_invitations')} and answers with ${op('access.respond')}`}.`,
    ],
  },
  verification_withdrawn: {
    status: 409,
    message: 'The operator withdrew the verification of a profile of this account.',
    hint: text`A domain can't bring it back, nor verify another profile of the account. Ask the operator with ${op('verifications.create')} and method=operator.`,
  },
  suspended_longer: {
    status: 409,
    message: 'The account is already suspended for longer.',
    hint: [
      'It is suspended until a later time, or until an operator lifts that, and nothing was changed.',
      text`To shorten the suspension, lift it with ${op('operator.lift_suspension')}, then repeat the request.`,
    ],
  },
  post_not_pending: {
    status: 409,
    message: 'The post is not pending approval.',
    hint: [
      text`It was published, returned, edited or removed in the meantime: ${op('posts.get')} shows its status.`,
      text`${op('posts.list_of_profile')} with status=pending_approval lists the posts that still are.`,
    ],
  },
  post_changed: {
    status: 409,
    message: 'The post has changed since the given revision.',
    hint: text`If ${field('current_revision')} is the one that you sent, only the status changed. Read the post with ${op('posts.get')}, decide again, and repeat the request with its revision as expected_revision${text`; ${op('posts.list_revisions')} shows what changed`}.`,
  },
  idempotency_in_progress: {
    status: 409,
    message: 'The first request with this Idempotency-Key is still running.',
    hint: [
      text`Wait ${field('retry_after_seconds')} (1 if it is absent) and send exactly the same request with the same ${either('Idempotency-Key', 'idempotency_key')}: you then get the response to the first.`,
      'A different key would perform the operation twice.',
    ],
  },
} as const satisfies Record<string, ErrorSpec>;
