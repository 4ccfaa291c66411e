import { randomUUID } from 'node:crypto';
import { LIMITS } from '../../../core/limits.ts';
import type { Form } from '../../kit/form.ts';
import { KIND_WORDS } from '../../kit/profile-card.ts';
import { type ActingProfile, actingProfile } from '../acting-profile.ts';
import type { ConsoleContext } from '../console-context.ts';
import { changeConversation } from '../conversation-changes.ts';
import { markRead, threadOf } from '../conversation-thread.ts';
import {
  type Conversation,
  conversationList,
  conversationPath,
  FILTERS,
  type Filter,
  MESSAGES,
} from '../conversations.ts';
import type { ConsolePages } from '../page-routes.ts';
import type { Problem } from '../problems.ts';
import { reasonsOf, sendIn } from '../sending.ts';

const PATH = `${MESSAGES}/:conversation_id`;
/** Pages of messages have no sidebar. */
export const SHELL = 'messages';

/** The conversations of a profile: the list, and one with its messages. */
export function messagePages(pages: ConsolePages): void {
  pages.get(MESSAGES, 'console.list_conversations', async (page) => {
    const acting = await writingProfile(page);
    if (!acting) return showNone(page);
    const list = await conversationList(page, acting, filterOf(page), page.query('cursor'));
    const paged = page.query('cursor') !== undefined;
    const glance = paged ? null : await glanceAt(page, acting, list.rows[0]?.id);
    const current = glance?.conversation.id ?? null;
    const data = { title: 'Messages', shell: SHELL, acting, switchTo: MESSAGES, list, glance, current, paged };
    return page.show('messages/list', data);
  });

  pages.get(`${MESSAGES}/rows`, 'console.list_conversation_rows', showRows, { part: true });
  pages.get(PATH, 'console.show_conversation', (page) => showConversation(page));
  pages.get(`${PATH}/thread`, 'console.show_messages', (page) => showThread(page), { part: true });
  pages.post(PATH, 'console.send_message', send, {
    again: async (page, form, _upload, problem) => showSignedOut(page, form, problem),
  });

  pages.post(`${PATH}/change`, 'console.change_conversation', async (page, form) => {
    const acting = await writingProfile(page);
    if (!acting) return showNone(page);
    const result = await changeConversation(page, acting, form);
    if ('problem' in result) return showConversation(page, { problem: result.problem, text: '' });
    return page.redirect(result.path ?? pathOf(page, acting), result.notice);
  });
}

/** The acting profile, if the person may read its messages; otherwise the page says what is missing. */
export async function writingProfile(page: ConsoleContext): Promise<ActingProfile | null> {
  const managed = await page.profiles();
  const usable = managed.filter(({ permissions }) => permissions.includes('messaging'));
  const acting = await actingProfile(page, undefined);
  if (acting === null || (usable.length === 0 && !acting.may('messaging'))) return null;
  if (acting.may('messaging')) return acting;
  const [first] = usable;
  // A profile in the address was meant; one that was used last was not.
  if (page.query('profile') !== undefined || first === undefined) return null;
  const { profile, owned, permissions } = first;
  return { profile, owned, may: (permission) => permissions.includes(permission) };
}

export function showNone(page: ConsoleContext) {
  const isLacking = page.principal.profiles.size > 0;
  return page.show('messages/none', { title: 'Messages', shell: SHELL, isLacking }, isLacking ? 403 : 200);
}

const filterOf = (page: ConsoleContext): Filter => {
  const asked = page.query('filter') ?? '';
  return Object.hasOwn(FILTERS, asked) ? (asked as Filter) : 'all';
};

const pathOf = (page: ConsoleContext, { profile }: ActingProfile) =>
  conversationPath(page.segment('conversation_id'), profile.id);

const readConversation = (page: ConsoleContext, { profile }: ActingProfile, id = page.segment('conversation_id')) =>
  page.call<Conversation>('GET', `/v1/conversations/${id}`, { profileId: profile.id });

/** The rows of the list, for a page that is open. */
async function showRows(page: ConsoleContext) {
  const acting = await writingProfile(page);
  if (!acting) return showNone(page);
  const list = await conversationList(page, acting, filterOf(page));
  return page.show('messages/rows', { title: 'Messages', acting, list, current: page.query('current') ?? null });
}

/** The newest conversation next to the list, where there is room. It stays unread until it is opened. */
async function glanceAt(page: ConsoleContext, acting: ActingProfile, id: string | undefined) {
  if (id === undefined) return null;
  const item = await readConversation(page, acting, id);
  const thread = await threadOf(page, acting, item, {});
  return { ...conversationData(acting, item), thread, isOlder: false, problem: null, text: '' };
}

type Unsent = { problem: Problem; text: string };

async function showConversation(page: ConsoleContext, unsent?: Unsent) {
  const acting = await writingProfile(page);
  if (!acting) return showNone(page);
  const cursor = page.query('cursor');
  const item = await readConversation(page, acting);
  const thread = await threadOf(page, acting, item, { cursor });
  const isPart = page.request.headers['hx-request'] === 'true';
  const shared = { ...conversationData(acting, item), thread, isOlder: cursor !== undefined };
  if (isPart && !unsent) return page.show('messages/older', { title: item.profile.name, ...shared });
  if (cursor === undefined) await markRead(page, acting.profile.id, item, thread.newest);
  const list = await conversationList(page, acting, 'all');
  // It has just been read.
  const rows = list.rows.map((row) => (row.id === item.conversation.id ? { ...row, unread: 0 } : row));
  const data = {
    title: item.profile.name,
    shell: SHELL,
    ...shared,
    list: { ...list, rows },
    current: item.conversation.id,
    problem: unsent?.problem ?? null,
    text: unsent?.text ?? '',
  };
  return page.show('messages/conversation', data, unsent ? 422 : 200);
}

function conversationData(acting: ActingProfile, item: Conversation) {
  const { profile, conversation, muted } = item;
  return {
    acting,
    conversation,
    other: profile,
    kind: KIND_WORDS[profile.type],
    isGone: profile.viewer === null,
    canWrite: profile.viewer?.can_message ?? false,
    isContact: profile.viewer?.contact === 'contact',
    isStranger: profile.viewer?.contact !== 'contact' && !item.replied,
    muted,
    canBlock: acting.may('networking'),
    isAgent: acting.profile.type === 'ai_agent',
    to: conversationPath(conversation.id, acting.profile.id),
    change: conversationPath(`${conversation.id}/change`, acting.profile.id),
    maxLength: LIMITS.message_body.max_length,
    once: randomUUID(),
  };
}

/** The newest messages, back to the first one that the page shows. */
async function showThread(page: ConsoleContext) {
  const acting = await writingProfile(page);
  if (!acting) return showNone(page);
  const item = await readConversation(page, acting);
  const thread = await threadOf(page, acting, item, { from: page.query('from') });
  await markRead(page, acting.profile.id, item, thread.newest);
  return page.show('messages/thread', { title: item.profile.name, ...conversationData(acting, item), thread });
}

async function send(page: ConsoleContext, form: Form) {
  const acting = await writingProfile(page);
  if (!acting) return showNone(page);
  const { id } = acting.profile;
  const problem = await sendIn(page, id, page.param('conversation_id'), form);
  const isPart = page.request.headers['hx-request'] === 'true';
  if (!isPart) {
    return problem ? showConversation(page, { problem, text: form.one('body') }) : page.redirect(pathOf(page, acting));
  }
  if (!problem) return showThread(page);
  page.reply.header('HX-Retarget', '#unsent');
  return page.show('messages/unsent', { title: 'Messages', problem: reasonsOf(problem) }, 422);
}

/** The text, if the session has ended meanwhile. */
async function showSignedOut(page: ConsoleContext, form: Form, problem: Problem) {
  if (page.session) return showConversation(page, { problem, text: form.one('body') });
  if (page.request.headers['hx-request'] === 'true') {
    page.reply.header('HX-Retarget', '#unsent');
    return page.show('messages/unsent', { title: 'You are signed out', problem }, 422);
  }
  return page.show('messages/signed-out', { title: 'You are signed out', problem, text: form.one('body') }, 422);
}
