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

/** Accounts with their profiles, and who asks to be verified. */
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
      const fields = { reason: `Say it in one line of ${LIMITS.suspension_reason.max_length} characters at most.` };
      const problem: Problem = { code: 'invalid_request', message: 'The person must be able to read why.', fields };
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

  pages.post(`${ACCOUNTS}/:account_id/profiles/:profile_id`, 'console.set_profile', async (visit, form) => {
    const { ctx } = visit;
    const profile = visit.param('profile_id');
    const plan = ACTIVE_PLANS.find((one) => one === form.one('plan')) ?? fail('invalid_request');
    foundOr404(await verifyProfile(ctx, profile, form.one('verified') === 'on'));
    foundOr404(await setPlan(ctx, profile, plan));
    foundOr404(await setAutofollow(ctx, profile, form.one('autofollow') === 'on'));
    return visit.redirect(`${ACCOUNTS}/${visit.param('account_id')}`, 'operator_saved');
  });

  pages.get(VERIFICATIONS, 'console.list_verifications', async (visit) => {
    const { items, next_cursor } = await listWaitingVerifications(visit.ctx, { limit, cursor: visit.query('cursor') });
    return visit.show('operator/verifications', { title: 'Verifications', waiting: items, next: next_cursor });
  });

  pages.post(`${VERIFICATIONS}/:verification_id`, 'console.decide_verification', async (visit, form) => {
    const decision = (['verify', 'reject'] as const).find((one) => one === form.one('decision'));
    const answer = answerText.safeParse(form.one('answer'));
    if (!decision || !answer.success) fail('invalid_request');
    await decideVerification(visit.ctx, visit.param('verification_id'), { decision, answer: answer.data });
    return visit.redirect(VERIFICATIONS, 'verification_decided');
  });
}

async function showAccount(visit: Visit, data: Record<string, unknown> = {}, status?: number) {
  const account = foundOr404(await findAccount(visit.ctx, visit.param('account_id')));
  const isOwn = account.id === visit.principal.accountId;
  return visit.show('operator/account', { title: account.email, account, isOwn, plans: ACTIVE_PLANS, ...data }, status);
}
