import type { z } from 'zod';
import type { SignedIn } from '../../../areas/account/schemas.ts';
import { dropWebSession, storeWebSession } from '../../kit/web-session.ts';
import type { ConsolePages } from '../page-routes.ts';
import { problemOf } from '../problems.ts';

/** Prevents an open redirect after sign-in: `next` must be a path on this site. */
const OWN_PAGE = /^\/(?!\/)[\w@/?=&.%+-]*$/;

/** The page to go to next, if it is on this site. */
export function ownPage(next: string | undefined): string | undefined {
  return next !== undefined && OWN_PAGE.test(next) ? next : undefined;
}

const pageAfter = (next: string | undefined) => ownPage(next) ?? '/console';

export function signInPages(pages: ConsolePages): void {
  pages.get(
    '/console/sign-in',
    'console.show_sign_in',
    async (page) => {
      const next = pageAfter(page.query('next'));
      if (page.session) return page.redirect(next);
      return page.show('signed-out/sign-in', { title: 'Sign in', signup: page.ctx.config.signup, next });
    },
    { open: true },
  );

  pages.post(
    '/console/sign-in',
    'console.sign_in',
    async (page, form) => {
      const email = form.one('email');
      const answer = await page.attempt<z.output<typeof SignedIn>>('POST', '/v1/account/sessions', {
        body: { email, password: form.one('password') },
      });
      const next = pageAfter(form.one('next'));
      if (!answer.ok) {
        const problem = problemOf(answer);
        return page.show(
          'signed-out/sign-in',
          { title: 'Sign in', signup: page.ctx.config.signup, next, problem, values: { email } },
          422,
        );
      }
      storeWebSession(page.reply, page.ctx.config, answer.data.session.token);
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
