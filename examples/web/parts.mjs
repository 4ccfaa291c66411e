import { OAuthError, PronetError } from '@pronet/client';

const ENDED = 'Your access has ended. Sign in again.';
/**
 * What a person can do, by the code of an error: its own text is for developers.
 * @type {Record<string, string>}
 */
const WORDS = {
  access_denied: 'You did not allow access.',
  invalid_grant: ENDED,
  not_signed_in: ENDED,
  insufficient_scope: 'You did not allow this. Sign out and in again to allow more.',
  permission_denied: 'You may not do this as this profile.',
  profile_not_found: 'There is no such profile.',
  post_not_found: 'This post was removed, or you may not see it any more.',
  interaction_not_allowed: 'This member does not accept that from you.',
  image_too_large: 'A picture is too large.',
  unsupported_image_type: 'A file is no picture that can be shown.',
  connection_failed: 'The server can’t be reached. Try again.',
};

/** @param {unknown} error */
export function wordsFor(error) {
  if (!(error instanceof PronetError || error instanceof OAuthError)) return 'It failed. Reload the page.';
  const wait = error.retryAfter;
  if (error.status === 429) return `Too many at once. Try again${wait ? ` in ${wait} seconds` : ' later'}.`;
  const isInvalid = error instanceof PronetError && error.status === 400;
  return WORDS[error.code] ?? (isInvalid ? 'This can’t be sent. Is it too long?' : 'It failed. Try again later.');
}

/**
 * Runs an action, and says what went wrong: in its form, or at the top of the page. Its button can't be used meanwhile.
 * @param {() => Promise<void>} work
 * @param {HTMLElement} [problem]
 * @param {Partial<HTMLButtonElement>} [button]
 */
export async function run(
  work,
  problem = /** @type {HTMLElement} */ (document.querySelector('#problem')),
  button = {},
) {
  problem.hidden = true;
  button.disabled = true;
  try {
    await work();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    problem.textContent = wordsFor(error);
    problem.hidden = false;
  } finally {
    button.disabled = false;
  }
}

/**
 * Inserts members' text as text, never as HTML.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Partial<HTMLElementTagNameMap[K]>} props
 * @param {(Node | string)[]} inside
 */
export function make(name, props, ...inside) {
  const element = document.createElement(name);
  Object.assign(element, props).append(...inside);
  return element;
}

/**
 * @param {HTMLFormElement} form
 * @param {(fields: FormData) => Promise<void>} work
 */
export function onSubmit(form, work) {
  const problem = make('p', { className: 'problem', role: 'alert', hidden: true });
  form.append(problem);
  form.onsubmit = (event) => {
    event.preventDefault();
    const button = event.submitter instanceof HTMLButtonElement ? event.submitter : undefined;
    run(() => work(new FormData(form)).then(() => form.reset()), problem, button);
  };
  return form;
}

/** @param {string} at */
export function ago(at) {
  const minutes = Math.round((Date.parse(at) - Date.now()) / 60_000);
  const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  if (minutes > -60) return relative.format(minutes, 'minute');
  if (minutes > -1440) return relative.format(Math.round(minutes / 60), 'hour');
  return relative.format(Math.round(minutes / 1440), 'day');
}
