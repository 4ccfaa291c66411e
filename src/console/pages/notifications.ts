import type { NotificationWire } from '../../areas/notifications/schemas.ts';
import type { ConsoleContext, ManagedProfile } from '../console-context.ts';
import { notificationLine, postsNamed } from '../notification-words.ts';
import type { ConsolePages } from '../page-routes.ts';
import { readPosts } from '../post-links.ts';

const PATH = '/console/notifications';
/** The overview shows the newest of this many profiles, and a count for the others. */
const PROFILES_SHOWN = 3;

type List = { items: NotificationWire[]; next_cursor: string | null };

/** Notifications of one profile. */
export function notificationPages(pages: ConsolePages): void {
  pages.get(PATH, 'console.list_notifications', async (page) => {
    const [managed, { notifications }] = await Promise.all([page.profiles(), page.attention()]);
    const asked = page.query('profile');
    const chosen =
      managed.find(({ profile }) => profile.id === asked) ??
      managed.find(({ profile }) => notifications.has(profile.id)) ??
      managed[0];
    const query = { limit: '20', cursor: page.query('cursor') };
    const list = chosen && (await readList(page, chosen, query));
    return page.show('notifications', { title: 'Notifications', managed, unread: notifications, list });
  });

  pages.post(`${PATH}/:profile_id/read`, 'console.mark_notifications_read', async (page, form) => {
    const profileId = page.param('profile_id');
    await page.call('PUT', '/v1/notifications/read', {
      profileId,
      body: { up_to_id: form.one('up_to'), updated_at: form.one('changed_at') },
    });
    return page.redirect(form.one('back') === 'list' ? `${PATH}?profile=${encodeURIComponent(profileId)}` : '/console');
  });
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
      path: `${PATH}?profile=${profile.id}`,
    })),
  };
}

async function readList(page: ConsoleContext, managed: ManagedProfile, query: Record<string, string | undefined>) {
  const { profile } = managed;
  const { items, next_cursor } = await page.call<List>('GET', '/v1/notifications', { profileId: profile.id, query });
  const posts = await readPosts(page, postsNamed(items), profile.id);
  return {
    profile,
    lines: items.map((item) => notificationLine(page, managed, item, posts)),
    more: next_cursor && `${PATH}?profile=${profile.id}&cursor=${encodeURIComponent(next_cursor)}`,
  };
}
