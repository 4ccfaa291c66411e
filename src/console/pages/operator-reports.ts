import { findOperatedPost, removePostAsOperator, setGoldenTicket } from '../../areas/operator/posts.ts';
import { listQueuedReports, settleReport } from '../../areas/operator/reports.ts';
import { REPORT_STATUSES } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import { lastPathWord } from '../../core/words.ts';
import type { ConsolePages } from '../site.ts';
import { forOperators, foundOr404 } from './operator-parts.ts';

const REPORTS = '/console/operator/reports';
const POSTS = '/console/operator/posts';

/** Reports, and posts of any visibility. */
export function operatorReportPages(all: ConsolePages): void {
  const pages = forOperators(all);

  pages.get(REPORTS, 'console.list_reports', async (visit) => {
    const status = REPORT_STATUSES.find((one) => one === visit.query('status')) ?? 'open';
    const limit = LIMITS.page.default;
    const { items, next_cursor } = await listQueuedReports(visit.ctx, { status, limit, cursor: visit.query('cursor') });
    return visit.show('operator/reports', {
      title: 'Reports',
      status,
      statuses: REPORT_STATUSES,
      reports: items,
      next: next_cursor,
    });
  });

  pages.post(`${REPORTS}/:report_id`, 'console.settle_report', async (visit, form) => {
    const status = (['resolved', 'dismissed'] as const).find((one) => one === form.one('status'));
    foundOr404(await settleReport(visit.ctx, visit.param('report_id'), status ?? fail('invalid_request')));
    return visit.redirect(REPORTS, 'report_settled');
  });

  pages.get(POSTS, 'console.find_post', async (visit) => {
    const sought = visit.query('post');
    const id = sought === undefined ? undefined : lastPathWord(sought);
    const post = id === undefined ? undefined : await findOperatedPost(visit.ctx, id);
    return visit.show('operator/post', { title: 'Posts', post, sought, values: { post: sought ?? '' } });
  });

  pages.post(`${POSTS}/:post_id/remove`, 'console.remove_post', async (visit, form) => {
    await removePostAsOperator(visit.ctx, visit.param('post_id'));
    const back =
      form.one('back') === 'reports' ? REPORTS : `${POSTS}?post=${encodeURIComponent(visit.param('post_id'))}`;
    return visit.redirect(back, 'post_removed');
  });

  pages.post(`${POSTS}/:post_id/golden-ticket`, 'console.set_golden_ticket', async (visit, form) => {
    const { id } = foundOr404(await setGoldenTicket(visit.ctx, visit.param('post_id'), form.one('golden') === 'yes'));
    return visit.redirect(`${POSTS}?post=${id}`, 'operator_saved');
  });
}
