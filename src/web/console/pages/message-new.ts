import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { ContactPage } from '../../../areas/contacts/schemas.ts';
import type { OpenedConversation } from '../../../areas/conversations/schemas.ts';
import type { SingleProfileWire } from '../../../areas/profiles/schemas.ts';
import { isId } from '../../../core/ids.ts';
import { LIMITS } from '../../../core/limits.ts';
import { isReserved, usernameSchema, withoutAt } from '../../../core/username.ts';
import type { Form } from '../../kit/form.ts';
import { KIND_WORDS } from '../../kit/profile-card.ts';
import type { ActingProfile } from '../acting-profile.ts';
import type { ConsoleContext } from '../console-context.ts';
import { conversationPath, MESSAGES } from '../conversations.ts';
import type { ConsolePages } from '../page-routes.ts';
import { type Problem, problemOf } from '../problems.ts';
import { sendIn, sendingProblem } from '../sending.ts';
import { SHELL, showNone, writingProfile } from './messages.ts';
import { pageAddress } from './relation-forms.ts';

const PATH = `${MESSAGES}/new`;
type Opened = z.output<typeof OpenedConversation>;
type Contacts = z.output<typeof ContactPage>;

/** A first message: to a contact, or to the member in `?to=`. The conversation is opened when it is sent. */
export function newMessagePages(pages: ConsolePages): void {
  pages.get(PATH, 'console.show_new_message', async (page) => {
    const acting = await writingProfile(page);
    if (!acting) return showNone(page);
    const to = page.query('to');
    return to === undefined ? chooseContact(page, acting) : write(page, acting, to);
  });

  pages.post(PATH, 'console.send_new_message', async (page, form) => {
    const acting = await writingProfile(page);
    if (!acting) return showNone(page);
    const to = form.one('to');
    const opened = await open(page, acting, to);
    if (!opened.ok) return write(page, acting, to, form, sendingProblem(problemOf(opened)));
    const { id } = opened.data.conversation;
    const problem = await sendIn(page, acting.profile.id, id, form);
    return problem ? write(page, acting, to, form, problem) : page.redirect(conversationPath(id, acting.profile.id));
  });
}

const open = (page: ConsoleContext, { profile }: ActingProfile, to: string, dryRun = false) =>
  page.attempt<Opened>('POST', '/v1/conversations/direct', { profileId: profile.id, body: { profile_id: to }, dryRun });

async function chooseContact(page: ConsoleContext, acting: ActingProfile) {
  const q = page.query('q');
  const profileId = acting.profile.id;
  const answer = acting.may('networking')
    ? await page.attempt<Contacts>('GET', '/v1/contacts', { profileId, query: { q, limit: '20' } })
    : null;
  const items = answer?.ok ? answer.data.items : [];
  const found = items.map(({ profile }) => ({
    profile,
    path: pageAddress(PATH, { profile: profileId, to: profile.username }),
  }));
  const problem = answer && !answer.ok ? problemOf(answer) : null;
  const data = { title: 'New message', shell: SHELL, acting, switchTo: PATH, found, values: { q: q ?? '' }, problem };
  return page.show('messages/choose', data, problem ? 422 : 200);
}

async function write(
  page: ConsoleContext,
  acting: ActingProfile,
  to: string,
  form?: Form,
  problem: Problem | null = null,
) {
  const profileId = acting.profile.id;
  const username = withoutAt(to);
  const isName = isId(username) || (!isReserved(username) && usernameSchema().safeParse(username).success);
  const found = isName
    ? await page.attempt<SingleProfileWire>('GET', `/v1/profiles/${encodeURIComponent(username)}`, { profileId })
    : null;
  if (!found?.ok) return page.redirect(pageAddress(PATH, { profile: profileId }));
  // A dry run finds the conversation that exists, and says whether a new one is allowed.
  const tried = form ? null : await open(page, acting, found.data.id, true);
  if (tried?.ok && tried.status === 200) return page.redirect(conversationPath(tried.data.conversation.id, profileId));
  const refused = tried && !tried.ok ? sendingProblem(problemOf(tried)) : null;
  const data = {
    title: `Message to ${found.data.name}`,
    shell: SHELL,
    acting,
    switchTo: pageAddress(PATH, { to: found.data.username }),
    other: found.data,
    kind: KIND_WORDS[found.data.type],
    canWrite: refused === null,
    refused,
    text: form?.one('body') ?? '',
    to: pageAddress(PATH, { profile: profileId }),
    isAgent: acting.profile.type === 'ai_agent',
    maxLength: LIMITS.message_body.max_length,
    once: randomUUID(),
    problem,
  };
  return page.show('messages/new', data, problem ? 422 : 200);
}
