import type { FieldProblem } from '../../core/errors.ts';
import type { InternalResponse } from '../../http/internal-request.ts';
import { tryAgainIn } from '../kit/try-again.ts';

/** Why a form was rejected: a message for the form, and one for each field, by input name. */
export type Problem = { code: string; message: string; fields: Record<string, string>; waitSeconds?: number };

/** Input labels for the list of problems above a form. The list does not link to an input without one. */
export const FIELD_LABELS: Readonly<Record<string, string>> = {
  author: 'Author’s username',
  bio: 'About',
  call_name: 'Short name',
  city_name: 'City',
  code: 'Code from the e-mail',
  contact_requests_per_day: 'Contact requests per day',
  country: 'Country',
  country_code: 'Country',
  current: 'Current password',
  days: 'Days',
  domain: 'Domain',
  email: 'E-mail address',
  ends: 'Expires',
  from: 'From',
  invite: 'Invitation',
  join_reason: 'Why do you want to join?',
  message: 'Message',
  messages_per_day: 'Messages per day',
  name: 'Name',
  occupation: 'Headline',
  password: 'Password',
  permission: 'Permissions',
  posts_per_day: 'Posts per day',
  profiles: 'Profiles',
  q: 'Search',
  reason: 'Reason',
  scopes: 'Permissions',
  second_code: 'Code',
  state_code: 'State or region',
  text: 'Text',
  to: 'To',
  type: 'Type',
  types: 'Events',
  url: 'URL',
  username: 'Username',
  value: 'Domain or network',
};

export type Refused = Extract<InternalResponse, { ok: false }>;

/** Messages for people, where the API's own are meant for programs. */
const SENTENCES: Record<string, string> = {
  invalid_request: 'Please correct the problems below.',
  invalid_credentials: 'Wrong e-mail or password.',
  rate_limited: 'Too many attempts.',
  recent_sign_in_required: 'Confirm that it’s you: your last sign-in was more than two hours ago.',
  service_unavailable: 'The server is busy.',
  permission_denied: 'You don’t have permission to do this.',
  invalid_token: 'This link or code is invalid, expired or already used.',
  weak_password: 'This password can’t be used.',
  wrong_code: 'This code is wrong, has expired or was used before.',
  wrong_password: 'Wrong password.',
};

/** Of a form that calls no `/v1`. */
export const RECENT_SIGN_IN: Problem = {
  code: 'recent_sign_in_required',
  message: SENTENCES['recent_sign_in_required']!,
  fields: {},
};

const atLeast = (limit: number | undefined) =>
  limit === 1 ? 'This field is required.' : `Use at least ${limit?.toLocaleString('en')} characters.`;
const atMost = (limit: number | undefined) => `Use at most ${limit?.toLocaleString('en')} characters.`;

/** What a username is made of. */
export const USERNAME_FORMAT = 'Use letters (a–z) and digits, with single hyphens or underscores between them.';

const RULES: Record<string, (limit: number | undefined) => string> = {
  required: () => 'This field is required.',
  not_blank: () => 'This field is required.',
  max_length: atMost,
  min_length: atLeast,
  too_long: (limit) => (limit === undefined ? 'This is too long.' : atMost(limit)),
  too_short: (limit) => (limit === undefined ? 'This is too short.' : atLeast(limit)),
  min_items: () => 'Choose at least one.',
  max_items: (limit) => `Choose at most ${limit}.`,
  email_format: () => 'Enter a valid e-mail address.',
  email_local_ascii: () => 'Use only unaccented letters, digits and signs before the @.',
  username_format: () => USERNAME_FORMAT,
  common_password: () => 'This password is too common. Choose another one.',
  own_data: () => 'Your password must not consist of your e-mail address or name.',
  repetition: () => 'This password is repetitive. Choose one that is harder to guess.',
  sequence: () => 'This password is a simple sequence. Choose one that is harder to guess.',
  one_line: () => 'Use a single line.',
  exactly_one: () => 'Choose one.',
  control_characters: () => 'Remove the invisible characters.',
  bidi_controls: () => 'Remove the invisible characters.',
  verification_mark: () => 'Remove the check mark: only this server shows who is verified.',
  service_name: () => 'Choose other words: these look like the staff of this service, or claim to be verified.',
  image_type: () => 'Use a JPEG, PNG, WebP or GIF picture.',
  not_wider_than_comments: () =>
    'Others have commented or reacted for fewer readers. Publish a new post for more readers.',
  in_future: () => 'This must be in the future.',
  known_country: () => 'Choose a country from the list.',
  known_state: () => 'Choose a state in that country.',
  known_city: () => 'Choose a city in that country.',
};

/** Describes an API error for people. `names` maps field names of the API to inputs of the form. */
export function problemOf(answer: Refused, names: Record<string, string> = {}): Problem {
  const fields: Record<string, string> = {};
  for (const problem of answer.agent.fields ?? []) {
    const path = problem.path.replace(/^(body|query|path)\.?/, '').replace(/\[\d+\].*$/, '');
    fields[names[path] ?? path] ??= sentenceOf(problem);
  }
  const wait = answer.agent.retry_after_seconds;
  const message = SENTENCES[answer.error_code] ?? answer.error_message;
  return {
    code: answer.error_code,
    message: wait === undefined ? message : `${message} ${tryAgainIn(wait)}`,
    fields,
    ...(wait === undefined ? {} : { waitSeconds: wait }),
  };
}

/** The same for a report, of which a profile can send a certain number an hour. */
export function reportProblem(answer: Refused): Problem {
  const problem = problemOf(answer);
  if (problem.waitSeconds === undefined || problem.code !== 'rate_limited') return problem;
  const words = 'You have sent many reports in a short time. This one was not sent, and what you wrote is still here.';
  return { ...problem, message: `${words} ${tryAgainIn(problem.waitSeconds)}` };
}

function sentenceOf({ rule, limit, allowed }: FieldProblem): string {
  const words = RULES[rule];
  if (words) return words(limit);
  return allowed?.length ? `Choose one of: ${allowed.join(', ')}.` : 'This value is not valid.';
}
