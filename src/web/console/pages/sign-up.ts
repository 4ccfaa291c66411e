import type { z } from 'zod';
import type { SignedUp } from '../../../areas/account/schemas.ts';
import { appWaitingAt } from '../../../oauth/app-name.ts';
import { rememberNext, storeWebSession } from '../../kit/web-session.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ConsolePages } from '../page-routes.ts';
import { problemOf } from '../problems.ts';
import { ownPage } from './sign-in.ts';
import { WELCOME } from './welcome.ts';

const newProfile = (next: string) => `/console/profiles/new?next=${encodeURIComponent(next)}`;

/** The first page of a new account. */
export const FIRST_PROFILE = newProfile(WELCOME);

/** An app that asks for access acts as a profile, so a new account creates one first. */
const pageAfter = (next: string | undefined) => (next?.startsWith('/oauth/consent/') ? newProfile(next) : next);

export function signUpPages(pages: ConsolePages): void {
  const show = async (
    page: ConsoleContext,
    data: { next: string | undefined } & Record<string, unknown>,
    status = 200,
  ) => {
    const { signup, passwordMinLength } = page.ctx.config;
    const app = await appWaitingAt(page.ctx, page.request, data.next);
    const shown = { title: 'Create an account', signup, passwordMinLength, app, ...data };
    return page.show('signed-out/sign-up', shown, status);
  };

  pages.get(
    '/console/sign-up',
    'console.show_sign_up',
    async (page) => {
      const next = ownPage(page.query('next'));
      if (page.session) return page.redirect(next ?? '/home');
      return show(page, { next, values: { invite: page.query('invite') } });
    },
    { open: true },
  );

  pages.post(
    '/console/sign-up',
    'console.sign_up',
    async (page, form) => {
      const email = form.one('email');
      const name = form.one('name').trim();
      const invite = form.one('invite').trim();
      const join_reason = form.one('join_reason').trim();
      const next = ownPage(form.one('next'));
      const answer = await page.attempt<z.output<typeof SignedUp>>('POST', '/v1/account', {
        body: {
          email,
          password: form.one('password'),
          ...(name === '' ? {} : { name }),
          ...(invite === '' ? {} : { invite }),
          ...(join_reason === '' ? {} : { join_reason }),
        },
      });
      if (!answer.ok) {
        const problem = problemOf(answer);
        if (problem.code === 'invalid_token') {
          problem.fields['invite'] = 'This invitation is invalid, expired or already used.';
          if (page.ctx.config.signup === 'invite')
            problem.message = 'You need an invitation to create an account here.';
        }
        return show(page, { next, problem, values: { email, name, invite, join_reason } }, 422);
      }
      const { request, reply, ctx } = page;
      const isVerified = answer.data.account.email_verified;
      storeWebSession(reply, ctx.config, answer.data.session.token);
      const after = pageAfter(next);
      rememberNext(request, reply, ctx.config, isVerified ? undefined : after);
      if (!isVerified) return page.redirect('/console/verify-email', 'signed_up');
      return after === undefined ? page.redirect(FIRST_PROFILE, 'signed_up') : page.redirect(after);
    },
    { open: true },
  );
}
