import { suspendAccount } from '../../../areas/account/suspension.ts';
import { findAccount, listAccounts } from '../../../areas/operator/accounts.ts';
import { setAutofollow, setPlan, verifyProfile } from '../../../areas/operator/profiles.ts';
import { decideVerification, listWaitingVerifications } from '../../../areas/verifications/decide.ts';
import { ACTIVE_PLANS } from '../../../core/enums.ts';
import { fail } from '../../../core/errors.ts';
import { LIMITS } from '../../../core/limits.ts';
import { OPERATOR_ROLES, type OperatorRole } from '../../../core/operator-roles.ts';
import { line } from '../../../core/text.ts';
import type { Form } from '../../kit/form.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { Notice } from '../notices.ts';
import type { ConsolePages } from '../page-routes.ts';
import { type Problem, problemOf } from '../problems.ts';
import { forOperators, foundOr404, suspensionOf, tasksOf } from './operator-parts.ts';

const ACCOUNTS = '/console/operator/accounts';
const VERIFICATIONS = '/console/operator/verifications';
const limit = LIMITS.page.default;
/** The roles of operators in the words of a form. */
const ROLE_WORDS: Record<OperatorRole, { label: string; words: string }> = {
  moderate: {
    label: 'Moderator',
    words: 'Approves sign-ups, acts on reports, removes posts, warns and suspends members.',
  },
  operate: { label: 'Operator', words: 'Verifies members, invites, blocks sign-ups, and gives these roles.' },
};
const answerText = line(LIMITS.verification_answer.max_length);

export function operatorAccountPages(all: ConsolePages): void {
  const pages = forOperators(all, 'accounts');
  const verifying = forOperators(all, 'verifications');

  pages.get(ACCOUNTS, 'console.list_accounts', async (page) => {
    const q = page.query('q');
    const { items, next_cursor } = await listAccounts(page.ctx, { q, limit, cursor: page.query('cursor') });
    const next =
      next_cursor === null ? null : new URLSearchParams({ cursor: next_cursor, ...(q ? { q } : {}) }).toString();
    return page.show('operator/accounts', { title: 'Accounts', accounts: items, next, q, values: { q } });
  });

  pages.get(`${ACCOUNTS}/:account_id`, 'console.show_account', (page) => showAccount(page));

  const accountAgain = (page: ConsoleContext, form: Form, problem: Problem) =>
    showAccount(page, { problem, values: suspensionOf(page, form).values }, 422);
  const suspend = async (page: ConsoleContext, form: Form) => {
    const { accepted, problem } = suspensionOf(page, form);
    if (!accepted) return accountAgain(page, form, problem);
    const accountId = page.param('account_id');
    foundOr404(await suspendAccount(page.ctx, { accountId, ...accepted }));
    return page.redirect(`${ACCOUNTS}/${page.segment('account_id')}`, 'account_suspended');
  };
  pages.post(`${ACCOUNTS}/:account_id/suspend`, 'console.suspend_account', suspend, accountAgain);

  const lift = async (page: ConsoleContext) => {
    const accountId = page.param('account_id');
    foundOr404(await suspendAccount(page.ctx, { accountId, reason: null }));
    return page.redirect(`${ACCOUNTS}/${page.segment('account_id')}`, 'suspension_lifted');
  };
  pages.post(`${ACCOUNTS}/:account_id/lift`, 'console.lift_suspension', lift, accountAgain);

  const giveRoles = async (page: ConsoleContext, form: Form) => {
    const roles = OPERATOR_ROLES.filter((role) => form.many('roles').includes(role));
    const path = `/v1/operator/accounts/${page.segment('account_id')}/roles`;
    const answer = await page.attempt('PUT', path, { body: { roles } });
    if (!answer.ok) return accountAgain(page, form, problemOf(answer));
    return page.redirect(`${ACCOUNTS}/${page.segment('account_id')}`, 'operator_saved');
  };
  pages.post(`${ACCOUNTS}/:account_id/roles`, 'console.set_operator_roles', giveRoles, accountAgain);

  const request =
    (method: 'POST' | 'DELETE', path: string, notice: Notice) => async (page: ConsoleContext, form: Form) => {
      const answer = await page.attempt(method, `/v1/operator/accounts/${page.segment('account_id')}${path}`);
      if (!answer.ok) return accountAgain(page, form, problemOf(answer));
      return page.redirect(`${ACCOUNTS}/${page.segment('account_id')}`, notice);
    };
  const [exported, deleted] = [request('POST', '/export', 'export_started'), request('DELETE', '', 'deletion_started')];
  pages.post(`${ACCOUNTS}/:account_id/export`, 'console.export_account', exported, accountAgain);
  pages.post(`${ACCOUNTS}/:account_id/delete`, 'console.delete_account_of_member', deleted, accountAgain);

  // One form per setting: a page that was open for a while must not overwrite settings that nobody changed there.
  const profilePath = `${ACCOUNTS}/:account_id/profiles/:profile_id`;
  const saved = (page: ConsoleContext) => page.redirect(`${ACCOUNTS}/${page.segment('account_id')}`, 'operator_saved');

  const verify = async (page: ConsoleContext, form: Form) => {
    const verified = form.one('verified') === 'yes';
    const done = await verifyProfile(page.ctx, page.param('profile_id'), verified, form.one('name'));
    if (!foundOr404(done).renamed) return saved(page);
    const message = 'The profile was renamed, so it was not verified. Check the new name below.';
    return showAccount(page, { problem: { code: 'profile_renamed', message, fields: {} } satisfies Problem }, 409);
  };
  pages.post(`${profilePath}/verified`, 'console.verify_profile', verify, accountAgain);

  pages.post(`${profilePath}/plan`, 'console.set_plan', async (page, form) => {
    const plan = ACTIVE_PLANS.find((one) => one === form.one('plan')) ?? fail('invalid_request');
    foundOr404(await setPlan(page.ctx, page.param('profile_id'), plan));
    return saved(page);
  });

  pages.post(`${profilePath}/autofollow`, 'console.set_autofollow', async (page, form) => {
    foundOr404(await setAutofollow(page.ctx, page.param('profile_id'), form.one('autofollow') === 'yes'));
    return saved(page);
  });

  verifying.get(VERIFICATIONS, 'console.list_verifications', (page) => showWaiting(page));

  const decideAgain = (page: ConsoleContext, form: Form, problem: Problem) => {
    const answered = { id: page.param('verification_id'), answer: form.one('answer') };
    return showWaiting(page, { problem, answered }, 422);
  };
  const decide = async (page: ConsoleContext, form: Form) => {
    const decision = (['verify', 'reject'] as const).find((one) => one === form.one('decision'));
    const answer = answerText.safeParse(form.one('answer'));
    const id = page.param('verification_id');
    if (!decision) fail('invalid_request');
    if (!answer.success) {
      const fields = { answer: `Enter one line of up to ${LIMITS.verification_answer.max_length} characters.` };
      return decideAgain(page, form, { code: 'invalid_request', message: 'The request was not answered.', fields });
    }
    await decideVerification(page.ctx, id, { decision, answer: answer.data });
    return page.redirect(VERIFICATIONS, 'verification_decided');
  };
  verifying.post(`${VERIFICATIONS}/:verification_id`, 'console.decide_verification', decide, decideAgain);
}

async function showWaiting(page: ConsoleContext, data: Record<string, unknown> = {}, status?: number) {
  const cursor = page.query('cursor');
  const { items, next_cursor } = await listWaitingVerifications(page.ctx, { limit, cursor });
  const title = 'Verifications';
  return page.show('operator/verifications', { title, waiting: items, next: next_cursor, cursor, ...data }, status);
}

async function showAccount(page: ConsoleContext, data: Record<string, unknown> = {}, status?: number) {
  const account = foundOr404(await findAccount(page.ctx, page.param('account_id')));
  const isOwn = account.id === page.principal.accountId;
  const more = { can: tasksOf(page), roles: OPERATOR_ROLES, roleWords: ROLE_WORDS };
  return page.show(
    'operator/account',
    { title: account.email, account, isOwn, plans: ACTIVE_PLANS, ...more, ...data },
    status,
  );
}
