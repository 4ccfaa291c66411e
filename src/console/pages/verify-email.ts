import type { z } from 'zod';
import type { AccountOnly } from '../../areas/account/schemas.ts';
import { tryAgainIn } from '../../pages/try-again.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ConsolePages } from '../page-routes.ts';
import { problemOf } from '../problems.ts';
import { FIRST_PROFILE } from './sign-up.ts';

/** Verify the e-mail address. The mailed link only shows a button, because mail scanners open links. */
export function verifyEmailPages(pages: ConsolePages): void {
  const show = (page: ConsoleContext, data: Record<string, unknown>, status?: number) =>
    page.show('doors/verify-email', { title: 'Verify your e-mail address', code: '', ...data }, status);

  pages.get(
    '/console/verify-email',
    'console.show_verify_email',
    async (page) => show(page, { code: page.query('token') }),
    { open: true },
  );

  pages.post(
    '/console/verify-email',
    'console.verify_email',
    async (page, form) => {
      const answer = await page.attempt<z.output<typeof AccountOnly>>('POST', '/v1/account/email-verification', {
        body: { token: form.one('code').trim() },
      });
      if (!answer.ok) return show(page, { problem: problemOf(answer, { token: 'code' }) }, 422);
      const { session } = page;
      if (session?.principal.accountId !== answer.data.account.id) {
        return page.redirect('/console/sign-in', 'email_verified');
      }
      return page.redirect(session.principal.profiles.size === 0 ? FIRST_PROFILE : '/console', 'email_verified');
    },
    { open: true },
  );

  pages.post('/console/verify-email/resend', 'console.resend_verification', async (page) => {
    const answer = await page.attempt('POST', '/v1/account/email-verification/resend');
    if (answer.ok) return page.redirect('/console/verify-email', 'mail_sent');
    const problem = problemOf(answer);
    if (problem.waitSeconds !== undefined)
      problem.message = `An e-mail was sent a short time ago. ${tryAgainIn(problem.waitSeconds)}`;
    return show(page, { problem }, 422);
  });
}
