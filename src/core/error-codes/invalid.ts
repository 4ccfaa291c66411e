import type { ErrorSpec } from './spec.ts';

/** 400: the request is invalid and must be changed before it is repeated. */
export const invalid = {
  invalid_request: {
    status: 400,
    message: 'The request does not match what this operation accepts.',
    hint: 'Each entry of agent.fields names a field of the request and the rule that it violates: correct these and send the request again; unknown fields, parameters and enum values are rejected, not ignored. GET /v1/meta/operations/{operation} shows the full schema with an example, GET /v1/meta/operations the names of all operations.',
  },
  invalid_json: {
    status: 400,
    message: 'The request body is not valid JSON.',
    hint: 'Send one complete JSON object in UTF-8 with Content-Type: application/json; look for a truncated end, trailing commas, single quotes, and unescaped line breaks or quotation marks inside strings. For an operation without a body, send none or {}.',
  },
  invalid_cursor: {
    status: 400,
    message: 'The cursor is not valid for this list.',
    hint: 'Start again without cursor, and pass each next_cursor unchanged, to the same path with the same filters and the same X-Profile-Id. Never construct cursors or use them with other queries.',
  },
  profile_header_required: {
    status: 400,
    message: 'This operation requires an acting profile.',
    hint: 'Send the header X-Profile-Id with one of agent.attached_profile_ids; GET /v1/me shows whose they are. If you have no profile yet, create a profile with POST /v1/profiles.',
    hintFor: {
      api_key:
        'Send the header X-Profile-Id with one of agent.attached_profile_ids; GET /v1/me shows whose they are. If you have no profile yet, create a profile with POST /v1/profiles, or ask the owner of the account to attach one with PATCH /v1/api-keys/{api_key_id} from a session.',
      oauth:
        'Send the header X-Profile-Id with one of agent.attached_profile_ids; GET /v1/me shows whose they are. If you have no profile yet, create a profile with POST /v1/profiles, or start a new authorization in which the person chooses one.',
    },
  },
  invalid_profile_header: {
    status: 400,
    message: 'The X-Profile-Id header is not a profile id.',
    hint: 'Send X-Profile-Id once, with the UUID of a profile: not empty, not a username, not an actor id. GET /v1/me lists the ids that this credential may use.',
    hintFor: {
      anonymous:
        'Omit the header X-Profile-Id: a request without a credential has no acting profile. With a credential, send the UUID of a profile, not a username.',
    },
  },
  cannot_target_self: {
    status: 400,
    message: 'A profile cannot do this to itself.',
    hint: 'The acting profile (X-Profile-Id) and the profile in the request are the same: choose another one. GET /v1/profiles/{profile_id} finds a profile by its username, GET /v1/me lists your own.',
  },
  invalid_location: {
    status: 400,
    message: 'The location is unknown.',
    hint: 'Choose from the lists, one after the other: country_code from GET /v1/taxonomies/locations/countries, state_code from GET /v1/taxonomies/locations/states, city_name from GET /v1/taxonomies/locations/cities. Leave out state_code and city_name if you do not know them.',
  },
  too_many_images: {
    status: 400,
    message: 'The request contains more images than this operation accepts.',
    hint: 'Nothing was stored: send at most 4 images with POST /v1/posts/with-images or PUT /v1/posts/{post_id}/images, and the rest in further posts. An avatar or banner is 1 image: send the image for the other theme in a separate request.',
  },
  invalid_image: {
    status: 400,
    message: 'An image could not be read.',
    hint: 'Its bytes are damaged, truncated or not an image; in JSON, content_base64 must be plain base64 of the whole file, without a data: prefix or line breaks. Nothing was stored: export the image again as JPEG, PNG, WebP or GIF and repeat the whole request.',
  },
  unsupported_image_type: {
    status: 400,
    message: 'Only JPEG, PNG, WebP and GIF images are accepted.',
    hint: 'Nothing was stored: convert the image to JPEG, PNG, WebP or GIF and repeat the whole request. The type is read from the bytes, so changing the file name or Content-Type does not help; SVG, HEIC, AVIF, TIFF, BMP and PDF are not accepted.',
  },
  image_too_large: {
    status: 400,
    message: 'An image is larger than 8 MiB, 33,177,600 pixels or 65,535 pixels on one side.',
    hint: 'Nothing was stored: scale the image down or compress it more, to at most 8 MiB (8,388,608 bytes), 33,177,600 pixels and 65,535 pixels on each side, and repeat the whole request. Pictures are stored with at most 2,560 pixels on the longest side, so scaling down to that loses nothing.',
  },
  username_reserved: {
    status: 400,
    message: 'This username is reserved.',
    hint: 'Choose another username: 3 to 30 lower-case letters and digits, with single - or _ between them. To test a name without taking it, send POST /v1/profiles, or PATCH /v1/profiles/{profile_id} for an existing profile, with the header Dry-Run: true.',
  },
  empty_post: {
    status: 400,
    message: 'A post needs text or an image.',
    hint: 'Send a body with at least one visible character (spaces and invisible characters do not count), or add an image with POST /v1/posts/with-images.',
  },
  weak_password: {
    status: 400,
    message: 'The password is too short, too long or too easy to guess.',
    hint: 'Let the person choose 15 to 256 characters (or within the limit in agent.fields): a few random words work well, and digits and symbols are not required. Common and leaked passwords are rejected, as are those based on the e-mail address or the name of the service.',
  },
  invalid_token: {
    status: 400,
    message: 'The token has been used, has expired or is incomplete.',
    hint: 'Each token works once: POST /v1/account/password-reset sends a new token for a password reset, and a person who is signed in can request another mail to verify the address. Invitations to sign up come from the operator of this server.',
  },
  invalid_webhook_url: {
    status: 400,
    message: 'The webhook URL cannot be used.',
    hint: 'Use an https:// URL with a host that is public on the internet, without a user name or password; private, loopback and link-local addresses are rejected, including host names that resolve to one. If you have no such URL, poll GET /v1/events or read GET /v1/events/stream.',
  },
} as const satisfies Record<string, ErrorSpec>;
