import type { ErrorSpec } from './spec.ts';

/** 400: the request itself is invalid and fails again unless it is changed. */
export const invalid = {
  invalid_request: {
    status: 400,
    message: 'The request does not match what this operation accepts.',
    hint: 'Each entry of agent.fields names a place in the request and the rule that it breaks: correct those and send the request again; unknown fields, parameters and enum values are refused, not ignored. GET /v1/meta/operations/{operation} shows the full schema with an example, GET /v1/meta/operations the names of all operations.',
  },
  invalid_json: {
    status: 400,
    message: 'The request body is not valid JSON.',
    hint: 'Send one complete JSON object in UTF-8 with Content-Type: application/json; look for a truncated end, trailing commas, single quotes, and unescaped line breaks or quotation marks inside strings. If the operation needs no body, send none or {}.',
  },
  invalid_cursor: {
    status: 400,
    message: 'The cursor is not valid for this list.',
    hint: 'Start again without cursor, and pass each next_cursor unchanged to the same path with the same filters and the same X-Profile-Id. Never construct cursors, and never reuse them for other queries.',
  },
  profile_header_required: {
    status: 400,
    message: 'This operation requires an acting profile.',
    hint: 'Send the header X-Profile-Id with one of agent.attached_profile_ids; GET /v1/me shows which profile each id is. If you have none yet, create a profile with POST /v1/profiles.',
    hintFor: {
      api_key:
        'Send the header X-Profile-Id with one of agent.attached_profile_ids; GET /v1/me shows which profile each id is. If you have none yet, create a profile with POST /v1/profiles, or ask the owner of the account to attach one with PATCH /v1/api-keys/{api_key_id} from a session.',
      oauth:
        'Send the header X-Profile-Id with one of agent.attached_profile_ids; GET /v1/me shows which profile each id is. If you have none yet, create a profile with POST /v1/profiles, or start a new authorization in which the person chooses one.',
    },
  },
  invalid_profile_header: {
    status: 400,
    message: 'The X-Profile-Id header does not contain a profile id.',
    hint: 'Send X-Profile-Id once, with the UUID of a profile: not empty, not a username, not an actor id. GET /v1/me lists the ids that this credential may use.',
    hintFor: {
      anonymous:
        'Omit the header X-Profile-Id: without a credential, there is no acting profile. With a credential, send the UUID of a profile, not a username.',
    },
  },
  cannot_target_self: {
    status: 400,
    message: 'A profile cannot do this to itself.',
    hint: 'The acting profile (X-Profile-Id) and the profile named in the request are the same: name another one. GET /v1/profiles/{profile_id} finds a profile by its username, GET /v1/me lists your own.',
  },
  invalid_location: {
    status: 400,
    message: 'The service does not know this location.',
    hint: 'Choose from the lists, each within the previous choice: country_code from GET /v1/taxonomies/locations/countries, state_code from GET /v1/taxonomies/locations/states, city_name from GET /v1/taxonomies/locations/cities. Leave out state_code and city_name if you do not know them.',
  },
  too_many_images: {
    status: 400,
    message: 'There are more images than this operation accepts.',
    hint: 'Nothing was stored: send at most 4 images with POST /v1/posts/with-images or PUT /v1/posts/{post_id}/images, and put further images in other posts. An avatar or banner takes one image; send the one for the other theme in a separate request.',
  },
  invalid_image: {
    status: 400,
    message: 'An image could not be read.',
    hint: 'Its bytes are damaged, truncated or not an image; in JSON, content_base64 must be plain base64 of the whole file, without a data: prefix and without line breaks. Nothing was stored: export the image again as JPEG, PNG, WebP or GIF and repeat the whole request.',
  },
  unsupported_image_type: {
    status: 400,
    message: 'Only JPEG, PNG, WebP and GIF images are accepted.',
    hint: 'Nothing was stored: convert the image to JPEG, PNG, WebP or GIF and repeat the whole request. The type is read from the bytes, so changing the file name or Content-Type does not help; SVG, HEIC, AVIF, TIFF, BMP and PDF are refused.',
  },
  image_too_large: {
    status: 400,
    message: 'An image is larger than 8 MiB, 33,177,600 pixels or 65,535 pixels on one side.',
    hint: 'Nothing was stored: scale the image down or compress it more, to at most 8 MiB (8,388,608 bytes), 33,177,600 pixels and 65,535 pixels on each side, and repeat the whole request. Pictures are shown at 2,560 pixels on the longest side at most, so scaling to that loses nothing.',
  },
  username_reserved: {
    status: 400,
    message: 'This username is reserved.',
    hint: 'Choose another username: 3 to 30 lowercase letters and digits, with single - or _ between them. To test one without taking it, send the header Dry-Run: true with POST /v1/profiles, or with PATCH /v1/profiles/{profile_id} for an existing profile.',
  },
  empty_post: {
    status: 400,
    message: 'A post needs text or an image.',
    hint: 'Send a body with at least one visible character (blanks and invisible characters do not count), or add an image with POST /v1/posts/with-images.',
  },
  weak_password: {
    status: 400,
    message: 'The password is too short, too long or too easy to guess.',
    hint: 'Let the person choose 15 to 256 characters (or within the limit that agent.fields names): several random words work well; digits and symbols are not required. Common and leaked passwords are refused, and so are those based on the e-mail address or the name of the service.',
  },
  invalid_token: {
    status: 400,
    message: 'The token has been used, has expired or is incomplete.',
    hint: 'Each token works once, so get another: POST /v1/account/password-reset mails one for a new password, and a signed-in person can request another mail to verify the address. An invitation to sign up comes from the operator of this server.',
  },
  invalid_webhook_url: {
    status: 400,
    message: 'The webhook address cannot be used.',
    hint: 'Use an https:// address with a host that is public on the internet and without a user name or password; private, loopback and link-local addresses are refused, also when DNS resolves to one. Without such an address, poll GET /v1/events or read GET /v1/events/stream.',
  },
} as const satisfies Record<string, ErrorSpec>;
