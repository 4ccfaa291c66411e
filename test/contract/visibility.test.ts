import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/core/ids.ts';
import { type CallOptions, type CallResult, startTestApp, type TestApp } from '../support/app.ts';
import { becomeContacts } from '../support/contacts.ts';
import { block, follow } from '../support/follows.ts';
import { type Member, makeKey, makeMember } from '../support/members.ts';
import { png } from '../support/pictures.ts';
import { as, grantAccess, makePost, pathOf, pictures, send } from '../support/posts.ts';

/**
 * Who sees a published post, by its visibility and everywhere it appears: the post itself, its comments and reactions,
 * lists, quotes, its pictures. A hidden post gets the same response as a missing one.
 */
const VISIBILITIES = ['public', 'members', 'contacts'] as const;
type Visibility = (typeof VISIBILITIES)[number];

const WHO_SEES: Record<string, Record<Visibility, boolean>> = {
  'an anonymous caller': { public: true, members: false, contacts: false },
  'a member': { public: true, members: true, contacts: false },
  'a member without an acting profile': { public: true, members: true, contacts: false },
  'a contact': { public: true, members: true, contacts: true },
  'a contact without an acting profile': { public: true, members: true, contacts: false },
  'a former contact': { public: true, members: true, contacts: false },
  'somebody blocked': { public: true, members: false, contacts: false },
  'a blocking member': { public: true, members: false, contacts: false },
  'the owner': { public: true, members: true, contacts: true },
  'the owner, as another own profile': { public: true, members: true, contacts: true },
  'a manager with posting': { public: true, members: true, contacts: true },
  'a manager with only following': { public: true, members: true, contacts: false },
  "a contact's manager with posting": { public: true, members: true, contacts: true },
  "a contact's manager with networking": { public: true, members: true, contacts: true },
  "a contact's manager with only following": { public: true, members: true, contacts: false },
  "a contact's key for the feed": { public: true, members: true, contacts: true },
  "a contact's key for all but posts": { public: true, members: true, contacts: false },
  "the owner's key for all but posts": { public: true, members: true, contacts: false },
};

/** Viewers that act as the author or as a profile that follows it, and may read feeds. */
const HAVE_FEED = [
  'a member',
  'a contact',
  'a former contact',
  'the owner',
  'a manager with posting',
  'a manager with only following',
  "a contact's manager with posting",
  "a contact's manager with networking",
  "a contact's manager with only following",
  "a contact's key for the feed",
];

/** Scopes that are unrelated to posts. */
const OTHERS = [
  'follows:all',
  'safety:all',
  'profiles:all',
  'contacts:all',
  'messages:all',
  'notifications:all',
  'audit:read',
];

type PublishedPost = { id: string; comment: string; quote: string };

let t: TestApp;
let author: Member;
const viewers: Record<string, CallOptions> = { 'an anonymous caller': {} };
const posts = {} as Record<Visibility, PublishedPost>;

async function publishPost(visibility: Visibility, friend: Member): Promise<PublishedPost> {
  const parts = [...pictures(await png({ width: 8, height: 8 })), { name: 'body', value: 'With a picture' }];
  const made = await send(t, as(author), [...parts, { name: 'visibility', value: visibility }]);
  const { id } = made.json.data;
  const comment = await makePost(t, as(friend), { reply_to_post_id: id });
  const quote = await makePost(t, as(friend), { quoted_post_id: id });
  const reaction = { reaction_type: 'like', active: true };
  await t.call('PUT', `/v1/posts/${id}/reaction`, { ...as(friend), body: reaction });
  await t.call('PATCH', `/v1/posts/${id}`, { ...as(author), body: { body: 'With a picture, and better' } });
  return { id, comment: comment.id, quote: quote.id };
}

beforeAll(async () => {
  t = await startTestApp();
  author = await makeMember(t);
  const [friend, member, contact, former, blocked, blocker, poster, follower] = await Promise.all(
    Array.from({ length: 8 }, () => makeMember(t)),
  );
  for (const one of [friend!, contact!, former!]) await becomeContacts(t, one, author);
  for (const visibility of VISIBILITIES) posts[visibility] = await publishPost(visibility, friend!);
  const { items } = (await t.call('GET', '/v1/contacts', as(former!))).json.data;
  await t.call('DELETE', `/v1/contacts/${items[0].contact.id}`, as(former!));
  await block(t, author, blocked!);
  await block(t, blocker!, author);
  await grantAccess(t, author, poster!, ['posting']);
  await grantAccess(t, author, follower!, ['following']);
  const [contactPoster, contactKeeper, contactFollower] = [
    await makeMember(t),
    await makeMember(t),
    await makeMember(t),
  ];
  await grantAccess(t, contact!, contactPoster, ['posting', 'commenting']);
  await grantAccess(t, contact!, contactKeeper, ['networking']);
  await grantAccess(t, contact!, contactFollower, ['following']);
  const keyOf = async (one: Member, scopes: string[]) => ({
    ...as(one),
    token: (await makeKey(t, one, { scopes, profileIds: [one.profile.id] })).token,
  });
  const second = await t.call('POST', '/v1/profiles', {
    token: author.token,
    body: { type: 'company', username: 'the-second-one', name: 'Second' },
  });
  Object.assign(viewers, {
    'a member': as(member!),
    'a member without an acting profile': { token: member!.token },
    'a contact': as(contact!),
    'a contact without an acting profile': { token: contact!.token },
    'a former contact': as(former!),
    'somebody blocked': as(blocked!),
    'a blocking member': as(blocker!),
    'the owner': as(author),
    'the owner, as another own profile': { token: author.token, as: second.json.data.id },
    'a manager with posting': { token: poster!.token, as: author.profile.id },
    'a manager with only following': { token: follower!.token, as: author.profile.id },
    "a contact's manager with posting": { token: contactPoster.token, as: contact!.profile.id },
    "a contact's manager with networking": { token: contactKeeper.token, as: contact!.profile.id },
    "a contact's manager with only following": { token: contactFollower.token, as: contact!.profile.id },
    "a contact's key for the feed": await keyOf(contact!, ['feed:read']),
    "a contact's key for all but posts": await keyOf(contact!, OTHERS),
    "the owner's key for all but posts": await keyOf(author, OTHERS),
  } satisfies Record<string, CallOptions>);
  for (const one of [member!, contact!, former!]) await follow(t, one, author);
});

/** A response without the parts that differ between calls. */
function face({ status, text, headers }: CallResult) {
  const { 'x-request-id': _id, date: _date, etag: _etag, ...others } = headers;
  return { status, text, headers: others };
}

/** Whether a response shows the object, or is the same as for a missing one. */
async function seenAt(path: (id: string) => string, id: string, by: CallOptions): Promise<boolean> {
  const answer = await t.call('GET', path(id), by);
  if (answer.status === 200) return true;
  expect(face(answer)).toEqual(face(await t.call('GET', path(newId()), by)));
  return false;
}

async function listed(path: string, id: string, by: CallOptions): Promise<boolean> {
  const { items } = (await t.call('GET', path, by)).json.data;
  return items.some((item: { id?: string; post?: { id: string } }) => (item.post ?? item).id === id);
}

/** The places where a post can appear, and whether it does. */
async function places({ id, comment, quote }: PublishedPost, by: CallOptions): Promise<Record<string, boolean>> {
  const at = (path: (id: string) => string, of = id) => seenAt(path, of, by);
  const quoting = (await t.call('GET', `/v1/posts/${quote}`, by)).json.data;
  expect(quoting.quoted_post_id).toBe(id);
  const quotes = await t.call('GET', `/v1/profiles/${quoting.profile_id}/posts`, by);
  const among = quotes.json.data.items.find((item: { id: string }) => item.id === quote);
  return {
    'the post': await at((post) => `/v1/posts/${post}`),
    'with its whole text': await at((post) => `/v1/posts/${post}?view=full`),
    'its context': await at((post) => `/v1/posts/${post}/context`),
    'its comments': await at((post) => `/v1/posts/${post}/comments`),
    'its reactions': await at((post) => `/v1/posts/${post}/reactions`),
    'its quotes': await at((post) => `/v1/posts/${post}/quotes`),
    'its revisions': await at((post) => `/v1/posts/${post}/revisions`),
    'its comment': await at((post) => `/v1/posts/${post}`, comment),
    'the context of the comment': await at((post) => `/v1/posts/${post}/context`, comment),
    'the reactions to the comment': await at((post) => `/v1/posts/${post}/reactions`, comment),
    "the author's list": await listed(`/v1/profiles/${author.profile.id}/posts`, id, by),
    "the commenter's list": await listed(`/v1/profiles/${quoting.profile_id}/posts?kind=comment`, comment, by),
    "the author's list with a word": await listed(`/v1/profiles/${author.profile.id}/posts?q=picture`, id, by),
    'a look-up': await listed(`/v1/posts/lookup?ids=${id}`, id, by),
    'a lookup of the comment': await listed(`/v1/posts/lookup?ids=${newId()},${comment}`, comment, by),
    'its quote': quoting.quoted_post?.post.id === id,
    'its quote in a list': among?.quoted_post?.post.id === id,
  };
}

describe.each(Object.entries(WHO_SEES))('%s', (viewer, sees) => {
  it.each(VISIBILITIES)('and a post for: %s', async (visibility) => {
    const by = viewers[viewer]!;
    const seen = await places(posts[visibility], by);
    expect(seen).toEqual(Object.fromEntries(Object.keys(seen).map((place) => [place, sees[visibility]])));
  });

  it('shows the same counts as everyone sees', async () => {
    const profile = (await t.call('GET', `/v1/profiles/${author.profile.id}`, by(viewer))).json.data;
    expect(profile.posts_count, 'the public one').toBe(1);
    const { likes_count, comments_count, quotes_count } = (
      await t.call('GET', `/v1/posts/${posts.public.id}`, by(viewer))
    ).json.data;
    expect([likes_count, comments_count, quotes_count]).toEqual([1, 1, 1]);
  });

  it.each(VISIBILITIES)('allows acting on a post for: %s only where it is visible', async (visibility) => {
    if (viewer === 'an anonymous caller' || viewer.endsWith('without an acting profile')) return;
    const { id } = posts[visibility];
    const [commented, reacted] = [
      await t.call('POST', `/v1/posts/${id}/comments`, {
        ...by(viewer),
        body: { body: 'So' },
        headers: { 'dry-run': 'true' },
      }),
      await t.call('PUT', `/v1/posts/${id}/reaction`, {
        ...by(viewer),
        body: { reaction_type: 'love', active: true },
        headers: { 'dry-run': 'true' },
      }),
    ];
    expect([commented.status, reacted.status], viewer).toEqual(expectedWrites(viewer, sees[visibility]));
  });
});

it.each(HAVE_FEED)('%s finds the same posts in the feed', async (viewer) => {
  for (const visibility of VISIBILITIES) {
    const found = await listed('/v1/feed', posts[visibility].id, by(viewer));
    expect(found, visibility).toBe(WHO_SEES[viewer]![visibility]);
  }
});

const by = (viewer: string) => viewers[viewer]!;

/** A hidden post does not exist; across a block a visible one can't be changed; a manager needs the permission. */
function expectedWrites(viewer: string, isSeen: boolean): [number, number] {
  if (viewer.includes("'s key")) return [403, 403];
  if (viewer === 'a manager with posting') return [403, 200];
  if (!isSeen) return [404, 404];
  if (viewer.endsWith('with only following') || viewer.endsWith('with networking')) return [403, 403];
  return viewer.includes('block') ? [403, 403] : [201, 200];
}

describe.each(VISIBILITIES)('a picture of a post for: %s', (visibility) => {
  /** The current URL of the picture for its author. */
  const imageOf = async (one: Visibility): Promise<string> =>
    pathOf((await t.call('GET', `/v1/posts/${posts[one].id}`, as(author))).json.data.images[0].url);
  const statusOf = async (path: string) => (await t.app.inject(path)).statusCode;
  const bare = (path: string) => path.replace(/\?.*/, '');

  it('has a public or a signed URL, like the post', async () => {
    const image = await imageOf(visibility);
    expect(image.includes('signature=')).toBe(visibility !== 'public');
    expect(await statusOf(image)).toBe(200);
    expect(await statusOf(bare(image))).toBe(visibility === 'public' ? 200 : 404);
  });

  it('rejects a URL that was signed for another picture, or a day ago', async () => {
    if (visibility === 'public') return;
    const [image, other] = [
      await imageOf(visibility),
      await imageOf(visibility === 'members' ? 'contacts' : 'members'),
    ];
    expect(await statusOf(bare(image) + other.slice(bare(other).length))).toBe(404);
    t.clock.advance(24 * 3_600_000 + 60_000);
    expect([await statusOf(image), await statusOf(await imageOf(visibility))]).toEqual([404, 200]);
  });
});
