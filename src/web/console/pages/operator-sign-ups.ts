import type { z } from 'zod';
import type { WaitingSignUpPage } from '../../../areas/operator/schemas.ts';
import { LIMITS } from '../../../core/limits.ts';
import type { Form } from '../../kit/form.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ConsolePages } from '../page-routes.ts';
import { type Problem, problemOf } from '../problems.ts';
import { forOperators } from './operator-parts.ts';

const SIGN_UPS = '/console/operator/sign-ups';
const MOST = String(LIMITS.page.default);

/** Sign-ups that wait for an operator. */
export function operatorSignUpPages(all: ConsolePages): void {
  const pages = forOperators(all, 'sign_ups');
  pages.get(SIGN_UPS, 'console.list_sign_ups', (page) => showSignUps(page));

  const again = (page: ConsoleContext, _form: Form, problem: Problem) => showSignUps(page, { problem }, 422);
  const decide = async (page: ConsoleContext, form: Form) => {
    const decision = form.one('decision');
    const path = `/v1/operator/sign-ups/${page.segment('account_id')}/decide`;
    const answer = await page.attempt('POST', path, { body: { decision } });
    if (!answer.ok) return again(page, form, problemOf(answer));
    return page.redirect(SIGN_UPS, decision === 'approve' ? 'sign_up_approved' : 'sign_up_refused');
  };
  pages.post(`${SIGN_UPS}/:account_id`, 'console.decide_sign_up', decide, again);
}

async function showSignUps(page: ConsoleContext, data: object = {}, status?: number) {
  const query = { limit: MOST, cursor: page.query('cursor') };
  const { items, next_cursor } = await page.call<z.output<typeof WaitingSignUpPage>>('GET', '/v1/operator/sign-ups', {
    query,
  });
  const { signup } = page.ctx.config;
  return page.show('operator/sign-ups', { title: 'Sign-ups', items, next: next_cursor, signup, ...data }, status);
}
