import type { z } from 'zod';
import type { AccountOnly } from '../../areas/account/schemas.ts';
import { tryAgainIn } from '../../web-session/try-again.ts';
import { problemOf } from '../problems.ts';
import type { ConsolePages } from '../site.ts';
import type { Visit } from '../visit.ts';
import { FIRST_PROFILE } from './sign-up.ts';

/** Verify the e-mail address. The mailed link only shows a button, because mail scanners open links. */
export function verifyEmailPages(pages: ConsolePages): void {
  const show = (visit: Visit, data: Record<string, unknown>, status?: number) =>
    visit.show('doors/verify-email', { title: 'Verify your e-mail address', code: '', ...data }, status);

  pages.get(
    '/console/verify-email',
    'console.show_verify_email',
    async (visit) => show(visit, { code: visit.query('token') }),
    { open: true },
  );

  pages.post(
    '/console/verify-email',
    'console.verify_email',
    async (visit, form) => {
      const answer = await visit.attempt<z.output<typeof AccountOnly>>('POST', '/v1/account/email-verification', {
        body: { token: form.one('code').trim() },
      });
      if (!answer.ok) return show(visit, { problem: problemOf(answer, { token: 'code' }) }, 422);
      const { session } = visit;
      if (session?.principal.accountId !== answer.data.account.id) {
        return visit.redirect('/console/sign-in', 'email_verified');
      }
      return visit.redirect(session.principal.profiles.size === 0 ? FIRST_PROFILE : '/console', 'email_verified');
    },
    { open: true },
  );

  pages.post('/console/verify-email/resend', 'console.resend_verification', async (visit) => {
    const answer = await visit.attempt('POST', '/v1/account/email-verification/resend');
    if (answer.ok) return visit.redirect('/console/verify-email', 'mail_sent');
    const problem = problemOf(answer);
    if (problem.waitSeconds !== undefined)
      problem.message = `An e-mail was sent a short time ago. ${tryAgainIn(problem.waitSeconds)}`;
    return show(visit, { problem }, 422);
  });
}
