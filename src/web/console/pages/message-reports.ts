import { REPORT_REASONS } from '../../../core/enums.ts';
import type { ConsoleContext } from '../console-context.ts';
import { conversationPath } from '../conversations.ts';
import type { ConsolePages } from '../page-routes.ts';
import { type Problem, problemOf } from '../problems.ts';
import { showNone, writingProfile } from './messages.ts';

const REASONS: Record<(typeof REPORT_REASONS)[number], string> = {
  spam: 'Spam or a scam',
  abuse: 'Harassment or hate',
  impersonation: 'Pretends to be somebody else',
  illegal: 'Breaks the law',
  other: 'Something else',
};
const CHOICES = REPORT_REASONS.map((word) => [word, REASONS[word]] as const);
const PATH = '/console/messages/:conversation_id/report/:message_id';

/** Reports a message to the operator. */
export function messageReportPages(pages: ConsolePages): void {
  pages.get(PATH, 'console.show_message_report', (page) => ask(page));

  pages.post(PATH, 'console.report_message', async (page, form) => {
    const acting = await writingProfile(page);
    if (!acting) return showNone(page);
    const values = { reason: form.one('reason'), comment: form.one('comment') };
    const comment = values.comment.trim() === '' ? {} : { comment: values.comment };
    const answer = await page.attempt('POST', '/v1/reports', {
      profileId: acting.profile.id,
      body: { target_type: 'message', target_id: page.param('message_id'), reason: values.reason, ...comment },
    });
    if (!answer.ok) return ask(page, problemOf(answer), values);
    return page.redirect(conversationPath(page.param('conversation_id'), acting.profile.id), 'report_sent');
  });
}

async function ask(page: ConsoleContext, problem: Problem | null = null, values = { reason: '', comment: '' }) {
  const acting = await writingProfile(page);
  if (!acting) return showNone(page);
  const [conversation, message] = [page.param('conversation_id'), page.param('message_id')].map(encodeURIComponent);
  const path = `/v1/conversations/${conversation}/messages/${message}`;
  const { id } = acting.profile;
  const found = await page.call<{ message: { body: string } }>('GET', path, { profileId: id });
  const data = {
    title: 'Report a message',
    text: found.message.body,
    choices: CHOICES,
    to: conversationPath(`${conversation}/report/${message}`, id),
    back: conversationPath(conversation!, id),
    values,
    problem,
  };
  return page.show('messages/report', data, problem ? 422 : 200);
}
