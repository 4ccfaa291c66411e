import { fail } from '../../core/errors.ts';
import type { InternalRequest } from '../../http/internal-request.ts';
import type { Form } from '../kit/form.ts';
import type { ActingProfile } from './acting-profile.ts';
import type { ConsoleContext } from './console-context.ts';
import { MESSAGES } from './conversations.ts';
import type { Notice } from './notices.ts';
import { pageAddress } from './pages/relation-forms.ts';
import { type Problem, problemOf } from './problems.ts';
import { changeRelation } from './relation-changes.ts';

type Change = { method: InternalRequest['method']; path: string; notice: Notice };

function changeOf(conversation: string, form: Form): Change {
  const path = `/v1/conversations/${conversation}`;
  const message = form.one('message');
  // The button of a message has its id.
  if (message !== '') {
    return { method: 'DELETE', path: `${path}/messages/${encodeURIComponent(message)}`, notice: 'message_deleted' };
  }
  const mute = `${path}/mute`;
  if (form.one('do') === 'mute') return { method: 'PUT', path: mute, notice: 'conversation_muted' };
  if (form.one('do') === 'unmute') return { method: 'DELETE', path: mute, notice: 'conversation_unmuted' };
  return fail('invalid_request');
}

/** Mutes a conversation or ends that, deletes an own message, or blocks the other side. */
export async function changeConversation(
  page: ConsoleContext,
  { profile }: ActingProfile,
  form: Form,
): Promise<{ notice: Notice; path?: string } | { problem: Problem }> {
  if (form.one('do') === 'block') {
    const result = await changeRelation(page, profile.id, form);
    return 'problem' in result ? result : { ...result, path: pageAddress(MESSAGES, { profile: profile.id }) };
  }
  const { method, path, notice } = changeOf(page.segment('conversation_id'), form);
  const answer = await page.attempt(method, path, { profileId: profile.id });
  return answer.ok ? { notice } : { problem: problemOf(answer) };
}
