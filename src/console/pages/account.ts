import type { z } from 'zod';
import type { OwnAccount, SessionPage } from '../../areas/account/schemas.ts';
import { dropWebSession } from '../../web-session/web-session.ts';
import { deviceOf } from '../device.ts';
import { problemOf } from '../problems.ts';
import type { ConsolePages } from '../site.ts';
import type { Visit } from '../visit.ts';

/** Pages that stay open to a suspended account, so that its owner can lock out somebody who took it over. */
const SUSPENDED_TOO = { suspended: true } as const;

/** The account: its name, password, sessions and deletion. */
export function accountPages(pages: ConsolePages): void {
  pages.get('/console/account', 'console.show_account', (visit) => showAccount(visit), SUSPENDED_TOO);

  pages.post('/console/account', 'console.rename_account', async (visit, form) => {
    const name = form.one('name');
    const answer = await visit.attempt('PATCH', '/v1/account', { body: { name } });
    if (answer.ok) return visit.redirect('/console/account', 'account_renamed');
    return showAccount(visit, { problem: problemOf(answer), values: { name } }, 422);
  });

  pages.post(
    '/console/account/sessions/:session_id/end',
    'console.end_session',
    async (visit) => {
      await visit.call('DELETE', `/v1/account/sessions/${encodeURIComponent(visit.param('session_id'))}`);
      return visit.redirect('/console/account', 'session_ended');
    },
    SUSPENDED_TOO,
  );

  pages.post(
    '/console/account/sessions/end-others',
    'console.end_other_sessions',
    async (visit) => {
      let cursor: string | null | undefined;
      do {
        const page: z.output<typeof SessionPage> = await listSessions(visit, { limit: '50', cursor });
        const others = page.items.filter(({ current }) => !current);
        for (const { id } of others) await visit.call('DELETE', `/v1/account/sessions/${id}`);
        cursor = page.next_cursor;
      } while (cursor);
      return visit.redirect('/console/account', 'sessions_ended');
    },
    SUSPENDED_TOO,
  );

  const showPassword = (visit: Visit, data: Record<string, unknown> = {}, status?: number) => {
    const { passwordMinLength } = visit.ctx.config;
    return visit.show('account/password', { title: 'Change password', passwordMinLength, ...data }, status);
  };

  pages.get('/console/account/password', 'console.show_password', (visit) => showPassword(visit), SUSPENDED_TOO);

  pages.post(
    '/console/account/password',
    'console.change_password',
    async (visit, form) => {
      const body = { current_password: form.one('current'), new_password: form.one('password') };
      const answer = await visit.attempt('POST', '/v1/account/password', { body });
      if (answer.ok) return visit.redirect('/console/account', 'password_changed');
      const problem = problemOf(answer, { current_password: 'current', new_password: 'password' });
      if (problem.code === 'wrong_password') problem.fields['current'] = 'This is not your current password.';
      return showPassword(visit, { problem }, 422);
    },
    SUSPENDED_TOO,
  );

  pages.get('/console/account/delete', 'console.show_deletion', async (visit) =>
    visit.show('account/delete', { title: 'Delete account' }),
  );

  pages.post('/console/account/delete', 'console.delete_account', async (visit, form) => {
    const answer = await visit.attempt('DELETE', '/v1/account', { body: { password: form.one('password') } });
    if (!answer.ok) {
      return visit.show('account/delete', { title: 'Delete account', problem: problemOf(answer) }, 422);
    }
    dropWebSession(visit.reply, visit.ctx.config);
    return visit.redirect('/console/sign-in', 'deletion_asked');
  });
}

function listSessions(visit: Visit, { cursor, limit }: { cursor?: string | null | undefined; limit?: string }) {
  const query = { cursor: cursor ?? undefined, limit };
  return visit.call<z.output<typeof SessionPage>>('GET', '/v1/account/sessions', { query });
}

async function showAccount(visit: Visit, data: Record<string, unknown> = {}, status?: number) {
  const [own, { items, next_cursor }] = await Promise.all([
    visit.call<z.output<typeof OwnAccount>>('GET', '/v1/account'),
    listSessions(visit, { cursor: visit.query('cursor') }),
  ]);
  const sessions = items.map((session) => ({ session, device: deviceOf(session.user_agent) }));
  const values = { name: own.workspace.name };
  return visit.show(
    'account/account',
    { title: 'Account', ...own, sessions, next: next_cursor, values, ...data },
    status,
  );
}
