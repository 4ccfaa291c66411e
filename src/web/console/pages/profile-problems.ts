import { type Problem, problemOf, type Refused } from '../problems.ts';

/** Messages for people, where the API's own are meant for programs. */
const SENTENCES: Record<string, string> = {
  username_taken: 'This username is not available.',
  username_reserved: 'This username is reserved.',
  invalid_location: 'This location is unknown.',
  plan_limit_reached: 'An account can have up to 50 profiles.',
  email_not_verified: 'Your e-mail address is not verified yet. Open the link in the e-mail we sent you.',
  profile_suspended: 'The operator of this server suspended this profile. You can’t change it.',
  permission_denied: 'You can’t change this. Ask the owner for permission.',
  image_too_large: 'This picture is too large. The maximum is 8 MB and 33 million pixels.',
  payload_too_large: 'This file is too large. The maximum is 8 MB.',
  unsupported_image_type: 'This file type is not supported. Use a JPEG, PNG, WebP or GIF picture.',
  unsupported_media_type: 'This file type is not supported. Use a JPEG, PNG, WebP or GIF picture.',
  invalid_image: 'This picture is damaged. Save it again and retry.',
  too_many_images: 'Choose one picture.',
  request_timeout: 'The upload took too long. Try again on a faster connection.',
};

const NAMES = {
  'location.country_code': 'country_code',
  'location.state_code': 'state_code',
  'location.city_name': 'city_name',
};

const USERNAME: Record<string, string> = {
  username_taken:
    'It is in use or was until recently. Usernames that look alike count as the same: with or without hyphens and underscores, 0 and o, 1 and l or i, rn and m.',
  username_reserved: 'Choose a different username.',
};

export function profileProblem(answer: Refused): Problem {
  const problem = problemOf(answer, NAMES);
  const username = USERNAME[answer.error_code];
  if (username !== undefined) problem.fields['username'] ??= username;
  return { ...problem, message: SENTENCES[answer.error_code] ?? problem.message };
}
