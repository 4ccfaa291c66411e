import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { ContactRequestPage } from '../../areas/contacts/schemas.ts';
import type { NotificationWire } from '../../areas/notifications/schemas.ts';
import type { Permission } from '../../core/enums.ts';
import { LIMITS } from '../../core/limits.ts';
import type { ConsoleContext, ManagedProfile } from './console-context.ts';
import { notificationLine, postsNamed } from './notification-words.ts';
import { type PostsById, readPosts } from './post-links.ts';

export const NOTIFICATION_FILTERS = { all: 'All', unread: 'Unread', person: 'Needs a person' } as const;
export type NotificationFilter = keyof typeof NOTIFICATION_FILTERS;

type List = { items: NotificationWire[]; next_cursor: string | null };
type Read = { of: ManagedProfile; list: List; posts: PostsById; open: ReadonlySet<string> };

const SHOWN = 20;
/** Each takes a few requests, which count against the limit of the session. */
const MOST_PROFILES = 6;

const QUERIES: Record<NotificationFilter, Record<string, string>> = {
  all: {},
  unread: { unread: 'true' },
  person: { unread: 'true', types: 'message.created' },
};

async function readOne(
  page: ConsoleContext,
  of: ManagedProfile,
  filter: NotificationFilter,
  { limit = SHOWN, cursor }: { limit?: number; cursor?: string | undefined },
): Promise<Read> {
  const profileId = of.profile.id;
  // Few messages ask for a person, so these are looked for among more.
  const query = { ...QUERIES[filter], limit: String(filter === 'person' ? LIMITS.page.max : limit), cursor };
  const list = await page.call<List>('GET', '/v1/notifications', { profileId, query });
  const items = filter === 'person' ? list.items.filter(({ needs_human }) => needs_human) : list.items;
  const [posts, open] = await Promise.all([
    readPosts(page, postsNamed(items), profileId),
    openRequests(page, profileId, of.permissions, items),
  ]);
  return { of, list: { ...list, items }, posts, open };
}

/** The contact requests among them that have no answer yet. */
async function openRequests(
  page: ConsoleContext,
  profileId: string,
  permissions: readonly Permission[],
  items: readonly NotificationWire[],
): Promise<ReadonlySet<string>> {
  const hasAny = items.some(({ type }) => type === 'contact_request.created');
  if (!hasAny || !permissions.includes('networking')) return new Set();
  const query = { direction: 'incoming', status: 'pending', limit: String(LIMITS.page.max) };
  const answer = await page.attempt<z.output<typeof ContactRequestPage>>('GET', '/v1/contact-requests', {
    profileId,
    query,
  });
  return new Set(answer.ok ? answer.data.items.map(({ contact_request }) => contact_request.id) : []);
}

/** The profiles whose notifications are shown together: those with unread ones, then the others. */
function profilesShown(managed: readonly ManagedProfile[], unread: ReadonlyMap<string, number>, isAll: boolean) {
  const [having, others] = [true, false].map((has) => managed.filter(({ profile }) => unread.has(profile.id) === has));
  return [...having!, ...(isAll ? others! : [])].slice(0, MOST_PROFILES);
}

/** The notifications of one profile, or the newest of several together. */
export async function notificationFeed(
  page: ConsoleContext,
  managed: readonly ManagedProfile[],
  filter: NotificationFilter,
  { chosen, cursor, limit }: { chosen?: ManagedProfile | undefined; cursor?: string | undefined; limit?: number } = {},
) {
  const { notifications } = await page.attention();
  const shown = chosen ? [chosen] : profilesShown(managed, notifications, filter === 'all');
  const reads = await Promise.all(
    shown.map((of) => readOne(page, of, filter, { cursor, ...(limit === undefined ? {} : { limit }) })),
  );
  const lines = reads
    .flatMap(({ of, list, posts, open }) => list.items.map((item) => ({ item, of, posts, open })))
    .sort((a, b) => (a.item.updated_at < b.item.updated_at ? 1 : -1))
    .slice(0, limit ?? (chosen ? LIMITS.page.max : SHOWN))
    .map(({ item, of, posts, open }) => ({
      ...notificationLine(page, of, item, { posts, open }),
      once: randomUUID(),
      // One profile needs no name.
      whose: managed.length > 1 && !chosen ? of.profile : null,
      profileId: of.profile.id,
    }));
  return {
    lines,
    /** The newest of each profile: it and older ones can be marked as read together. */
    seen: reads.flatMap(({ of, list }) => {
      const [newest] = list.items;
      return newest ? [`${of.profile.id} ${newest.id} ${newest.updated_at}`] : [];
    }),
    next: chosen ? (reads[0]?.list.next_cursor ?? null) : null,
    /** Their lists go on. */
    longer: chosen ? [] : reads.filter(({ list }) => list.next_cursor !== null).map(({ of }) => of.profile),
  };
}
