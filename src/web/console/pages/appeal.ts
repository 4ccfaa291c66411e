import type { ConsoleContext } from '../console-context.ts';
import type { ConsolePages } from '../page-routes.ts';
import { problemOf } from '../problems.ts';

const APPEAL = '/console/appeal';
const SUSPENDED_TOO = { suspended: true } as const;

/** Appeals against the removal of a post (`?post=` is its id), or against the suspension of the account. */
export function appealPages(pages: ConsolePages): void {
  const show = (page: ConsoleContext, data: Record<string, unknown>, status?: number) =>
    page.show('appeal', { title: 'Appeal', sent: false, ...data }, status);

  pages.get(APPEAL, 'console.show_appeal', async (page) => show(page, { post: page.query('post') }), SUSPENDED_TOO);

  const send = async (page: ConsoleContext, form: { one(name: string): string }) => {
    const [post, text] = [form.one('post'), form.one('text')];
    const body = { text, ...(post === '' ? {} : { post_id: post }) };
    const answer = await page.attempt('POST', '/v1/appeals', { body });
    if (!answer.ok) return show(page, { post, problem: problemOf(answer), values: { text } }, 422);
    return show(page, { sent: true });
  };
  pages.post(APPEAL, 'console.send_appeal', send, SUSPENDED_TOO);
}
