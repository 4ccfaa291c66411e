import { type Problem, problemOf, type Refused } from '../problems.ts';

/** What people who look after a profile read where the API's sentence is meant for programs. */
const SENTENCES: Record<string, string> = {
  username_taken: 'This username is not free.',
  username_reserved: 'This username is kept for the service.',
  invalid_location: 'This place is not one that we know.',
  plan_limit_reached: 'An account holds 50 profiles at most.',
  email_not_verified: 'Your e-mail address is not verified yet. Open the link in the mail that we sent you first.',
  profile_suspended: 'The operator of this server has suspended this profile, so nothing about it can be changed.',
  permission_denied: 'You may not change this: its owner has not given you that right.',
  image_too_large: 'This picture is too large: 8 MB and 33 million pixels are the most.',
  payload_too_large: 'This file is too large: 8 MB is the most.',
  unsupported_image_type: 'This is not a picture that we can show. Use a JPEG, PNG, WebP or GIF file.',
  unsupported_media_type: 'This is not a picture that we can show. Use a JPEG, PNG, WebP or GIF file.',
  invalid_image: 'This picture is damaged and can not be read. Save it again and try once more.',
  too_many_images: 'Choose one picture.',
  request_timeout: 'The picture took too long to arrive. Try again over a faster connection.',
};

const NAMES = {
  'location.country_code': 'country_code',
  'location.state_code': 'state_code',
  'location.city_name': 'city_name',
};

const USERNAME: Record<string, string> = {
  username_taken:
    'Somebody has it, or had it until lately. Names that differ only in - and _ count as one. Take another one.',
  username_reserved: 'Nobody can have it. Take another one.',
};

/** A refusal of an operation on profiles, in words, at the field that it is about. */
export function profileProblem(answer: Refused): Problem {
  const problem = problemOf(answer, NAMES);
  const username = USERNAME[answer.error_code];
  if (username !== undefined) problem.fields['username'] ??= username;
  return { ...problem, message: SENTENCES[answer.error_code] ?? problem.message };
}
