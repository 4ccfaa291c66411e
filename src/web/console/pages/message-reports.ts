import type { ConsoleContext } from '../console-context.ts';
import { conversationPath } from '../conversations.ts';
import type { ConsolePages } from '../page-routes.ts';
import { type Problem, reportProblem } from '../problems.ts';
import { REPORT_CHOICES } from '../report-reasons.ts';
import { SHELL, showNone, writingProfile } from './messages.ts';

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
    if (!answer.ok) return ask(page, reportProblem(answer), values);
    return page.redirect(conversationPath(page.segment('conversation_id'), acting.profile.id), 'report_sent');
  });
}

async function ask(page: ConsoleContext, problem: Problem | null = null, values = { reason: '', comment: '' }) {
  const acting = await writingProfile(page);
  if (!acting) return showNone(page);
  const [conversation, message] = [page.segment('conversation_id'), page.segment('message_id')];
  const path = `/v1/conversations/${conversation}/messages/${message}`;
  const { id } = acting.profile;
  const found = await page.call<{ message: { body: string } }>('GET', path, { profileId: id });
  const data = {
    title: 'Report a message',
    shell: SHELL,
    text: found.message.body,
    choices: REPORT_CHOICES,
    to: conversationPath(`${conversation}/report/${message}`, id),
    back: conversationPath(conversation!, id),
    values,
    problem,
  };
  return page.show('messages/report', data, problem ? 422 : 200);
}
