import { type Attention, hasPosted } from '../../../areas/home/attention.ts';
import type { ConsoleContext, ManagedProfile } from '../console-context.ts';
import { MESSAGES } from '../conversations.ts';
import { notificationFeed } from '../notification-feed.ts';
import type { ConsolePages } from '../page-routes.ts';
import { NOTIFICATIONS, notificationPages } from './notifications.ts';

/** What can be pending, most urgent first, and the page to deal with it. */
const PENDING: readonly {
  part: keyof Attention;
  one: string;
  many: string;
  path(profileId: string): string;
}[] = [
  {
    part: 'needs_human',
    one: 'message asks for a person',
    many: 'messages ask for a person',
    path: (id) => `${NOTIFICATIONS}?profile=${id}&filter=person`,
  },
  { part: 'invitations', one: 'invitation to answer', many: 'invitations to answer', path: () => '/console/access' },
  {
    part: 'requests',
    one: 'contact request',
    many: 'contact requests',
    path: (id) => `/console/network/requests?profile=${id}`,
  },
  { part: 'approvals', one: 'draft to approve', many: 'drafts to approve', path: () => '/console/approvals' },
  {
    part: 'drafts',
    one: 'draft that a program wrote',
    many: 'drafts that programs wrote',
    path: (id) => `/console/posts?profile=${id}&status=draft`,
  },
  {
    part: 'unread',
    one: 'unread conversation',
    many: 'unread conversations',
    path: (id) => `${MESSAGES}?profile=${id}&filter=unread`,
  },
];

const NEW_FOR_DAYS = 30;
const UNREAD_SHOWN = 5;

/** The overview of all profiles of a person, and the pages of notifications. */
export function overviewPages(pages: ConsolePages): void {
  pages.get('/console', 'console.show_overview', async (page) => {
    const [managed, attention] = await Promise.all([page.profiles(), page.attention()]);
    return page.show('overview', {
      title: 'Overview',
      managed: managed.map(({ profile, owned }) => ({ ...profile, owned })),
      pending: pendingFor(managed, attention),
      steps: await firstSteps(page, managed),
      lines: (await notificationFeed(page, managed, 'unread', { limit: UNREAD_SHOWN })).lines,
    });
  });
  notificationPages(pages);
}

export function pendingFor(managed: readonly ManagedProfile[], attention: Attention) {
  return PENDING.flatMap(({ part, one, many, path }) =>
    managed.flatMap(({ profile }) => {
      const count = attention[part].get(profile.id);
      return count === undefined
        ? []
        : [{ part, count, words: count === 1 ? one : many, path: path(profile.id), profile }];
    }),
  );
}

/** What a new account has done so far, or null for an older one and if everything is done. */
async function firstSteps(page: ConsoleContext, managed: readonly ManagedProfile[]) {
  const own = managed.filter(({ owned }) => owned).map(({ profile }) => profile);
  const newSince = page.ctx.now().getTime() - NEW_FOR_DAYS * 86_400_000;
  if (own.some(({ created_at }) => Date.parse(created_at) < newSince)) return null;
  const [first] = own;
  const one = { query: { limit: '1' } };
  const [keys, apps, isPosted] = await Promise.all([
    page.call<{ items: unknown[] }>('GET', '/v1/api-keys', one),
    page.call<{ items: unknown[] }>('GET', '/v1/oauth-grants', one),
    hasPosted(
      page.ctx,
      own.map(({ id }) => id),
    ),
  ]);
  const hasPicture = own.some(({ media }) => media.avatar.light.small_url !== null);
  const pictures = first ? `/console/profiles/${first.id}/pictures` : '/console/profiles/new';
  const steps = [
    { words: 'Create a profile', path: '/console/profiles/new', done: first !== undefined },
    { words: 'Add a picture', path: pictures, done: hasPicture },
    { words: 'Publish your first post', path: '/console/posts/new', done: isPosted },
    {
      words: 'Let an agent work for you',
      path: '/home/agent',
      done: keys.items.length > 0,
    },
    { words: 'Connect an app', path: '/docs/guides/mcp', done: apps.items.length > 0 },
  ];
  return steps.every(({ done }) => done) ? null : steps;
}
