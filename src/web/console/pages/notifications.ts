import type { NotificationWire } from '../../../areas/notifications/schemas.ts';
import { LIMITS } from '../../../core/limits.ts';
import type { Form } from '../../kit/form.ts';
import type { ConsoleContext, ManagedProfile } from '../console-context.ts';
import { mutesOf } from '../conversation-mutes.ts';
import { notificationLine, postsNamed } from '../notification-words.ts';
import type { ConsolePages } from '../page-routes.ts';
import { readPosts } from '../post-links.ts';
import { pageAddress } from './relation-forms.ts';

export const NOTIFICATIONS = '/console/notifications';
/** The overview shows the newest of this many profiles, and a count for the others. */
const PROFILES_SHOWN = 3;

type List = { items: NotificationWire[]; next_cursor: string | null };

export function notificationPages(pages: ConsolePages): void {
  pages.get(NOTIFICATIONS, 'console.list_notifications', async (page) => {
    const [managed, { notifications }] = await Promise.all([page.profiles(), page.attention()]);
    const asked = page.query('profile');
    const chosen =
      managed.find(({ profile }) => profile.id === asked) ??
      managed.find(({ profile }) => notifications.has(profile.id)) ??
      managed[0];
    const query = { limit: '20', cursor: page.query('cursor') };
    const list = chosen && (await readList(page, chosen, query));
    const preferences = chosen?.permissions.includes('profile_editing')
      ? pageAddress(`${NOTIFICATIONS}/preferences`, { profile: chosen.profile.id })
      : null;
    const data = { managed, unread: notifications, list, preferences, isFirst: query.cursor === undefined };
    return page.show('notifications', { title: 'Notifications', ...data });
  });

  pages.post(`${NOTIFICATIONS}/:profile_id/read`, 'console.mark_notifications_read', async (page, form) => {
    await (form.many('shown').length === 0 ? markUpTo(page, form) : markShown(page, form));
    return page.redirect(pathBack(page, form));
  });

  pages.post(`${NOTIFICATIONS}/:profile_id/mute`, 'console.mute_conversation', async (page, form) => {
    const isMute = form.one('do') === 'mute';
    const path = `/v1/conversations/${encodeURIComponent(form.one('conversation'))}/mute`;
    await page.call(isMute ? 'PUT' : 'DELETE', path, { profileId: page.param('profile_id') });
    return page.redirect(pathBack(page, form), isMute ? 'conversation_muted' : 'conversation_unmuted');
  });
}

function pathBack(page: ConsoleContext, form: Form): string {
  if (form.one('back') !== 'list') return '/console';
  return pageAddress(NOTIFICATIONS, { profile: page.param('profile_id') });
}

/** Marks the newest one that was shown, and all before it. */
async function markUpTo(page: ConsoleContext, form: Form): Promise<void> {
  const body = { up_to_id: form.one('up_to'), updated_at: form.one('changed_at') };
  await page.call('PUT', '/v1/notifications/read', { profileId: page.param('profile_id'), body });
}

/** Marks the ones on the page, unless they have changed since. */
async function markShown(page: ConsoleContext, form: Form): Promise<void> {
  const profileId = page.param('profile_id');
  const shown = form.many('shown');
  const query = { unread: 'true', limit: String(LIMITS.page.max) };
  const { items } = await page.call<List>('GET', '/v1/notifications', { profileId, query });
  for (const { id, updated_at } of items) {
    if (!shown.includes(id) || updated_at > form.one('changed_at')) continue;
    await page.call('PUT', `/v1/notifications/${id}/read`, { profileId });
  }
}

/** The newest unread notifications of the first profiles that have any, and the counts of the others. */
export async function unreadNotifications(page: ConsoleContext, managed: readonly ManagedProfile[]) {
  const { notifications } = await page.attention();
  const having = managed.filter(({ profile }) => notifications.has(profile.id));
  const query = { unread: 'true', limit: '5' };
  return {
    lists: await Promise.all(having.slice(0, PROFILES_SHOWN).map((one) => readList(page, one, query))),
    others: having.slice(PROFILES_SHOWN).map(({ profile }) => ({
      profile,
      count: notifications.get(profile.id)!,
      path: `${NOTIFICATIONS}?profile=${profile.id}`,
    })),
  };
}

async function readList(page: ConsoleContext, managed: ManagedProfile, query: Record<string, string | undefined>) {
  const { profile } = managed;
  const { items, next_cursor } = await page.call<List>('GET', '/v1/notifications', { profileId: profile.id, query });
  const [posts, mutes] = await Promise.all([
    readPosts(page, postsNamed(items), profile.id),
    mutesOf(page, profile.id, items),
  ]);
  const next = { profile: profile.id, cursor: next_cursor ?? undefined };
  return {
    profile,
    lines: items.map((item) => notificationLine(page, managed, item, { posts, mutes })),
    more: next_cursor && pageAddress(NOTIFICATIONS, next),
  };
}
