import { problemOf } from '../problems.ts';
import type { ConsolePages } from '../site.ts';
import type { Visit } from '../visit.ts';

/** Request a password reset e-mail, and set the new password. */
export function passwordResetPages(pages: ConsolePages): void {
  const showConfirm = (visit: Visit, data: Record<string, unknown>, status?: number) => {
    const { passwordMinLength } = visit.ctx.config;
    return visit.show('doors/reset-confirm', { title: 'Set a new password', passwordMinLength, ...data }, status);
  };

  pages.get(
    '/console/reset',
    'console.show_reset',
    async (visit) => visit.show('doors/reset', { title: 'Forgot your password?' }),
    { open: true },
  );

  pages.post(
    '/console/reset',
    'console.request_reset',
    async (visit, form) => {
      const email = form.one('email');
      const answer = await visit.attempt('POST', '/v1/account/password-reset', { body: { email } });
      if (answer.ok) return visit.redirect('/console/reset', 'reset_asked');
      const data = { title: 'Forgot your password?', problem: problemOf(answer), values: { email } };
      return visit.show('doors/reset', data, 422);
    },
    { open: true },
  );

  pages.get(
    '/console/reset/confirm',
    'console.show_reset_confirm',
    async (visit) => showConfirm(visit, { code: visit.query('token') }),
    { open: true },
  );

  pages.post(
    '/console/reset/confirm',
    'console.confirm_reset',
    async (visit, form) => {
      const code = form.one('code').trim();
      const answer = await visit.attempt('POST', '/v1/account/password-reset/confirm', {
        body: { token: code, new_password: form.one('password') },
      });
      if (answer.ok) return visit.redirect('/console/sign-in', 'password_reset');
      const problem = problemOf(answer, { token: 'code', new_password: 'password' });
      // An expired code must not stay in the form.
      const isUsed = problem.code === 'invalid_token' || problem.fields['code'] !== undefined;
      return showConfirm(visit, { problem, code: isUsed ? undefined : code }, 422);
    },
    { open: true },
  );
}
