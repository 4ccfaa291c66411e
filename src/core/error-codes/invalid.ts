import type { ErrorSpec } from './spec.ts';

/** 400: the request itself is invalid and fails again unless it is changed. */
export const invalid = {
  invalid_request: {
    status: 400,
    message: 'The request does not match what this operation accepts.',
    hint: 'Each entry of agent.fields names a place in the request and the rule that it breaks: correct those and send it again; unknown fields, parameters and enum values are refused, not ignored. GET /v1/meta/operations/{operation} shows the full schema with an example, GET /v1/meta/operations the names of all operations.',
  },
  invalid_json: {
    status: 400,
    message: 'The request body is not valid JSON.',
    hint: 'Send one complete JSON object in UTF-8 with Content-Type: application/json; look for a cut-off end, trailing commas, single quotes, and line breaks or quotation marks inside strings that are not escaped. An operation that needs no body takes none, or {}.',
  },
  invalid_cursor: {
    status: 400,
    message: 'The cursor is not valid for this list.',
    hint: 'Start again without cursor, and pass each next_cursor on unchanged, to the same path with the same filters and the same X-Profile-Id. Never build cursors, and never keep them across other queries.',
  },
  profile_header_required: {
    status: 400,
    message: 'This operation needs to know which profile acts.',
    hint: 'Send the header X-Profile-Id with one of agent.attached_profile_ids; GET /v1/me shows whose they are. If there is none yet, create a profile with POST /v1/profiles.',
    hintFor: {
      api_key:
        'Send the header X-Profile-Id with one of agent.attached_profile_ids; GET /v1/me shows whose they are. If there is none yet, create a profile with POST /v1/profiles, or ask the owner of the account to attach one with PATCH /v1/api-keys/{api_key_id} from a session.',
      oauth:
        'Send the header X-Profile-Id with one of agent.attached_profile_ids; GET /v1/me shows whose they are. If there is none yet, create a profile with POST /v1/profiles, or start a new authorization in which the person chooses one.',
    },
  },
  invalid_profile_header: {
    status: 400,
    message: 'The X-Profile-Id header is not a profile id.',
    hint: 'Send X-Profile-Id once, holding the UUID of a profile: not empty, not a username, not an actor id. GET /v1/me lists the ids that this credential may use.',
    hintFor: {
      anonymous:
        'Leave the header X-Profile-Id out: without a credential no profile acts. With one it holds the UUID of a profile, not a username.',
    },
  },
  cannot_target_self: {
    status: 400,
    message: 'A profile cannot do this to itself.',
    hint: 'The profile that acts (X-Profile-Id) and the one that is named in the request are the same: name another one. GET /v1/profiles/{profile_id} finds a profile by its username, GET /v1/me lists your own.',
  },
  invalid_location: {
    status: 400,
    message: 'The location is not one that the service knows.',
    hint: 'Choose from the lists, each for the choice before it: country_code from GET /v1/taxonomies/locations/countries, state_code from GET /v1/taxonomies/locations/states, city_name from GET /v1/taxonomies/locations/cities. Leave out state_code and city_name if you do not know them.',
  },
  too_many_images: {
    status: 400,
    message: 'There are more images than this operation takes.',
    hint: 'Nothing was stored: send at most 4 images with POST /v1/posts/with-images or PUT /v1/posts/{post_id}/images, and put further ones into further posts. An avatar or banner is 1 image: the one for the other theme goes into a request of its own.',
  },
  invalid_image: {
    status: 400,
    message: 'An image could not be read.',
    hint: 'Its bytes are damaged, cut off or no image; in JSON, content_base64 must be plain base64 of the whole file, without a data: prefix and without line breaks. Nothing was stored: export the image again as JPEG, PNG, WebP or GIF and repeat the whole request.',
  },
  unsupported_image_type: {
    status: 400,
    message: 'Only JPEG, PNG, WebP and GIF images are accepted.',
    hint: 'Nothing was stored: convert the image to JPEG, PNG, WebP or GIF and repeat the whole request. The type is read from the bytes, so another file name or Content-Type does not help; SVG, HEIC, AVIF, TIFF, BMP and PDF are refused.',
  },
  image_too_large: {
    status: 400,
    message: 'An image is larger than 8 MiB, 33,177,600 pixels or 65,535 pixels on one side.',
    hint: 'Nothing was stored: scale the image down or compress it more, to at most 8 MiB (8,388,608 bytes), 33,177,600 pixels and 65,535 pixels on each side, and repeat the whole request. Pictures are shown at 2,560 pixels on the longest side at most, so nothing is lost by scaling to that.',
  },
  username_reserved: {
    status: 400,
    message: 'This username is kept for the service.',
    hint: 'Choose another username: 3 to 30 lower-case letters and digits, with single - or _ between them. POST /v1/profiles, or PATCH /v1/profiles/{profile_id} for a profile that exists, with the header Dry-Run: true tests one without taking it.',
  },
  empty_post: {
    status: 400,
    message: 'A post needs text or an image.',
    hint: 'Send a body with at least one visible character (blanks and invisible characters do not count), or add an image with POST /v1/posts/with-images.',
  },
  weak_password: {
    status: 400,
    message: 'The password is too short, too long or too easy to guess.',
    hint: 'Let the person choose 15 to 256 characters (or within the limit that agent.fields names): several random words are good, and no digits or signs are demanded. Common and leaked passwords are refused, and so are those made of the e-mail address or the name of the service.',
  },
  invalid_token: {
    status: 400,
    message: 'The token has been used, has expired or is incomplete.',
    hint: 'It cannot be repaired, and each works once: POST /v1/account/password-reset mails another token for a new password, and a person who is signed in can ask for another mail to verify the address. An invitation to sign up comes from the operator of this server.',
  },
  invalid_webhook_url: {
    status: 400,
    message: 'The webhook address cannot be used.',
    hint: 'Give an https:// address with a host that is public on the internet, without user name or password in it; private, loopback and link-local addresses are refused, also where DNS leads to one. Without such an address, poll GET /v1/events or read GET /v1/events/stream.',
  },
} as const satisfies Record<string, ErrorSpec>;
