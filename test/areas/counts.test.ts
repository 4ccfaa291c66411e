import { beforeAll, describe, expect, it } from 'vitest';
import { suspendAccount } from '../../src/areas/account/suspension.ts';
import { removePostAsOperator } from '../../src/areas/operator/posts.ts';
import { systemCtx } from '../../src/ctx.ts';
import { makeHandlers } from '../../src/jobs/handlers.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { contactIdOf, makeContacts } from '../support/contacts.ts';
import { block, follow, unfollow } from '../support/follows.ts';
import { runJobs } from '../support/mails.ts';
import { type Member, makeMember, PASSWORD } from '../support/members.ts';
import { ctxOf, makeOperator } from '../support/operator.ts';
import { as, makePost, walk } from '../support/posts.ts';

/** Every count leaves out the same members as its list, whatever happens while they are hidden. */

let t: TestApp;
let operator: Member;
beforeAll(async () => {
  t = await startTestApp();
  operator = await makeMember(t);
  await makeOperator(t, operator);
});

type Scene = {
  /** Whose counts are read. */
  me: Member;
  /** Who is hidden. */
  other: Member;
  third: Member;
  post: string;
  /** A comment of the hidden member, and one below it. */
  theirs: string;
  below: string;
  contact: string;
};

async function done(by: Member, method: string, path: string, body?: object) {
  const answer = await t.call(method, path, { ...as(by), ...(body ? { body } : {}) });
  expect([200, 201], answer.text).toContain(answer.status);
  return answer.json.data;
}

const like = { reaction_type: 'like', active: true };

async function makeScene(): Promise<Scene> {
  const [me, other, third] = [await makeMember(t), await makeMember(t), await makeMember(t)];
  const { id: post } = await makePost(t, as(me));
  const { id: theirs } = await done(other, 'POST', `/v1/posts/${post}/comments`, { body: 'Well said' });
  const { id: below } = await done(third, 'POST', `/v1/posts/${theirs}/comments`, { body: 'Indeed' });
  await done(other, 'POST', `/v1/posts/${below}/comments`, { body: 'Thank you' });
  for (const by of [other, third]) {
    await done(by, 'PUT', `/v1/posts/${post}/reaction`, like);
    await done(by, 'POST', `/v1/posts/${post}/comments`, { body: 'Good' });
    await makePost(t, as(by), { quoted_post_id: post });
    await follow(t, by, me);
    await follow(t, me, by);
    await makeContacts(t, me, by);
  }
  await done(other, 'PUT', `/v1/posts/${below}/reaction`, like);
  await follow(t, other, third);
  const contact = await contactIdOf(t, me, other);
  return { me, other, third, post, theirs, below, contact };
}

/** The length of a list for somebody without an account, or for `by`. */
const lengthOf = async (path: string, by?: Member) => (await walk(t, path, by ? as(by) : {})).length;

type InThread = { id?: string; post?: { id: string } };

/** The comments that a list names, without the places of others. */
const commentsOn = (post: string, of = (item: InThread) => item.post?.id ?? ''): Promise<string[]> =>
  walk(t, `/v1/posts/${post}/comments`, {}, of as never);
const countOn = async (post: string) => (await commentsOn(post)).filter((id) => id !== '').length;

/** All comments below a post that its lists name. */
async function threadOf(post: string): Promise<number> {
  const below = await commentsOn(post, (item) => item.post?.id ?? item.id!);
  const deeper = await Promise.all(below.map(threadOf));
  return deeper.reduce((sum, one) => sum + one, await countOn(post));
}

async function found(path: string) {
  const { status, json } = await t.call('GET', path);
  return status === 200 ? json.data : undefined;
}

/** The counts that everybody reads, and the lengths of the lists. */
async function read({ me, third, post, below }: Scene) {
  const counts: Record<string, number> = {};
  const lists: Record<string, number> = {};
  for (const [name, id] of Object.entries({ mine: me.profile.id, third: third.profile.id })) {
    const path = `/v1/profiles/${id}`;
    const profile = await found(path);
    if (!profile) continue;
    for (const [list, count] of [
      ['followers', profile.followers_count],
      ['following', profile.following_count],
      ['posts', profile.posts_count],
    ]) {
      counts[`${name} ${list}`] = count;
      lists[`${name} ${list}`] = await lengthOf(`${path}/${list}${list === 'posts' ? '?kind=post,quote' : ''}`);
    }
    if (name !== 'mine') continue;
    counts['contacts'] = (await done(me, 'GET', path)).contacts_count;
    lists['contacts'] = await lengthOf('/v1/contacts', me);
  }
  for (const [name, id] of Object.entries({ post, below })) {
    const path = `/v1/posts/${id}`;
    const one = await found(path);
    if (!one) continue;
    for (const [list, count] of [
      ['reactions', one.likes_count],
      ['comments', one.reply_count],
      ['quotes', one.quotes_count],
    ]) {
      counts[`${list} of ${name}`] = count;
      lists[`${list} of ${name}`] = list === 'comments' ? await countOn(id) : await lengthOf(`${path}/${list}`);
    }
  }
  return { counts, lists };
}

/** The counts after the job has moved them, which agree with the lists. */
async function settled(scene: Scene) {
  await runJobs(t, 'profiles.settle_counts');
  const { counts, lists } = await read(scene);
  expect(counts).toEqual(lists);
  return counts;
}

const suspend = async ({ other: { accountId } }: Scene, reason: string | null) =>
  suspendAccount(await ctxOf(t, operator.token), { accountId, reason });
const leave = ({ other }: Scene) => done(other, 'DELETE', '/v1/account', { password: PASSWORD });

/** How a member is hidden, and how that ends. */
const HIDDEN: Record<string, [hide: (scene: Scene) => Promise<unknown>, end: (scene: Scene) => Promise<unknown>]> = {
  'is suspended and comes back': [(scene) => suspend(scene, 'Spam'), (scene) => suspend(scene, null)],
  'leaves and comes back': [
    leave,
    async ({ other: { email } }) =>
      expect((await t.call('POST', '/v1/account/sessions', { body: { email, password: PASSWORD } })).status).toBe(201),
  ],
  'leaves and is erased': [
    leave,
    async ({ other: { accountId } }) => {
      await t.pool.query('update accounts set deletion_scheduled_at = $2 where id = $1', [accountId, t.clock.now()]);
      await makeHandlers(t.deps)['account.erase'](systemCtx(t.deps, 'job.account.erase'), {});
    },
  ],
};

/** What happens in between. */
const CHANGES: Record<string, (scene: Scene) => Promise<unknown>> = {
  nothing: async () => undefined,
  'unfollowing the hidden member': ({ me, other }) => unfollow(t, me, other),
  'removal of the contact': async ({ me, contact }) => done(me, 'DELETE', `/v1/contacts/${contact}`),
  'removal of a hidden comment by an operator': async ({ theirs }) =>
    removePostAsOperator(await ctxOf(t, operator.token), theirs, 'Spam'),
  'removal of a comment below a hidden one': ({ third, below }) => done(third, 'DELETE', `/v1/posts/${below}`),
  'a block between the others': ({ me, third }) => block(t, me, third),
  'deletion of another member': ({ third }) => done(third, 'DELETE', `/v1/profiles/${third.profile.id}`),
};

const BEFORE = {
  'mine followers': 2,
  'mine following': 2,
  'mine posts': 1,
  contacts: 2,
  'third followers': 2,
  'third following': 1,
  'third posts': 1,
  'reactions of post': 2,
  'comments of post': 3,
  'quotes of post': 2,
  'reactions of below': 1,
  'comments of below': 1,
  'quotes of below': 0,
};
const WITHOUT = {
  ...BEFORE,
  'mine followers': 1,
  'mine following': 1,
  contacts: 1,
  'third followers': 1,
  'reactions of post': 1,
  'comments of post': 1,
  'quotes of post': 1,
  'reactions of below': 0,
  'comments of below': 0,
};
const commentsOf = async ({ post }: Scene) => (await found(`/v1/posts/${post}`)).comments_count;

describe.each(Object.entries(HIDDEN))('if a member %s, counts and lists agree', (_how, [hide, end]) => {
  it.each(Object.entries(CHANGES))('after %s', async (_what, change) => {
    const scene = await makeScene();
    await hide(scene);
    await settled(scene);
    await change(scene);
    await settled(scene);
    await end(scene);
    await settled(scene);
  });

  it('before the counts have moved, after a change', async () => {
    const scene = await makeScene();
    await hide(scene);
    await unfollow(t, scene.me, scene.other);
    await end(scene);
    await settled(scene);
  });
});

it('counts who is shown', async () => {
  const scene = await makeScene();
  expect([await settled(scene), await commentsOf(scene), await threadOf(scene.post)]).toEqual([BEFORE, 5, 5]);
  await suspend(scene, 'Spam');
  expect([await settled(scene), await commentsOf(scene), await threadOf(scene.post)]).toEqual([WITHOUT, 2, 2]);
  await suspend(scene, null);
  expect([await settled(scene), await commentsOf(scene)]).toEqual([BEFORE, 5]);
});

it('counts for everybody what everybody may read', async () => {
  const [me, other] = [await makeMember(t), await makeMember(t)];
  await makeContacts(t, me, other);
  const { id: post } = await makePost(t, as(me));
  const quotes = await Promise.all(
    ['public', 'members', 'contacts'].map((visibility) => makePost(t, as(other), { quoted_post_id: post, visibility })),
  );
  const { id: thread } = await makePost(t, as(other));
  await done(me, 'POST', '/v1/posts', { body: 'So', reply_to_post_id: thread, quoted_post_id: post });
  const show = (id: string, visibility: string) => done(other, 'PATCH', `/v1/posts/${id}`, { visibility });
  /** The counts of the post's quotes and of the posts of `other`, which are the same for everybody. */
  const counts = async () => {
    const [quoted, posts] = [`/v1/posts/${post}`, `/v1/profiles/${other.profile.id}`];
    const all = [];
    for (const by of [undefined, me, other]) {
      const read = async (path: string) => (by ? done(by, 'GET', path) : found(path));
      all.push([(await read(quoted)).quotes_count, (await read(posts)).posts_count]);
    }
    expect(all).toEqual([all[0], all[0], all[0]]);
    expect(all[0]).toEqual([await lengthOf(`${quoted}/quotes`), await lengthOf(`${posts}/posts?kind=post,quote`)]);
    return all[0];
  };
  // The comment below the thread quotes the post, too.
  expect(await counts()).toEqual([2, 2]);
  await show(quotes[2]!.id, 'public');
  expect(await counts()).toEqual([3, 3]);
  await show(thread, 'members');
  await show(quotes[0]!.id, 'contacts');
  expect(await counts()).toEqual([1, 1]);
  await done(other, 'DELETE', `/v1/posts/${quotes[1]!.id}`);
  await done(other, 'DELETE', `/v1/posts/${quotes[2]!.id}`);
  expect(await counts()).toEqual([0, 0]);
});
