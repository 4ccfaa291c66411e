import { actOnReport } from '../../../areas/operator/act.ts';
import { operatedImages } from '../../../areas/operator/images.ts';
import { findOperatedPost, removePostAsOperator, setGoldenTicket } from '../../../areas/operator/posts.ts';
import { listQueuedReports } from '../../../areas/operator/reports.ts';
import { REPORT_ACTS, REPORT_STATUSES } from '../../../core/enums.ts';
import { fail } from '../../../core/errors.ts';
import { LIMITS } from '../../../core/limits.ts';
import { line } from '../../../core/text.ts';
import { lastPathSegment } from '../../../core/url-input.ts';
import type { Form } from '../../kit/form.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ConsolePages } from '../page-routes.ts';
import type { Problem } from '../problems.ts';
import { REPORT_CHOICES } from '../report-reasons.ts';
import { forOperators, foundOr404, suspensionOf, tasksOf } from './operator-parts.ts';

const reasonText = line(LIMITS.removal_note.max_length);
const REPORTS = '/console/operator/reports';
const ABOUT_SELF =
  'This report is about you, or a profile that you manage or have managed. Another operator decides about it.';
const POSTS = '/console/operator/posts';

export function operatorReportPages(all: ConsolePages): void {
  const pages = forOperators(all, 'reports');
  const posts = forOperators(all, 'posts');

  pages.get(REPORTS, 'console.list_reports', (page) => showReports(page));

  const settleAgain = (page: ConsoleContext, form: Form, refused: Problem) => {
    const problem = refused.code === 'cannot_target_self' ? { ...refused, message: ABOUT_SELF } : refused;
    return showReports(page, { problem, values: suspensionOf(page, form).values, acted: page.param('report_id') }, 422);
  };
  const settleReport = async (page: ConsoleContext, form: Form) => {
    const act = REPORT_ACTS.find((one) => one === form.one('act')) ?? fail('invalid_request');
    const suspension = act === 'suspend' ? suspensionOf(page, form) : undefined;
    if (suspension?.problem) return settleAgain(page, form, suspension.problem);
    foundOr404(await actOnReport(page.ctx, page.param('report_id'), { act, ...suspension?.accepted }));
    return page.redirect(REPORTS, 'report_settled');
  };
  pages.post(`${REPORTS}/:report_id`, 'console.settle_report', settleReport, settleAgain);

  posts.get(POSTS, 'console.find_post', async (page) => {
    const sought = page.query('post');
    return showPost(page, sought, { values: { post: sought ?? '' } });
  });

  const removeAgain = (page: ConsoleContext, form: Form, problem: Problem) => {
    const id = page.param('post_id');
    return showPost(page, id, { problem, values: { post: id, reason: form.one('reason') } }, 422);
  };
  const removePost = async (page: ConsoleContext, form: Form) => {
    const id = page.param('post_id');
    const reason = reasonText.safeParse(form.one('reason'));
    if (!reason.success) {
      const fields = { reason: `Enter one line of up to ${LIMITS.removal_note.max_length} characters.` };
      return removeAgain(page, form, { code: 'invalid_request', message: 'The post was not removed.', fields });
    }
    await removePostAsOperator(page.ctx, id, reason.data);
    const back = form.one('back') === 'reports' ? REPORTS : `${POSTS}?post=${encodeURIComponent(id)}`;
    return page.redirect(back, 'post_removed');
  };
  posts.post(`${POSTS}/:post_id/remove`, 'console.remove_post', removePost, removeAgain);

  posts.post(`${POSTS}/:post_id/golden-ticket`, 'console.set_golden_ticket', async (page, form) => {
    const { id } = foundOr404(await setGoldenTicket(page.ctx, page.param('post_id'), form.one('golden') === 'yes'));
    return page.redirect(`${POSTS}?post=${id}`, 'operator_saved');
  });
}

async function showReports(page: ConsoleContext, data: object = {}, code?: number) {
  const status = REPORT_STATUSES.find((one) => one === page.query('status')) ?? 'open';
  const limit = LIMITS.page.default;
  const { items, next_cursor } = await listQueuedReports(page.ctx, { status, limit, cursor: page.query('cursor') });
  const reports = items.map((item) => ({
    ...item,
    images: operatedImages(page.ctx, item.target_images),
    has_changed:
      item.target_type !== 'profile' && item.reported_text !== null && item.reported_text !== item.target_text,
  }));
  const reasons = Object.fromEntries(REPORT_CHOICES);
  const list = { status, statuses: REPORT_STATUSES, reasons, reports, next: next_cursor };
  return page.show('operator/reports', { title: 'Reports', ...list, ...data }, code);
}

/** `sought` is the URL or the id of a post. */
async function showPost(page: ConsoleContext, sought: string | undefined, data: object, status?: number) {
  const id = sought === undefined ? undefined : lastPathSegment(sought);
  const post = id === undefined ? undefined : await findOperatedPost(page.ctx, id);
  const images = operatedImages(page.ctx, post?.images ?? []);
  return page.show('operator/post', { title: 'Posts', post, images, sought, can: tasksOf(page), ...data }, status);
}
