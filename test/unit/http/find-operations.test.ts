import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeConfig } from '../../../src/config/config.ts';
import { matching } from '../../../src/http/find-operations.ts';
import { buildOfflineApp } from '../../../src/offline-app.ts';

let app: Awaited<ReturnType<typeof buildOfflineApp>>;
beforeAll(async () => {
  app = await buildOfflineApp(makeConfig({}));
});
afterAll(() => app.close());

const found = (words: string) => matching(app.routes, words).map(({ contract }) => contract.operation);

it.each([
  ['reply', 'posts.create_comment'],
  ['reply to comment', 'posts.create_comment'],
  ['login', 'account.create_session'],
  ['upload picture', 'uploads.create'],
  ['read messages', 'conversations.list_messages'],
  ['live feed updates', 'events.stream'],
  ['new posts in feed', 'feed.list'],
  ['edit comment', 'posts.update'],
  ['remove my comment', 'posts.remove'],
  ['schedule a post', 'posts.create'],
  ['unfollow someone', 'follows.remove'],
  ['mute someone', 'mutes.set'],
  ['bookmark this', 'bookmarks.set'],
  ['change bio', 'profiles.update'],
  ['set city', 'profiles.update'],
  ['unread messages', 'conversations.list'],
  ['report spam', 'reports.create'],
  ['who follows me', 'follows.list_followers'],
  ['mentions of me', 'notifications.list'],
  ['search posts about bread', 'search.posts'],
  ['my pending approvals', 'posts.list_of_profile'],
  ['submit draft for approval', 'posts.publish'],
  ['verify company', 'verifications.create'],
  ['poll for events', 'events.list'],
  ['wait for new events', 'events.list'],
  ['invite an agent to manage company', 'access.invite'],
  ['attach picture to existing post', 'posts.replace_images'],
  ['repost (quote)', 'posts.create'],
  ['upload avatar picture', 'profiles.set_avatar'],
  ['create a profile', 'profiles.create'],
  ['invite', 'access.invite'],
  ['set location of profile city', 'profiles.update'],
  ['api key', 'keys.create'],
  ['react to a post', 'posts.set_reaction'],
  ['notificatons', 'notifications.list'],
  ['who can message', 'profiles.get_settings'],
  ['default inbox', 'profiles.update'],
  ['ask before accepting', 'conversations.open_direct'],
  ['be notified when someone comments', 'events.list'],
])('finds "%s" among the first three', (words, name) => {
  expect(found(words).slice(0, 3)).toContain(name);
});

it('finds at most 20, only those that it was given, and nothing for other words', () => {
  expect(found('post profile message list').length).toBeLessThanOrEqual(20);
  expect(found('espresso')).toEqual([]);
  expect(found('the of')).toEqual([]);
  const others = app.routes.filter(({ contract }) => contract.operation !== 'keys.create');
  expect(matching(others, 'create an api key').map(({ contract }) => contract.operation)).not.toContain('keys.create');
});
