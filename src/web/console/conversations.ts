import type { z } from 'zod';
import type { ConversationItem } from '../../areas/conversations/schemas.ts';
import type { NotificationWire } from '../../areas/notifications/schemas.ts';
import type { ProfileWire } from '../../areas/profiles/schemas.ts';
import { LIMITS } from '../../core/limits.ts';
import type { ActingProfile } from './acting-profile.ts';
import type { ConsoleContext } from './console-context.ts';
import { pageAddress } from './pages/relation-forms.ts';

export const MESSAGES = '/console/messages';
export const FILTERS = { all: 'All', unread: 'Unread', person: 'Needs a person', requests: 'Requests' } as const;
export type Filter = keyof typeof FILTERS;

/** With the profile in full, which is the default view. */
export type Conversation = z.output<typeof ConversationItem> & { profile: ProfileWire };
type ConversationList = { items: Conversation[]; next_cursor: string | null };

const SHOWN = 20;
/** Conversations that ask for a person are read one by one. */
const MOST_ASKING = 10;

export function conversationPath(id: string, profileId: string, more: Record<string, string> = {}): string {
  return pageAddress(`${MESSAGES}/${id}`, { profile: profileId, ...more });
}

/** From somebody that the profile does not know and has not answered. */
function isFromStranger({ conversation, profile: { viewer }, replied }: Conversation): boolean {
  return !replied && conversation.last_message_at !== null && viewer?.contact !== 'contact' && !viewer?.following;
}

function rowOf(item: Conversation, acting: ActingProfile, asking: ReadonlySet<string>) {
  const { conversation, profile, unread_count, muted } = item;
  const last = conversation.last_message;
  const words = last === null ? 'No messages yet' : last.deleted ? 'Message deleted' : last.preview;
  return {
    id: conversation.id,
    path: conversationPath(conversation.id, acting.profile.id),
    name: profile.name,
    avatar: profile.media.avatar,
    type: profile.type,
    words,
    hasText: last !== null && !last.deleted,
    at: conversation.last_message_at,
    unread: unread_count,
    muted,
    needsHuman: asking.has(conversation.id),
  };
}

/** The conversations with a message that asks for a person and has no answer. */
async function askingForPerson(page: ConsoleContext, { profile }: ActingProfile): Promise<Set<string>> {
  const { needs_human } = await page.attention();
  if (!needs_human.has(profile.id)) return new Set();
  const query = { unread: 'true', types: 'message.created', limit: String(LIMITS.page.max) };
  const answer = await page.attempt<{ items: NotificationWire[] }>('GET', '/v1/notifications', {
    profileId: profile.id,
    query,
  });
  const items = answer.ok ? answer.data.items : [];
  // Others were sent to a profile that this one manages.
  const own = items.filter(({ needs_human: asks, managed_profile_id }) => asks && managed_profile_id === null);
  return new Set(own.map(({ object }) => object.id));
}

/** The profiles whose messages the person can read, with the number of their unread conversations. */
async function readInboxes(page: ConsoleContext, { profile: { id } }: ActingProfile) {
  const [managed, { unread }] = await Promise.all([page.profiles(), page.attention()]);
  const readable = managed.filter(({ permissions }) => permissions.includes('messaging'));
  return readable.map(({ profile }) => ({
    profile,
    unread: unread.get(profile.id) ?? 0,
    path: pageAddress(MESSAGES, { profile: profile.id, switch: 'yes' }),
    isActing: profile.id === id,
  }));
}

async function readAsking(page: ConsoleContext, profileId: string, ids: ReadonlySet<string>): Promise<Conversation[]> {
  const answers = await Promise.all(
    [...ids]
      .slice(0, MOST_ASKING)
      .map((id) => page.attempt<Conversation>('GET', `/v1/conversations/${id}`, { profileId })),
  );
  return answers.flatMap((answer) => (answer.ok ? [answer.data] : []));
}

/** A page of the list as it is filtered, and the numbers of what is elsewhere. */
export async function conversationList(page: ConsoleContext, acting: ActingProfile, filter: Filter, cursor?: string) {
  const profileId = acting.profile.id;
  const [asking, inboxes, { requests }] = await Promise.all([
    askingForPerson(page, acting),
    readInboxes(page, acting),
    page.attention(),
  ]);
  // Most conversations are with people that one knows, so those of strangers are looked for among more.
  const limit = String(filter === 'requests' ? LIMITS.page.max : SHOWN);
  const query = { limit, cursor, ...(filter === 'unread' ? { unread: 'true' } : {}) };
  const { items, next_cursor } =
    filter === 'person'
      ? { items: await readAsking(page, profileId, asking), next_cursor: null }
      : await page.call<ConversationList>('GET', '/v1/conversations', { profileId, query });
  const isShown = { all: (one: Conversation) => !isFromStranger(one), requests: isFromStranger };
  const shown = filter === 'all' || filter === 'requests' ? items.filter(isShown[filter]) : items;
  return {
    filter,
    inboxes,
    rows: shown.map((item) => rowOf(item, acting, asking)),
    strangers: items.filter(isFromStranger).length,
    contactRequests: requests.get(profileId) ?? 0,
    asking: asking.size,
    filters: Object.entries(FILTERS).map(([name, label]) => ({
      name,
      label,
      path: pageAddress(MESSAGES, { profile: profileId, filter: name === 'all' ? undefined : name }),
    })),
    next: next_cursor && pageAddress(MESSAGES, { profile: profileId, filter, cursor: next_cursor }),
  };
}
