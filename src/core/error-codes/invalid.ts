import { either, field, op, PROFILE_HEADER, text } from '../operation-text.ts';
import type { ErrorSpec } from './spec.ts';

/** 400: the request itself is invalid and fails again unless it is changed. */
export const invalid = {
  invalid_request: {
    status: 400,
    message: 'The request does not match what this operation accepts.',
    hint: text`Correct each place that ${field('fields')} names, and send the request again: ${op('meta.get_operation')} shows the schema.`,
  },
  invalid_json: {
    status: 400,
    message: 'The request body is not valid JSON.',
    hint: 'Send one complete JSON object in UTF-8 with Content-Type: application/json; look for truncation, trailing commas, single quotes, and unescaped line breaks or quotation marks inside strings. If the operation needs no body, send none or {}.',
  },
  invalid_cursor: {
    status: 400,
    message: 'The cursor is not valid for this list.',
    hint: [
      text`Start again without cursor (or since), and pass each next_cursor unchanged to the same path with the same filters, account and ${PROFILE_HEADER}.`,
      'Never construct cursors, and never reuse them for other queries.',
    ],
  },
  profile_header_required: {
    status: 400,
    message: 'This call needs the header X-Profile-Id.',
    hint: [
      text`Send ${either('the header X-Profile-Id', 'as_profile_id')} with one of ${field('attached_profile_ids')}; ${op('me.get')} shows which profile each id is.`,
      text`If you have none yet, create a profile with ${op('profiles.create')}.`,
    ],
    hintFor: {
      api_key: text`Send ${either('the header X-Profile-Id', 'as_profile_id')} with one of ${field('attached_profile_ids')} (${op('me.get')} names them); if there is none, ask the owner of the account for one.`,
      oauth: [
        text`Send ${either('the header X-Profile-Id', 'as_profile_id')} with one of ${field('attached_profile_ids')}; ${op('me.get')} shows which profile each id is.`,
        text`If you have none yet, create a profile with ${op('profiles.create')}, or start a new authorization in which the person chooses one.`,
      ],
    },
  },
  invalid_profile_header: {
    status: 400,
    message: 'The X-Profile-Id header does not contain a profile id.',
    hint: [
      text`Send ${PROFILE_HEADER} once, with the UUID of a profile: not empty, not a username, not an actor id.`,
      text`${op('me.get')} lists the ids that this credential may use.`,
    ],
    hintFor: {
      anonymous: [
        text`Omit ${either('the header X-Profile-Id', 'as_profile_id')}: without a credential, there is no acting profile.`,
        'With a credential, send the UUID of a profile, not a username.',
      ],
    },
  },
  cannot_target_self: {
    status: 400,
    message: 'A profile cannot do this to itself.',
    hint: [
      text`The acting profile (${PROFILE_HEADER}) and the profile named in the request are the same: name another one.`,
      text`${op('profiles.get')} finds a profile by its username; ${op('me.get')} lists your own.`,
    ],
  },
  invalid_location: {
    status: 400,
    message: 'The service does not know this location.',
    hint: [
      text`Choose from the lists, each within the previous choice: country_code from ${op('taxonomies.list_countries')}, state_code from ${op('taxonomies.list_states')}, city_name from ${op('taxonomies.list_cities')}.`,
      'Leave out state_code and city_name if you do not know them.',
    ],
  },
  too_many_images: {
    status: 400,
    message: 'There are too many images: a post takes at most 4, an avatar or banner one.',
    hint: [
      text`Nothing was stored: send at most 4 images with ${op('posts.create_with_images')} or ${op('posts.replace_images')}, and put more images in other posts.`,
      'An avatar or banner takes one image; send the one for the other theme in a separate request.',
    ],
  },
  invalid_image: {
    status: 400,
    message: 'An image could not be read.',
    hint: 'The data is corrupt or not an image; in JSON, content_base64 must be plain base64 of the whole file, without a data: prefix and without line breaks. Nothing was stored: export the image again as JPEG, PNG, WebP or GIF and repeat the whole request.',
  },
  unsupported_image_type: {
    status: 400,
    message: 'Only JPEG, PNG, WebP and GIF images are accepted.',
    hint: 'Nothing was stored: convert the image to JPEG, PNG, WebP or GIF and repeat the whole request. The type is read from the bytes, so changing the file name or Content-Type does not help; SVG, HEIC, AVIF, TIFF, BMP and PDF are rejected.',
  },
  image_too_large: {
    status: 400,
    message: 'An image is larger than 8 MiB, 33,177,600 pixels or 65,535 pixels on one side.',
    hint: 'Nothing was stored: scale the image down or compress it more, to at most 8 MiB (8,388,608 bytes), 33,177,600 pixels and 65,535 pixels on each side, and repeat the whole request. Pictures are stored with at most 6,553,600 pixels and 8,192 pixels on the longest side, so scaling to that loses nothing.',
  },
  username_reserved: {
    status: 400,
    message: 'This username is reserved.',
    hint: [
      'Choose another username: 3 to 30 lowercase letters and digits, with single - or _ between them.',
      text`To test one without taking it, send ${either('the header Dry-Run: true', 'dry_run')} with ${op('profiles.create')}, or with ${op('profiles.update')} for an existing profile.`,
    ],
  },
  empty_post: {
    status: 400,
    message: 'A post needs text or an image.',
    hint: text`Send a body with at least one visible character (whitespace and invisible characters do not count), or add images: as images in JSON, or as files with ${op('posts.create_with_images')}.`,
  },
  weak_password: {
    status: 400,
    message: 'The password is too short, too long or too easy to guess.',
    hint: [
      text`Let the person choose 15 to 256 characters (or within the limit that ${field('fields')} names): several random words work well; digits and symbols are not required.`,
      'Common and leaked passwords are rejected, and so are those based on the e-mail address or the name of the service.',
    ],
  },
  invalid_token: {
    status: 400,
    message: 'The token has been used, has expired or is incomplete.',
    hint: [
      text`Each token works once, so get another: ${op('account.request_password_reset')} mails one for a new password, and a signed-in person can request another mail to verify the address.`,
      'An invitation to sign up comes from the operator of this server.',
    ],
  },
  invalid_webhook_url: {
    status: 400,
    message: 'The webhook address cannot be used.',
    hint: [
      text`Use https:// with a public host name, port 443 or from 1024 on, and no password; ${field('fields')} names the rule that it breaks; IP addresses are refused, and localhost unless webhook_loopback_allowed of ${op('meta.get')} is true (WEBHOOK_ALLOW_LOOPBACK).`,
      text`Without such an address, open a stream with ${op('events.stream')} or poll ${op('events.list')}.`,
    ],
  },
} as const satisfies Record<string, ErrorSpec>;
