import { fail } from '../../../core/errors.ts';
import type { Form } from '../../kit/form.ts';
import type { ConsoleContext } from '../console-context.ts';
import { NOTIFICATION_FILTERS, type NotificationFilter, notificationFeed } from '../notification-feed.ts';
import type { ConsolePages } from '../page-routes.ts';
import { changeRelation, type Refusal } from '../relation-changes.ts';
import { pageAddress, showRefusal } from './relation-forms.ts';

export const NOTIFICATIONS = '/console/notifications';
const ONE = `${NOTIFICATIONS}/:profile_id/:notification_id`;

export function notificationPages(pages: ConsolePages): void {
  pages.get(NOTIFICATIONS, 'console.list_notifications', (page) => showList(page));

  pages.post(`${NOTIFICATIONS}/read`, 'console.mark_notifications_read', async (page, form) => {
    for (const seen of form.many('seen')) {
      const [profileId = '', up_to_id = '', updated_at = ''] = seen.split(' ');
      await page.call('PUT', '/v1/notifications/read', { profileId, body: { up_to_id, updated_at } });
    }
    return page.redirect(pathBack(form));
  });

  pages.post(`${ONE}/read`, 'console.mark_notification_read', async (page, form) => {
    await markOne(page);
    return page.redirect(pathBack(form));
  });

  pages.post(`${ONE}/answer`, 'console.answer_notification', async (page, form) => {
    if (!['accept', 'decline'].includes(form.one('do'))) fail('invalid_request');
    const result = await changeRelation(page, page.param('profile_id'), form);
    if ('problem' in result) return showRefusal(page, result, pathBack(form), () => showList(page, result));
    await markOne(page);
    return page.redirect(pathBack(form), result.notice);
  });
}

const markOne = (page: ConsoleContext) =>
  page.call('PUT', `/v1/notifications/${page.segment('notification_id')}/read`, {
    profileId: page.param('profile_id'),
  });

/** The list as it was filtered. */
const pathBack = (form: Form) =>
  pageAddress(NOTIFICATIONS, { profile: form.one('of'), filter: filterOf(form.one('filter')) });

/** Undefined for all. */
function filterOf(asked = ''): NotificationFilter | undefined {
  return asked !== 'all' && Object.hasOwn(NOTIFICATION_FILTERS, asked) ? (asked as NotificationFilter) : undefined;
}

async function showList(page: ConsoleContext, refusal?: Refusal) {
  const [managed, { notifications, needs_human }] = await Promise.all([page.profiles(), page.attention()]);
  const chosen = managed.find(({ profile }) => profile.id === page.query('profile'));
  const cursor = chosen && page.query('cursor');
  const filter = filterOf(page.query('filter')) ?? 'all';
  const of = chosen?.profile.id;
  const address = (query: Record<string, string | undefined>) => pageAddress(NOTIFICATIONS, { profile: of, ...query });
  const feed = await notificationFeed(page, managed, filter, { chosen, cursor });
  const total = (counts: ReadonlyMap<string, number>) =>
    of ? (counts.get(of) ?? 0) : counts.values().reduce((sum, count) => sum + count, 0);
  const counts = { all: 0, unread: total(notifications), person: total(needs_human) };
  const shownFilter = filter === 'all' ? undefined : filter;
  const editor = chosen ?? managed[0];
  const data = {
    title: 'Notifications',
    shell: 'notifications',
    managed,
    inboxes: managed.map(({ profile }) => ({
      profile,
      unread: notifications.get(profile.id) ?? 0,
      path: address({ profile: profile.id, filter: shownFilter }),
      isActing: profile.id === of,
    })),
    everywhere: pageAddress(NOTIFICATIONS, { filter: shownFilter }),
    of: of ?? '',
    filter,
    filters: (Object.keys(NOTIFICATION_FILTERS) as NotificationFilter[]).map((name) => ({
      name,
      label: NOTIFICATION_FILTERS[name],
      count: counts[name],
      path: address({ filter: name === 'all' ? undefined : name }),
    })),
    feed,
    hasUnread: counts.unread > 0,
    here: address({ filter: shownFilter }),
    next: feed.next && address({ filter, cursor: feed.next }),
    longer: feed.longer.map((profile) => ({
      profile,
      path: pageAddress(NOTIFICATIONS, { profile: profile.id, filter }),
    })),
    isFirst: cursor === undefined,
    preferences: editor?.permissions.includes('profile_editing')
      ? pageAddress(`${NOTIFICATIONS}/preferences`, { profile: editor.profile.id })
      : null,
    problem: refusal?.problem ?? null,
  };
  return page.show('notifications', data, refusal ? 422 : 200);
}
