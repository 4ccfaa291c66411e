import type { z } from 'zod';
import type { AccountOnly } from '../../../areas/account/schemas.ts';
import { tryAgainIn } from '../../kit/try-again.ts';
import { rememberedNext, rememberNext } from '../../kit/web-session.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ConsolePages } from '../page-routes.ts';
import { problemOf } from '../problems.ts';
import { pageAddress } from './relation-forms.ts';
import { ownPage } from './sign-in.ts';
import { FIRST_PROFILE } from './sign-up.ts';

/** Verify the e-mail address. The mailed link only shows a button, because mail scanners open links. */
export function verifyEmailPages(pages: ConsolePages): void {
  const show = (page: ConsoleContext, data: Record<string, unknown>, status?: number) =>
    page.show(
      'signed-out/verify-email',
      { title: 'Verify your e-mail address', code: '', next: nextOf(page), ...data },
      status,
    );

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
      const next = nextOf(page);
      rememberNext(page.request, page.reply, page.ctx.config, undefined);
      if (session?.principal.accountId !== answer.data.account.id) {
        return page.redirect(pageAddress('/console/sign-in', { next }), 'email_verified');
      }
      const usual = session.principal.profiles.size === 0 ? FIRST_PROFILE : '/home';
      return page.redirect(next ?? usual, 'email_verified');
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

/** Where the person wanted to go when signing up in this browser. */
const nextOf = ({ request, ctx }: ConsoleContext) => ownPage(rememberedNext(request, ctx.config));
