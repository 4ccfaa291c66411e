import { suspendAccount } from '../../areas/account/suspension.ts';
import { findAccount, listAccounts } from '../../areas/operator/accounts.ts';
import { setAutofollow, setPlan, verifyProfile } from '../../areas/operator/profiles.ts';
import { decideVerification, listWaitingVerifications } from '../../areas/verifications/decide.ts';
import { ACTIVE_PLANS } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import { line } from '../../core/text.ts';
import type { Problem } from '../problems.ts';
import type { ConsolePages } from '../site.ts';
import type { Visit } from '../visit.ts';
import { forOperators, foundOr404 } from './operator-parts.ts';

const ACCOUNTS = '/console/operator/accounts';
const VERIFICATIONS = '/console/operator/verifications';
const limit = LIMITS.page.default;
const reasonText = line(LIMITS.suspension_reason.max_length, { min: 1 });
const answerText = line(LIMITS.verification_answer.max_length);

/** Accounts with their profiles, and verification requests. */
export function operatorAccountPages(all: ConsolePages): void {
  const pages = forOperators(all);

  pages.get(ACCOUNTS, 'console.list_accounts', async (visit) => {
    const q = visit.query('q');
    const { items, next_cursor } = await listAccounts(visit.ctx, { q, limit, cursor: visit.query('cursor') });
    const next =
      next_cursor === null ? null : new URLSearchParams({ cursor: next_cursor, ...(q ? { q } : {}) }).toString();
    return visit.show('operator/accounts', { title: 'Accounts', accounts: items, next, q, values: { q } });
  });

  pages.get(`${ACCOUNTS}/:account_id`, 'console.show_account', (visit) => showAccount(visit));

  pages.post(`${ACCOUNTS}/:account_id/suspend`, 'console.suspend_account', async (visit, form) => {
    const reason = reasonText.safeParse(form.one('reason'));
    if (!reason.success) {
      const fields = { reason: `Enter one line of up to ${LIMITS.suspension_reason.max_length} characters.` };
      const problem: Problem = {
        code: 'invalid_request',
        message: 'The account was not suspended. Enter a reason.',
        fields,
      };
      return showAccount(visit, { problem, values: { reason: form.one('reason') } }, 422);
    }
    const accountId = visit.param('account_id');
    foundOr404(await suspendAccount(visit.ctx, { accountId, reason: reason.data }));
    return visit.redirect(`${ACCOUNTS}/${accountId}`, 'account_suspended');
  });

  pages.post(`${ACCOUNTS}/:account_id/lift`, 'console.lift_suspension', async (visit) => {
    const accountId = visit.param('account_id');
    foundOr404(await suspendAccount(visit.ctx, { accountId, reason: null }));
    return visit.redirect(`${ACCOUNTS}/${accountId}`, 'suspension_lifted');
  });

  // One form per setting: a page that was open for a while must not overwrite settings that nobody changed there.
  const profilePath = `${ACCOUNTS}/:account_id/profiles/:profile_id`;
  const saved = (visit: Visit) => visit.redirect(`${ACCOUNTS}/${visit.param('account_id')}`, 'operator_saved');

  pages.post(`${profilePath}/verified`, 'console.verify_profile', async (visit, form) => {
    const verified = form.one('verified') === 'yes';
    const done = await verifyProfile(visit.ctx, visit.param('profile_id'), verified, form.one('name'));
    if (!foundOr404(done).renamed) return saved(visit);
    const message = 'The profile was renamed, so it was not verified. Check the new name below.';
    return showAccount(visit, { problem: { code: 'profile_renamed', message, fields: {} } satisfies Problem }, 409);
  });

  pages.post(`${profilePath}/plan`, 'console.set_plan', async (visit, form) => {
    const plan = ACTIVE_PLANS.find((one) => one === form.one('plan')) ?? fail('invalid_request');
    foundOr404(await setPlan(visit.ctx, visit.param('profile_id'), plan));
    return saved(visit);
  });

  pages.post(`${profilePath}/autofollow`, 'console.set_autofollow', async (visit, form) => {
    foundOr404(await setAutofollow(visit.ctx, visit.param('profile_id'), form.one('autofollow') === 'yes'));
    return saved(visit);
  });

  pages.get(VERIFICATIONS, 'console.list_verifications', (visit) => showWaiting(visit));

  pages.post(`${VERIFICATIONS}/:verification_id`, 'console.decide_verification', async (visit, form) => {
    const decision = (['verify', 'reject'] as const).find((one) => one === form.one('decision'));
    const answer = answerText.safeParse(form.one('answer'));
    const id = visit.param('verification_id');
    if (!decision) fail('invalid_request');
    if (!answer.success) {
      const fields = { answer: `Enter one line of up to ${LIMITS.verification_answer.max_length} characters.` };
      const problem: Problem = { code: 'invalid_request', message: 'The request was not answered.', fields };
      return showWaiting(visit, { problem, answered: { id, answer: form.one('answer') } }, 422);
    }
    await decideVerification(visit.ctx, id, { decision, answer: answer.data });
    return visit.redirect(VERIFICATIONS, 'verification_decided');
  });
}

async function showWaiting(visit: Visit, data: Record<string, unknown> = {}, status?: number) {
  const cursor = visit.query('cursor');
  const { items, next_cursor } = await listWaitingVerifications(visit.ctx, { limit, cursor });
  const title = 'Verifications';
  return visit.show('operator/verifications', { title, waiting: items, next: next_cursor, cursor, ...data }, status);
}

async function showAccount(visit: Visit, data: Record<string, unknown> = {}, status?: number) {
  const account = foundOr404(await findAccount(visit.ctx, visit.param('account_id')));
  const isOwn = account.id === visit.principal.accountId;
  return visit.show('operator/account', { title: account.email, account, isOwn, plans: ACTIVE_PLANS, ...data }, status);
}
