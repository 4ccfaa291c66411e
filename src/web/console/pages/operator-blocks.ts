import type { z } from 'zod';
import type { SignUpBlockPage } from '../../../areas/operator/schemas.ts';
import { LIMITS } from '../../../core/limits.ts';
import type { Form } from '../../kit/form.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ConsolePages } from '../page-routes.ts';
import { type Problem, problemOf } from '../problems.ts';
import { forOperators } from './operator-parts.ts';

const BLOCKS = '/console/operator/blocks';
const WIRE = '/v1/operator/sign-up-blocks';

/** Mail domains and networks from which nobody can sign up. */
export function operatorBlockPages(all: ConsolePages): void {
  const pages = forOperators(all, 'blocks');
  pages.get(BLOCKS, 'console.list_sign_up_blocks', (page) => showBlocks(page));

  const again = (page: ConsoleContext, form: Form, problem: Problem) =>
    showBlocks(page, { problem, values: { kind: form.one('kind'), value: form.one('value') } }, 422);
  const add = async (page: ConsoleContext, form: Form) => {
    const body = { kind: form.one('kind'), value: form.one('value').trim() };
    const answer = await page.attempt('POST', WIRE, { body });
    return answer.ok ? page.redirect(BLOCKS, 'operator_saved') : again(page, form, problemOf(answer));
  };
  pages.post(BLOCKS, 'console.add_sign_up_block', add, again);

  pages.post(`${BLOCKS}/:block_id/remove`, 'console.remove_sign_up_block', async (page) => {
    await page.call('DELETE', `${WIRE}/${page.segment('block_id')}`);
    return page.redirect(BLOCKS, 'operator_saved');
  });
}

async function showBlocks(page: ConsoleContext, data: object = {}, status?: number) {
  const query = { limit: String(LIMITS.page.max), cursor: page.query('cursor') };
  const { items, next_cursor } = await page.call<z.output<typeof SignUpBlockPage>>('GET', WIRE, { query });
  return page.show('operator/blocks', { title: 'Blocks', items, next: next_cursor, ...data }, status);
}
