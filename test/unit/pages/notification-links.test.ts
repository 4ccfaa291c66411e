import { expect, it } from 'vitest';
import type { NotificationWire } from '../../../src/areas/notifications/schemas.ts';
import type { ConsoleContext, ManagedProfile } from '../../../src/web/console/console-context.ts';
import { notificationLine } from '../../../src/web/console/notification-words.ts';

const [OWN, OTHER] = ['01890000-0000-7000-8000-000000000001', '01890000-0000-7000-8000-000000000002'];

it.each([
  ['its own profile, to its verification', OWN, '/console/verification'],
  ['another profile that is named, to its page', OTHER, '/@harbour-coffee'],
  ['another profile that is no longer shown, nowhere', '01890000-0000-7000-8000-000000000003', null],
])('links a notification about %s', (_what, id, path) => {
  const item = {
    type: 'profile.verified',
    object: { type: 'profile', id },
    actors: [{ id: OTHER, username: 'harbour-coffee', name: 'Harbour Coffee', avatar_url: null }],
    preview: null,
  } as unknown as NotificationWire;
  const managed = { profile: { id: OWN }, permissions: [] } as unknown as ManagedProfile;
  const line = notificationLine({} as ConsoleContext, managed, item, { posts: new Map(), open: new Set() });
  expect(line.path).toBe(path);
});

it('words a draft without a name as a sentence', () => {
  const words = (actors: object[], actor_count: number) => {
    const item = {
      type: 'post.approval_requested',
      object: { type: 'post', id: OTHER },
      actors,
      actor_count,
      preview: null,
    };
    const managed = { profile: { id: OWN }, permissions: [] } as unknown as ManagedProfile;
    const about = { posts: new Map(), open: new Set<string>() };
    return notificationLine({} as ConsoleContext, managed, item as unknown as NotificationWire, about).words;
  };
  expect(words([{ id: OTHER, username: 'harbour-coffee', name: 'Harbour Coffee' }], 1)).toBe(
    'sent a draft for approval',
  );
  expect(words([], 1)).toBe('Somebody sent a draft for approval');
  expect(words([], 0)).toBe('A draft waits for your approval');
});

it.each([
  ['a comment', 'commented on your post', 'post'],
  ['an answer to a comment', 'replied to your comment', 'comment'],
])('words %s', (_what, words, parent) => {
  const item = {
    type: 'comment.created',
    object: { type: 'post', id: OTHER },
    actors: [{ id: OTHER, username: 'harbour-coffee', name: 'Harbour Coffee', avatar_url: null }],
    actor_count: 1,
    preview: null,
  } as unknown as NotificationWire;
  const post = { id: OTHER, reply_to_post_id: parent, root_post_id: 'post', status: 'published', profile_id: OTHER };
  const page = { principal: { profiles: new Map() } } as unknown as ConsoleContext;
  const managed = { profile: { id: OWN }, permissions: [] } as unknown as ManagedProfile;
  const posts = new Map([[OTHER, post]]) as unknown as Parameters<typeof notificationLine>[3]['posts'];
  expect(notificationLine(page, managed, item, { posts, open: new Set() }).words).toBe(words);
});
