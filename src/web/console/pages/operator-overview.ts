import { createInvite, listInvites, revokeInvite } from '../../../areas/account/invites.ts';
import { countMembers, countWaiting, MAX_COUNTED, MAX_MEMBERS, type Queue } from '../../../areas/operator/waiting.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ConsolePages } from '../page-routes.ts';
import type { Problem } from '../problems.ts';
import { forOperators, tasksOf } from './operator-parts.ts';

const INVITES = '/console/operator/invitations';
const MAX_DAYS = 365;

const QUEUES: readonly { label: string; queue: Queue }[] = [
  { label: 'Open reports', queue: 'reports' },
  { label: 'Sign-ups that wait', queue: 'sign_ups' },
  { label: 'Open appeals', queue: 'appeals' },
  { label: 'Verification requests', queue: 'verifications' },
];

/** What is waiting for the operator, and invitations to sign up. */
export function operatorOverviewPages(all: ConsolePages): void {
  const pages = forOperators(all, 'accounts');
  const inviting = forOperators(all, 'invitations');

  pages.get('/console/operator', 'console.show_operator', async (page) => {
    const can = tasksOf(page);
    const [members, waiting] = await Promise.all([countMembers(page.ctx), countWaiting(page.ctx)]);
    return page.show('operator/overview', {
      title: 'Server',
      entries: [
        ...QUEUES.filter(({ queue }) => can.has(queue)).map(({ label, queue }) => ({
          label,
          count: atMost(waiting[queue], MAX_COUNTED),
          path: `/console/operator/${queue.replace('_', '-')}`,
        })),
        { label: 'Accounts', count: atMost(members.accounts, MAX_MEMBERS), path: '/console/operator/accounts' },
        { label: 'Profiles', count: atMost(members.profiles, MAX_MEMBERS), path: '/console/operator/accounts' },
      ],
      can,
      signup: page.ctx.config.signup,
    });
  });

  inviting.get(INVITES, 'console.list_invites', (page) => showInvites(page));

  inviting.post(INVITES, 'console.create_invite', async (page, form) => {
    const days = Number(form.one('days'));
    if (!(Number.isInteger(days) && days >= 1 && days <= MAX_DAYS)) {
      const fields = { days: `Enter a whole number from 1 to ${MAX_DAYS}.` };
      const problem: Problem = { code: 'invalid_request', message: 'No invitation was created.', fields };
      return showInvites(page, { problem, values: { days: form.one('days') } }, 422);
    }
    const { token } = await createInvite(page.ctx, { days });
    const address = `${page.ctx.config.authUrl}/console/sign-up?invite=${encodeURIComponent(token)}`;
    return showInvites(page, { address });
  });

  inviting.post(`${INVITES}/:invite_id/revoke`, 'console.revoke_invite', async (page) => {
    await revokeInvite(page.ctx, page.param('invite_id'));
    return page.redirect(INVITES, 'invite_revoked');
  });
}

const atMost = (count: number, most: number) => (count >= most ? `${most - 1}+` : String(count));

async function showInvites(page: ConsoleContext, data: Record<string, unknown> = {}, status?: number) {
  const now = page.ctx.now();
  const invites = (await listInvites(page.ctx)).map((invite) => ({
    ...invite,
    isOpen: invite.used_at === null && invite.expires_at > now,
  }));
  const { signup } = page.ctx.config;
  return page.show(
    'operator/invitations',
    { title: 'Invitations', invites, signup, values: { days: '14' }, ...data },
    status,
  );
}
