import type { ConsoleContext } from '../console-context.ts';
import type { ConsolePages } from '../page-routes.ts';
import { problemOf } from '../problems.ts';

export function passwordResetPages(pages: ConsolePages): void {
  const showConfirm = (page: ConsoleContext, data: Record<string, unknown>, status?: number) => {
    const { passwordMinLength } = page.ctx.config;
    return page.show('signed-out/reset-confirm', { title: 'Set a new password', passwordMinLength, ...data }, status);
  };

  pages.get(
    '/console/reset',
    'console.show_reset',
    async (page) => page.show('signed-out/reset', { title: 'Forgot your password?' }),
    { open: true },
  );

  pages.post(
    '/console/reset',
    'console.request_reset',
    async (page, form) => {
      const email = form.one('email');
      const answer = await page.attempt('POST', '/v1/account/password-reset', { body: { email } });
      if (answer.ok) return page.redirect('/console/reset', 'reset_asked');
      const data = { title: 'Forgot your password?', problem: problemOf(answer), values: { email } };
      return page.show('signed-out/reset', data, 422);
    },
    { open: true },
  );

  pages.get(
    '/console/reset/confirm',
    'console.show_reset_confirm',
    async (page) => showConfirm(page, { code: page.query('token') }),
    { open: true },
  );

  pages.post(
    '/console/reset/confirm',
    'console.confirm_reset',
    async (page, form) => {
      const code = form.one('code').trim();
      const answer = await page.attempt<{ api_keys_to_check: number }>('POST', '/v1/account/password-reset/confirm', {
        body: {
          token: code,
          new_password: form.one('password'),
          revoke_api_keys: form.one('revoke_api_keys') === 'on',
          revoke_access: form.one('revoke_access') === 'on',
        },
      });
      if (answer.ok) {
        const { api_keys_to_check } = answer.data;
        return page.redirect('/console/sign-in', api_keys_to_check > 0 ? 'password_reset_keys' : 'password_reset');
      }
      const problem = problemOf(answer, { token: 'code', new_password: 'password' });
      const values = { revoke_api_keys: form.one('revoke_api_keys'), revoke_access: form.one('revoke_access') };
      // An expired code must not stay in the form.
      const isUsed = problem.code === 'invalid_token' || problem.fields['code'] !== undefined;
      return showConfirm(page, { problem, values, code: isUsed ? undefined : code }, 422);
    },
    { open: true },
  );
}
