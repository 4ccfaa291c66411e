import type { z } from 'zod';
import type { QueuedAppealPage } from '../../../areas/operator/schemas-appeals.ts';
import { LIMITS } from '../../../core/limits.ts';
import type { Form } from '../../kit/form.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ConsolePages } from '../page-routes.ts';
import { type Problem, problemOf } from '../problems.ts';
import { forOperators } from './operator-parts.ts';

const APPEALS = '/console/operator/appeals';

/** Appeals of members against decisions of operators. */
export function operatorAppealPages(all: ConsolePages): void {
  const pages = forOperators(all, 'appeals');
  pages.get(APPEALS, 'console.list_appeals', (page) => showAppeals(page));

  const again = (page: ConsoleContext, _form: Form, problem: Problem) => showAppeals(page, { problem }, 422);
  const decide = async (page: ConsoleContext, form: Form) => {
    const path = `/v1/operator/appeals/${page.segment('appeal_id')}/decide`;
    const answer = await page.attempt('POST', path, { body: { decision: form.one('decision') } });
    return answer.ok ? page.redirect(APPEALS, 'appeal_decided') : again(page, form, problemOf(answer));
  };
  pages.post(`${APPEALS}/:appeal_id`, 'console.decide_appeal', decide, again);
}

async function showAppeals(page: ConsoleContext, data: object = {}, status?: number) {
  const query = { limit: String(LIMITS.page.default), cursor: page.query('cursor') };
  const path = '/v1/operator/appeals';
  const { items, next_cursor } = await page.call<z.output<typeof QueuedAppealPage>>('GET', path, { query });
  return page.show('operator/appeals', { title: 'Appeals', items, next: next_cursor, ...data }, status);
}
