import type { z } from 'zod';
import type { SignedIn } from '../../../areas/account/schemas.ts';
import { firstStepOf, type GivenSignIn, readSignIn, TOO_LATE } from '../../kit/sign-in-steps.ts';
import { dropWebSession, storeWebSession } from '../../kit/web-session.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ConsolePages } from '../page-routes.ts';
import { type Problem, problemOf, type Refused } from '../problems.ts';

const HERE = 'https://here.invalid';

/**
 * The page to go to next, if it is on this site: prevents an open redirect. A browser resolves `/.//host` to `//host`, and reads
 * that as another site if it gets it again, so this is the resolved path.
 */
export function ownPage(next: string | undefined): string | undefined {
  const url = next?.startsWith('/') ? URL.parse(next, HERE) : null;
  if (url?.origin !== HERE || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search + url.hash;
}

const pageAfter = (next: string | undefined) => ownPage(next) ?? '/home';

function showSignIn(page: ConsoleContext, next: string, problem?: Problem, email = '') {
  const data = { title: 'Sign in', signup: page.ctx.config.signup, next, problem, values: { email } };
  return page.show('signed-out/sign-in', data, problem ? 422 : 200);
}

/** The same form again, or after the right password the form for the code. */
function showRefused(page: ConsoleContext, next: string, given: GivenSignIn, answer: Refused) {
  const problem = problemOf(answer, { code: 'second_code' });
  const firstStep = firstStepOf(page.ctx, given, answer.error_code);
  if (firstStep === undefined) return showSignIn(page, next, problem, given.email);
  const isAsked = given.code === undefined;
  const data = { title: 'Enter your code', next, firstStep, ...(isAsked ? {} : { problem }) };
  return page.show('signed-out/code', data, isAsked ? 200 : 422);
}

export function signInPages(pages: ConsolePages): void {
  pages.get(
    '/console/sign-in',
    'console.show_sign_in',
    async (page) => {
      const next = pageAfter(page.query('next'));
      if (page.session && page.query('again') !== 'yes') return page.redirect(next);
      return showSignIn(page, next);
    },
    { open: true },
  );

  pages.post(
    '/console/sign-in',
    'console.sign_in',
    async (page, form) => {
      const next = pageAfter(form.one('next'));
      const given = readSignIn(page.ctx, form);
      if (!given) return showSignIn(page, next, { code: 'too_late', message: TOO_LATE, fields: {} });
      const answer = await page.attempt<z.output<typeof SignedIn>>('POST', '/v1/account/sessions', { body: given });
      if (!answer.ok) return showRefused(page, next, given, answer);
      storeWebSession(page.reply, page.ctx.config, answer.data.session.token);
      if (page.session) return page.redirect('/console', 'signed_in_again');
      return page.redirect(next, answer.data.deletion_cancelled ? 'deletion_cancelled' : undefined);
    },
    { open: true, signedOut: true },
  );

  pages.post(
    '/console/sign-out',
    'console.sign_out',
    async (page) => {
      const answer = await page.attempt('DELETE', '/v1/account/sessions/current');
      dropWebSession(page.reply, page.ctx.config);
      return page.redirect('/console/sign-in', answer.ok ? 'signed_out' : 'signed_out_here');
    },
    { suspended: true },
  );
}
