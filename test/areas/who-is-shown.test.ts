import { beforeAll, describe, expect, it } from 'vitest';
import { suspendAccount } from '../../src/areas/account/suspension.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { askForContact, makeContacts } from '../support/contacts.ts';
import { openConversation, sendMessage } from '../support/conversations.ts';
import { dispatch } from '../support/events.ts';
import { block, follow } from '../support/follows.ts';
import { type Member, makeMember, makeProfile, PASSWORD, unique } from '../support/members.ts';
import { ctxOf, makeOperator } from '../support/operator.ts';
import { as, makePost } from '../support/posts.ts';

/** One rule for every list of profiles or posts: who is blocked either way, suspended or leaving is in none. */

let t: TestApp;
let operator: Member;
beforeAll(async () => {
  t = await startTestApp();
  operator = await makeMember(t);
  await makeOperator(t, operator);
});

type Scene = {
  me: Member;
  /** Further profiles of the same account. */
  second: Member;
  third: Member;
  other: Member;
  cleo: Member;
  word: string;
  post: string;
  mine: string;
  theirs: string;
};

const sibling = async (member: Member): Promise<Member> => ({ ...member, profile: await makeProfile(t, member) });

async function done(by: Member, method: string, path: string, body?: object) {
  const answer = await t.call(method, path, { ...as(by), ...(body ? { body } : {}) });
  expect([200, 201], answer.text).toContain(answer.status);
  return answer.json.data;
}

async function makeScene(): Promise<Scene> {
  const [me, other, cleo] = [await makeMember(t), await makeMember(t), await makeMember(t)];
  const [second, third] = [await sibling(me), await sibling(me)];
  const word = unique('w');
  const { id: mine } = await makePost(t, as(me));
  const { id: post } = await makePost(t, as(cleo), { body: `With @${other.profile.username}` });
  const { id: theirs } = await makePost(t, as(other), { body: `About ${word}` });
  for (const id of [mine, post]) {
    await done(other, 'PUT', `/v1/posts/${id}/reaction`, { reaction_type: 'like', active: true });
    await done(other, 'POST', `/v1/posts/${id}/comments`, { body: 'Well said' });
    await makePost(t, as(other), { quoted_post_id: id });
  }
  for (const [from, to] of [
    [other, cleo],
    [cleo, other],
    [me, other],
    [other, me],
  ] as const) {
    await follow(t, from, to);
  }
  await askForContact(t, other, second);
  await makeContacts(t, me, other);
  const conversation = await openConversation(t, other, me);
  await sendMessage(t, as(other), conversation, { body: 'Could a person answer this?', needs_human: true });
  await done(me, 'PUT', `/v1/conversations/${conversation}/read`);
  await done(me, 'PUT', `/v1/posts/${theirs}/bookmark`);
  await done(second, 'PUT', `/v1/profiles/${other.profile.id}/mute`);
  await dispatch(t);
  return { me, second, third, other, cleo, word, post, mine, theirs };
}

/** Lists that name the other one, or a post of it: who reads, and where. */
const PLACES: Record<string, (scene: Scene) => [by: Member, path: string]> = {
  'reactions of a post': ({ me, post }) => [me, `/v1/posts/${post}/reactions`],
  'reactions of an own post': ({ me, mine }) => [me, `/v1/posts/${mine}/reactions`],
  'comments of a post': ({ me, post }) => [me, `/v1/posts/${post}/comments`],
  'comments of an own post': ({ me, mine }) => [me, `/v1/posts/${mine}/comments`],
  'quotes of a post': ({ me, post }) => [me, `/v1/posts/${post}/quotes`],
  'quotes of an own post': ({ me, mine }) => [me, `/v1/posts/${mine}/quotes`],
  'mentions in a post': ({ me, post }) => [me, `/v1/posts/${post}`],
  'followers of a profile': ({ me, cleo }) => [me, `/v1/profiles/${cleo.profile.id}/followers`],
  'followed by a profile': ({ me, cleo }) => [me, `/v1/profiles/${cleo.profile.id}/following`],
  'own followers': ({ me }) => [me, `/v1/profiles/${me.profile.id}/followers`],
  'followed by oneself': ({ me }) => [me, `/v1/profiles/${me.profile.id}/following`],
  contacts: ({ me }) => [me, '/v1/contacts?limit=50'],
  'contacts by name': ({ me, other }) => [me, `/v1/contacts?q=${other.profile.username}`],
  'requests for contact': ({ second }) => [second, '/v1/contact-requests?direction=incoming'],
  'pending requests': ({ second }) => [second, '/v1/contact-requests?direction=incoming&status=pending'],
  bookmarks: ({ me }) => [me, '/v1/bookmarks'],
  mutes: ({ second }) => [second, '/v1/mutes'],
  feed: ({ me }) => [me, '/v1/feed'],
  'found posts': ({ me, word }) => [me, `/v1/search/posts?q=${word}`],
  'found profiles': ({ me, other }) => [me, `/v1/search/profiles?q=${other.profile.username}`],
  suggestions: ({ third }) => [third, '/v1/profiles/signup-autofollow'],
  notifications: ({ me }) => [me, '/v1/notifications?limit=50'],
  home: ({ me }) => [me, '/v1/home'],
  'home of a second profile': ({ second }) => [second, '/v1/home'],
};

/** The places that name the other one. */
async function shownIn(scene: Scene): Promise<string[]> {
  const { other } = scene;
  const found: string[] = [];
  for (const [place, at] of Object.entries(PLACES)) {
    const [by, path] = at(scene);
    const answer = await t.call('GET', path, as(by));
    expect(answer.status, `${place}: ${answer.text}`).toBe(200);
    if (new RegExp(`"(\\w+_)?id":"${other.profile.id}"`).test(answer.text)) found.push(place);
  }
  return found;
}

async function suspend({ accountId }: Member) {
  await suspendAccount(await ctxOf(t, operator.token), { accountId, reason: 'Spam' });
}

const HIDDEN: Record<string, (scene: Scene) => Promise<unknown>> = {
  'blocked by the reader': ({ me, other }) => block(t, me, other),
  'blocking the reader': ({ me, other }) => block(t, other, me),
  'blocked by another profile of the account': ({ third, other }) => block(t, third, other),
  'blocking another profile of the account': ({ third, other }) => block(t, other, third),
  suspended: ({ other }) => suspend(other),
  leaving: async ({ other }) => {
    const answer = await t.call('DELETE', '/v1/account', { token: other.token, body: { password: PASSWORD } });
    expect(answer.status, answer.text).toBe(200);
  },
};

describe('every list of profiles or posts', () => {
  it('names a member who is not hidden', async () => {
    expect(await shownIn(await makeScene())).toEqual(Object.keys(PLACES));
  });

  it.each(Object.entries(HIDDEN))('leaves out one who is %s', async (_how, hide) => {
    const scene = await makeScene();
    await hide(scene);
    expect(await shownIn(scene)).toEqual([]);
  });
});
