import type { z } from 'zod';
import type { SignedUp } from '../../areas/account/schemas.ts';
import { keepWebSession } from '../../web-session/web-session.ts';
import { problemOf } from '../problems.ts';
import type { ConsolePages } from '../site.ts';
import type { Visit } from '../visit.ts';
import { ownPage } from './sign-in.ts';

/** The first page of a new account. */
export const FIRST_PROFILE = '/console/profiles/new';

/** Create an account. */
export function signUpPages(pages: ConsolePages): void {
  const show = (visit: Visit, data: Record<string, unknown>, status?: number) => {
    const { signup, passwordMinLength } = visit.ctx.config;
    return visit.show('doors/sign-up', { title: 'Create an account', signup, passwordMinLength, ...data }, status);
  };

  pages.get(
    '/console/sign-up',
    'console.show_sign_up',
    async (visit) => {
      const next = ownPage(visit.query('next'));
      if (visit.session) return visit.redirect(next ?? '/console');
      return show(visit, { next, values: { invite: visit.query('invite') } });
    },
    { open: true },
  );

  pages.post(
    '/console/sign-up',
    'console.sign_up',
    async (visit, form) => {
      const email = form.one('email');
      const name = form.one('name').trim();
      const invite = form.one('invite').trim();
      const next = ownPage(form.one('next'));
      const answer = await visit.attempt<z.output<typeof SignedUp>>('POST', '/v1/account', {
        body: {
          email,
          password: form.one('password'),
          ...(name === '' ? {} : { name }),
          ...(invite === '' ? {} : { invite }),
        },
      });
      if (!answer.ok) {
        const problem = problemOf(answer);
        if (problem.code === 'invalid_token') {
          problem.fields['invite'] = 'This invitation is invalid, expired or already used.';
          problem.message = 'You need an invitation to create an account here.';
        }
        return show(visit, { next, problem, values: { email, name, invite } }, 422);
      }
      keepWebSession(visit.reply, visit.ctx.config, answer.data.session.token);
      if (next !== undefined) return visit.redirect(next);
      return visit.redirect(answer.data.account.email_verified ? FIRST_PROFILE : '/console/verify-email', 'signed_up');
    },
    { open: true },
  );
}
