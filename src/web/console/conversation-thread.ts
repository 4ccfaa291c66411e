import type { MessageWire } from '../../areas/conversations/schemas.ts';
import type { CompactProfileWire } from '../../areas/profiles/schemas.ts';
import { LIMITS } from '../../core/limits.ts';
import { proseHtml } from '../kit/prose-html.ts';
import type { ActingProfile } from './acting-profile.ts';
import type { ConsoleContext } from './console-context.ts';
import type { Conversation } from './conversations.ts';

type Messages = { items: MessageWire[]; next_cursor: string | null };

const SHOWN = 30;
/** What a page that stays open can show: more than these are left to "Older messages". */
const MOST_PAGES = 4;
/** Messages of one sender with less time between them belong together. */
const GROUP_MS = 3_600_000;
const DISCLOSURES = { none: null, assisted: 'With help from AI', generated: 'AI' } as const;
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });

/** Where a part of the conversation begins: after a cursor, or with its newest messages back to the message `from`. */
type Place = { cursor?: string | undefined; from?: string | undefined };

async function readMessages(page: ConsoleContext, path: string, profileId: string, { cursor, from }: Place) {
  const limit = String(from === undefined ? SHOWN : LIMITS.page.max);
  let next: string | null | undefined = cursor;
  const items: MessageWire[] = [];
  for (let pages = 0; pages < MOST_PAGES && next !== null; pages++) {
    const answer: Messages = await page.call<Messages>('GET', path, { profileId, query: { limit, cursor: next } });
    items.push(...answer.items);
    next = answer.next_cursor;
    if (from === undefined) break;
    const end = items.findIndex(({ id }) => id === from);
    if (end >= 0) return { items: items.slice(0, end + 1), next: null };
  }
  return { items, next: next ?? null };
}

/** The names of the managers that wrote for the profile. */
async function readWriters(page: ConsoleContext, items: readonly MessageWire[]): Promise<Map<string, string>> {
  const ids = [...new Set(items.flatMap(({ manager_profile_id }) => manager_profile_id ?? []))];
  if (ids.length === 0) return new Map();
  const query = { ids: ids.slice(0, LIMITS.lookup_ids.max).join(), view: 'default' };
  const answer = await page.attempt<{ items: CompactProfileWire[] }>('GET', '/v1/profiles/lookup', { query });
  return new Map(answer.ok ? answer.data.items.map(({ id, name }) => [id, name]) : []);
}

const beginsGroup = (message: MessageWire, before: MessageWire | undefined): boolean =>
  before?.mine !== message.mine ||
  before.manager_profile_id !== message.manager_profile_id ||
  Date.parse(message.created_at) - Date.parse(before.created_at) > GROUP_MS;

/** The messages of a part of a conversation by day, the oldest first. */
export async function threadOf(
  page: ConsoleContext,
  acting: ActingProfile,
  { conversation, unread_count }: Conversation,
  place: Place,
) {
  const path = `/v1/conversations/${conversation.id}/messages`;
  const { items, next } = await readMessages(page, path, acting.profile.id, place);
  const writers = await readWriters(page, items);
  const theirs = items.filter(({ mine, deleted_at }) => !mine && deleted_at === null);
  const firstUnread = unread_count > 0 ? theirs[Math.min(unread_count, theirs.length) - 1]?.id : undefined;
  const messages = items.toReversed().map((message, n, all) => {
    const { id, mine, body, deleted_at, created_at, needs_human, ai_disclosure, manager_profile_id } = message;
    return {
      id,
      mine,
      at: created_at,
      html: deleted_at === null ? proseHtml(body, message) : null,
      needsHuman: needs_human,
      disclosure: DISCLOSURES[ai_disclosure],
      writer: manager_profile_id && (writers.get(manager_profile_id) ?? 'a former manager'),
      isUnread: place.cursor === undefined && id === firstUnread,
      // The first of several in a row shows whose they are, the last one when they were written.
      isFirst: beginsGroup(message, all[n - 1]),
      isLast: all[n + 1] === undefined || beginsGroup(all[n + 1]!, message),
      day: day.format(new Date(created_at)),
    };
  });
  return {
    days: [...Map.groupBy(messages, (message) => message.day)].map(([name, shown]) => ({ name, shown })),
    from: messages[0]?.id,
    newest: items[0]?.id,
    next,
  };
}

/** Marks what is shown as read. What comes in meanwhile stays unread. */
export async function markRead(
  page: ConsoleContext,
  profileId: string,
  item: Conversation,
  newest: string | undefined,
) {
  const isAhead = String(page.request.headers['sec-purpose'] ?? '').includes('prefetch');
  if (item.unread_count === 0 || newest === undefined || isAhead) return;
  const path = `/v1/conversations/${item.conversation.id}/read`;
  await page.attempt('PUT', path, { profileId, body: { message_id: newest } });
}
