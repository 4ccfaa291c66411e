import type { ErrorCode } from '../core/error-codes.ts';
import { op, type Text, text } from '../core/operation-text.ts';

/** The arguments that replace headers. */
export const HEADER_ARGUMENTS: Readonly<Record<string, string>> = {
  'x-profile-id': 'as_profile_id',
  'idempotency-key': 'idempotency_key',
  'dry-run': 'dry_run',
};

const ANOTHER_PROFILE =
  'If it worked before, access to the profile may have ended. To use another one, the person authorizes this app again and chooses it, or adds it to the API key.';

/** Hints for models, where that of the error code is about what only a program handles. */
export const TOOL_HINTS: Partial<Record<ErrorCode, Text>> = {
  invalid_request:
    "Each entry of fields names an argument and the rule that it breaks: correct those and call again; see the tool's inputSchema. Unknown arguments are rejected, not ignored: argument is then the object arguments, and did_you_mean or allowed names those that it takes.",
  invalid_json: 'The arguments must be one complete JSON object. Call again with arguments that match the inputSchema.',
  invalid_cursor:
    'Start again without cursor. Pass each next_cursor unchanged to the same tool, with the other arguments unchanged.',
  profile_header_required: [
    text`Call again with as_profile_id set to one of attached_profile_ids; ${op('me.get')} shows which profile each id is.`,
    'If it is empty, ask the person to create a profile or to attach one to this credential.',
  ],
  invalid_profile_header: [
    'as_profile_id must be the id or username of a profile, not an actor id.',
    text`${op('me.get')} lists those that this credential may use.`,
  ],
  profile_not_attached: [
    text`Call again with as_profile_id set to one of attached_profile_ids; ${op('me.get')} lists them.`,
    ANOTHER_PROFILE,
  ],
  profile_not_found: [
    'Check the id or username: every letter and digit counts.',
    text`${op('search.profiles')} finds a profile by its name or username.`,
    text`${op('me.get')} lists your own profiles.`,
  ],
  permission_denied: [
    'Only the owner or author, or a manager with required_permission, may do this.',
    text`${op('me.get')} lists your profiles with their permissions: call again with as_profile_id of one that has it.`,
    'Otherwise ask the owner of the profile; repeating the call does not help.',
  ],
  credentials_required:
    'This connection sent no credential. Ask the person who set it up to sign in, or to configure an API key.',
  invalid_credentials:
    'The credential of this connection is not valid here. Ask the person who set it up to sign in again, or to configure another API key.',
  expired_credentials:
    'The credential of this connection has expired. Ask the person who set it up to sign in again, or to configure another API key.',
  revoked_credentials:
    'The credential of this connection was revoked on purpose. Stop, and ask the person who set it up.',
  email_not_verified:
    'The e-mail address of the account must be verified first, with the link or token in the mail sent at sign-up. Ask the person to do that, then repeat the call.',
  contact_required: [
    text`Send a contact request with ${op('contacts.create_request')}, and repeat this call once it is accepted.`,
    'Otherwise continue with something else.',
  ],
  plan_limit_reached: [
    'Waiting does not help, the number must go down.',
    text`Withdraw old contact requests with ${op('contacts.withdraw')}.`,
    'For profiles and API keys, ask the owner of the account.',
  ],
  grant_budget_reached:
    'Wait retry_after_seconds, if present, and repeat the call: the budget is per day and resets at midnight UTC. Or ask the owner of the profile to raise it.',
  invalid_location: [
    'country_code and state_code are codes, city_name is a name, each within the previous choice.',
    text`${op('taxonomies.list_countries')}, ${op('taxonomies.list_states')} and ${op('taxonomies.list_cities')} list them.`,
    'Leave out state_code and city_name if you do not know them.',
  ],
  too_many_images: 'Nothing was stored. Pass at most 4 images, and put further images in other posts.',
  unsupported_image_type:
    'Nothing was stored. Convert the image to JPEG, PNG, WebP or GIF and repeat the call. The type is read from the bytes; SVG, HEIC, AVIF, TIFF, BMP and PDF are rejected.',
  invalid_image:
    'Nothing was stored. content_base64 must be plain base64 of the whole file, without a data: prefix and without line breaks. Export the image again and repeat the call.',
  image_too_large:
    'Nothing was stored. Scale the image down or compress it, to at most 8 MiB, 33,177,600 pixels and 65,535 pixels on each side, and repeat the call.',
  username_taken:
    'Choose another: it is in use, was given up less than 90 days ago or belonged to a deleted profile, and look-alikes count as the same: - and _ are ignored, 0 reads as o, 1 as l or i, rn as m. A profile that you created yourself has it, too: if a call to create one was lost, look before you create another. dry_run tests a name without taking it.',
  username_reserved:
    'Choose another username: 3 to 30 lowercase letters and digits, with single - or _ between them. dry_run tests a name without taking it.',
  empty_post: [
    'Pass a body with at least one visible character; whitespace and invisible characters do not count.',
    text`Or pass only pictures: upload ids of ${op('uploads.create')} in images.`,
  ],
  contact_request_pending: [
    'Do not send another one; wait for the answer.',
    text`${op('contacts.list_requests')} with direction outgoing shows its status.`,
    text`${op('contacts.withdraw')} withdraws it.`,
  ],
  contact_request_cooldown:
    'You can send a new one after retry_after_seconds, which can be several days: do not repeat it, and do not ask from another profile.',
  post_changed: text`Read the current text with ${op('posts.get')}, decide again, and repeat the call with its revision as expected_revision.`,
  idempotency_key_reused:
    'Nothing was done this time. A new change needs a new idempotency_key. To repeat the earlier one, call the same tool with exactly the same arguments: its result is stored for 24 hours.',
  idempotency_in_progress:
    'Wait retry_after_seconds (1 if it is absent) and call the same tool with exactly the same arguments and the same idempotency_key: you then get the result of the first call. A different key would do it twice.',
  payload_too_large: 'The arguments are too large. Shorten the texts, or send fewer or smaller images.',
  request_timeout: 'Repeat the call, a write with the same idempotency_key. Shrink large images first.',
  rate_limited:
    'Wait retry_after_seconds, then repeat the call; earlier calls are refused too. Request fewer and larger pages.',
  internal_error:
    'The fault is not in the call: repeat it once after a few seconds, a write with the same idempotency_key so that it cannot happen twice. If it fails again, give the person request_id for the operator of the server.',
  service_unavailable:
    'Wait retry_after_seconds (or 5, doubling each time) and repeat the call, a write with the same idempotency_key so that it cannot happen twice.',
};

/** Hints for failures of the whole connection, which the person who configured it has to fix. */
export const CONNECTION_HINTS: Partial<Record<ErrorCode, Text>> = {
  invalid_request:
    'Each entry of fields names a place in the request and the rule that it breaks. Correct the address or the headers of the connection.',
  invalid_json: 'Send one JSON-RPC message, or a list of them, as complete JSON in UTF-8.',
  invalid_profile_header: [
    'X-Profile-Id must be the id (a UUID) of a profile, not a username or an actor id. Correct the header, or omit it and pass as_profile_id with each call.',
    text`${op('me.get')} lists the ids.`,
  ],
  profile_not_attached: [
    'Set X-Profile-Id of the connection to one of attached_profile_ids, or omit the header and pass as_profile_id with each call.',
    text`${op('me.get')} lists the ids.`,
    ANOTHER_PROFILE,
  ],
};

/** Used when nothing is left of a hint. */
export const LAST_HINT =
  'Repeating the call unchanged does not help. Correct it as error_message says, or continue with something else.';

/** Replaces messages of error codes that name a header or the request. */
export const TOOL_MESSAGES: Partial<Record<ErrorCode, string>> = {
  invalid_json: 'The arguments are not valid JSON.',
  invalid_profile_header: 'as_profile_id names no profile.',
  profile_header_required: 'This tool requires as_profile_id.',
  idempotency_key_reused: 'This idempotency_key was used for a different call.',
  idempotency_in_progress: 'The first call with this idempotency_key is still running.',
  invalid_request: 'The arguments do not match what this tool accepts.',
};
