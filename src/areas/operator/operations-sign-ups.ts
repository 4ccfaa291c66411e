import { fail } from '../../core/errors.ts';
import { type Operation, operation } from '../../http/operation.ts';
import { decideSignUp, expiryOf, listWaitingSignUps } from '../account/waiting.ts';
import { SIGN_UPS } from './hints.ts';
import { REFUSALS, reading, shared, writing } from './operations-parts.ts';
import { AccountPath, SignUpDecided, SignUpDecisionBody, SignUpsQuery, WaitingSignUpPage } from './schemas.ts';

export const signUpOperations: readonly Operation[] = [
  operation({
    name: 'operator.list_sign_ups',
    task: 'sign_ups',
    method: 'GET',
    path: '/v1/operator/sign-ups',
    summary: 'List sign-ups that wait',
    description:
      'The sign-ups that wait for an operator, newest first, with `SIGNUP=approval`. Only those whose e-mail address is confirmed.',
    ...shared,
    ...reading,
    errors: REFUSALS,
    query: SignUpsQuery,
    output: WaitingSignUpPage,
    run: async ({ ctx, query }, reply) => {
      const { items, next_cursor } = await listWaitingSignUps(ctx, query);
      const shown = items.map((item) => ({
        account_id: item.id,
        email: item.email,
        join_reason: item.join_reason,
        created_at: item.created_at.toISOString(),
        expires_at: expiryOf(item).toISOString(),
      }));
      return reply.ok({ items: shown, next_cursor }, SIGN_UPS);
    },
  }),

  operation({
    name: 'operator.decide_sign_up',
    task: 'sign_ups',
    done: 'Decided about a sign-up',
    method: 'POST',
    path: '/v1/operator/sign-ups/:account_id/decide',
    summary: 'Approve or refuse a sign-up',
    description:
      'A mail tells the person. `refuse` ends the account and frees its address. A sign-up that no longer waits is 404 `account_not_found`.',
    ...shared,
    ...writing,
    errors: [...REFUSALS, 'recent_sign_in_required', 'account_not_found'],
    params: AccountPath,
    body: SignUpDecisionBody,
    output: SignUpDecided,
    run: async ({ params: { account_id }, body: { decision } }, reply) =>
      reply.commit({
        commit: async (ctx) => (await decideSignUp(ctx, account_id, decision)) ?? fail('account_not_found'),
        answer: ({ accountId }) => ({ data: { account_id: accountId, decision }, agent: SIGN_UPS }),
      }),
  }),
];
