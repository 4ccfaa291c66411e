import type { FieldProblem } from '../core/errors.ts';
import type { InnerAnswer } from '../http/inner-call.ts';
import { tryAgainIn } from '../web-session/try-again.ts';

/** What a person reads when a form was refused: a sentence, and one more for each field, by the name of its input. */
export type Problem = { code: string; message: string; fields: Record<string, string>; waitSeconds?: number };

export type Refused = Extract<InnerAnswer, { ok: false }>;

/** Sentences of our own where the API's are meant for programs. */
const SENTENCES: Record<string, string> = {
  invalid_request: 'Something in the form is not as it should be.',
  invalid_credentials: 'This e-mail address and this password do not belong together.',
  rate_limited: 'Too many attempts.',
  service_unavailable: 'The server is busy.',
  permission_denied: 'You may not do this.',
  invalid_token: 'This link or code has been used before, is too old or is not whole.',
  weak_password: 'Choose another password.',
  wrong_password: 'This is not your password.',
};

const RULES: Record<string, (limit: number | undefined) => string> = {
  required: () => 'Fill this in.',
  not_blank: () => 'Fill this in.',
  max_length: (limit) => `Use ${limit} characters at most.`,
  min_length: (limit) => (limit === 1 ? 'Fill this in.' : `Use at least ${limit} characters.`),
  too_long: (limit) => (limit === undefined ? 'This is too long.' : `Use ${limit} characters at most.`),
  too_short: (limit) => (limit === undefined ? 'This is too short.' : `Use at least ${limit} characters.`),
  min_items: () => 'Choose at least one.',
  max_items: (limit) => `Choose ${limit} at most.`,
  email_format: () => 'This is not an e-mail address.',
  username_format: () => 'Use 3 to 30 of: a to z, 0 to 9, a hyphen between them.',
  common_password: () => 'This password is one of the first that others would try. Take another one.',
  own_data: () => 'Your password must not be made of your own e-mail address or name.',
  repetition: () => 'This password repeats itself. Take one that is harder to guess.',
  sequence: () => 'This password follows a simple order. Take one that is harder to guess.',
  one_line: () => 'Write it in one line.',
  exactly_one: () => 'Choose one.',
  control_characters: () => 'There are characters in it that can not be seen.',
  bidi_controls: () => 'There are characters in it that can not be seen.',
  in_future: () => 'This must lie in the future.',
  known_country: () => 'Choose a country from the list.',
  known_state: () => 'Choose a state of that country.',
  known_city: () => 'There is no such city in that country.',
};

/** For people who filled in a form of this site; `names` tells the inputs of fields that are called otherwise there. */
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

function sentenceOf({ rule, limit, allowed }: FieldProblem): string {
  const words = RULES[rule];
  if (words) return words(limit);
  return allowed?.length ? `Choose one of: ${allowed.join(', ')}.` : 'This is not valid.';
}
