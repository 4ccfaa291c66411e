import type { z } from 'zod';
import type { MessageAnswer } from '../../areas/conversations/schemas.ts';
import type { Form } from '../kit/form.ts';
import type { ConsoleContext } from './console-context.ts';
import { type Problem, problemOf } from './problems.ts';

const SENTENCES: Record<string, string> = {
  interaction_not_allowed: 'This member can’t be reached: the inbox is closed, or one of you has blocked the other.',
  contact_required: 'This member only takes messages from contacts. Send a contact request first.',
  conversation_not_found: 'This conversation no longer exists.',
  profile_not_found: 'This member no longer exists.',
  cannot_target_self: 'You can’t write to yourself.',
  grant_budget_reached: 'The daily limit of your access to this profile is reached.',
};

export function sendingProblem(problem: Problem): Problem {
  return { ...problem, message: SENTENCES[problem.code] ?? problem.message };
}

/** Below the text, where the names of fields say nothing. */
export function reasonsOf({ message, fields, ...problem }: Problem): Problem {
  return { ...problem, message: Object.values(fields)[0] ?? message, fields: {} };
}

/** Sends the text of the form, which answers what came before it. Returns why it was refused. */
export async function sendIn(
  page: ConsoleContext,
  profileId: string,
  conversationId: string,
  form: Form,
): Promise<Problem | null> {
  const disclosure = form.one('ai_disclosure');
  const once = form.one('once');
  const path = `/v1/conversations/${encodeURIComponent(conversationId)}`;
  const answer = await page.attempt<z.output<typeof MessageAnswer>>('POST', `${path}/messages`, {
    profileId,
    // Browsers send line breaks as CR LF.
    body: {
      body: form.one('body').replaceAll('\r\n', '\n'),
      needs_human: form.one('needs_human') === 'yes',
      ...(disclosure === '' ? {} : { ai_disclosure: disclosure }),
    },
    ...(once === '' ? {} : { idempotencyKey: once }),
  });
  if (!answer.ok) return sendingProblem(problemOf(answer));
  await page.attempt('PUT', `${path}/read`, { profileId, body: { message_id: answer.data.message.id } });
  return null;
}
