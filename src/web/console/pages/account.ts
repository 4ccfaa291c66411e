import type { z } from 'zod';
import type { OwnAccount, SessionPage } from '../../../areas/account/schemas.ts';
import type { Form } from '../../kit/form.ts';
import { dropWebSession } from '../../kit/web-session.ts';
import type { ConsoleContext } from '../console-context.ts';
import { deviceOf } from '../device.ts';
import type { ConsolePages } from '../page-routes.ts';
import { problemOf } from '../problems.ts';

/** Pages that stay open to a suspended account, so that its owner can lock out somebody who took it over. */
const SUSPENDED_TOO = { suspended: true } as const;

export function accountPages(pages: ConsolePages): void {
  pages.get('/console/account', 'console.show_account', (page) => showAccount(page), SUSPENDED_TOO);

  pages.post('/console/account', 'console.rename_account', async (page, form) => {
    const name = form.one('name');
    const answer = await page.attempt('PATCH', '/v1/account', { body: { name } });
    if (answer.ok) return page.redirect('/console/account', 'account_renamed');
    return showAccount(page, { problem: problemOf(answer), values: { name } }, 422);
  });

  pages.post(
    '/console/account/sessions/:session_id/end',
    'console.end_session',
    async (page) => {
      await page.call('DELETE', `/v1/account/sessions/${page.segment('session_id')}`);
      return page.redirect('/console/account', 'session_ended');
    },
    SUSPENDED_TOO,
  );

  pages.post(
    '/console/account/sessions/end-others',
    'console.end_other_sessions',
    async (page) => {
      let cursor: string | null | undefined;
      do {
        const list: z.output<typeof SessionPage> = await listSessions(page, { limit: '50', cursor });
        const others = list.items.filter(({ current }) => !current);
        for (const { id } of others) await page.call('DELETE', `/v1/account/sessions/${id}`);
        cursor = list.next_cursor;
      } while (cursor);
      return page.redirect('/console/account', 'sessions_ended');
    },
    SUSPENDED_TOO,
  );

  const showPassword = (page: ConsoleContext, data: Record<string, unknown> = {}, status?: number) => {
    const { passwordMinLength } = page.ctx.config;
    return page.show('account/password', { title: 'Change password', passwordMinLength, ...data }, status);
  };

  pages.get('/console/account/password', 'console.show_password', (page) => showPassword(page), SUSPENDED_TOO);

  pages.post(
    '/console/account/password',
    'console.change_password',
    async (page, form) => {
      const body = { current_password: form.one('current'), new_password: form.one('password') };
      const answer = await page.attempt('POST', '/v1/account/password', { body });
      if (answer.ok) return page.redirect('/console/account', 'password_changed');
      const problem = problemOf(answer, { current_password: 'current', new_password: 'password' });
      if (problem.code === 'wrong_password') problem.fields['current'] = 'This is not your current password.';
      return showPassword(page, { problem }, 422);
    },
    SUSPENDED_TOO,
  );

  const showEmail = (page: ConsoleContext, data: Record<string, unknown> = {}, status?: number) => {
    const { secondFactor } = page.principal;
    return page.show('account/email', { title: 'Change e-mail address', secondFactor, values: {}, ...data }, status);
  };

  pages.get('/console/account/email', 'console.show_email', (page) => showEmail(page));

  const changeEmail = async (page: ConsoleContext, form: Form) => {
    const email = form.one('email').trim();
    const code = form.one('second_code').trim();
    const answer = await page.attempt('POST', '/v1/account/email', { body: { email, ...(code && { code }) } });
    if (answer.ok) return page.redirect('/console/account', 'email_change_asked');
    const problem = problemOf(answer, { code: 'second_code' });
    if (problem.code === 'wrong_code') problem.fields['second_code'] = problem.message;
    return showEmail(page, { problem, values: { email } }, 422);
  };
  pages.post('/console/account/email', 'console.change_email', changeEmail, {
    keeps: (page, form, _upload, problem) => showEmail(page, { problem, values: { email: form.one('email') } }, 422),
  });

  pages.get('/console/account/delete', 'console.show_deletion', async (page) =>
    page.show('account/delete', { title: 'Delete account' }),
  );

  pages.post('/console/account/delete', 'console.delete_account', async (page, form) => {
    const answer = await page.attempt('DELETE', '/v1/account', { body: { password: form.one('password') } });
    if (!answer.ok) {
      return page.show('account/delete', { title: 'Delete account', problem: problemOf(answer) }, 422);
    }
    dropWebSession(page.reply, page.ctx.config);
    return page.redirect('/console/sign-in', 'deletion_asked');
  });
}

function listSessions(page: ConsoleContext, { cursor, limit }: { cursor?: string | null | undefined; limit?: string }) {
  const query = { cursor: cursor ?? undefined, limit };
  return page.call<z.output<typeof SessionPage>>('GET', '/v1/account/sessions', { query });
}

async function showAccount(page: ConsoleContext, data: Record<string, unknown> = {}, status?: number) {
  const [own, { items, next_cursor }] = await Promise.all([
    page.call<z.output<typeof OwnAccount>>('GET', '/v1/account'),
    listSessions(page, { cursor: page.query('cursor') }),
  ]);
  const sessions = items.map((session) => ({ session, device: deviceOf(session.user_agent) }));
  const values = { name: own.workspace.name };
  return page.show(
    'account/account',
    { title: 'Account', ...own, sessions, next: next_cursor, values, ...data },
    status,
  );
}
