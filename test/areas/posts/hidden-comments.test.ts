import { beforeAll, describe, expect, it } from 'vitest';
import { suspendAccount } from '../../../src/areas/account/suspension.ts';
import { LIMITS } from '../../../src/core/limits.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { block, unblock } from '../../support/follows.ts';
import { runJobs } from '../../support/mails.ts';
import { type Member, makeMember, PASSWORD } from '../../support/members.ts';
import { ctxOf, makeOperator } from '../../support/operator.ts';
import { as, makeContacts, makePost, refusal, walk } from '../../support/posts.ts';

/** A comment whose author is hidden from the reader keeps its place for the answers of others, like a removed one. */

let t: TestApp;
let operator: Member;
let ada: Member;
let cleo: Member;
beforeAll(async () => {
  t = await startTestApp();
  [operator, ada, cleo] = [await makeMember(t), await makeMember(t), await makeMember(t)];
  await makeOperator(t, operator);
});

type Pair = { reader: Member; author: Member };
type Way = (pair: Pair) => Promise<unknown>;

const suspend = async ({ accountId }: Member, reason: string | null) =>
  suspendAccount(await ctxOf(t, operator.token), { accountId, reason });

async function leave({ token }: Member) {
  const answer = await t.call('DELETE', '/v1/account', { token, body: { password: PASSWORD } });
  expect(answer.status, answer.text).toBe(200);
}

async function comeBack({ email }: Member) {
  const body = { email, password: PASSWORD };
  expect((await t.call('POST', '/v1/account/sessions', { body })).status).toBe(201);
}

/** Hidden from everybody. */
const FROM_ALL: Record<string, [hide: Way, end: Way]> = {
  'is suspended': [({ author }) => suspend(author, 'Spam'), ({ author }) => suspend(author, null)],
  'is leaving': [({ author }) => leave(author), ({ author }) => comeBack(author)],
};
const WAYS: typeof FROM_ALL = {
  ...FROM_ALL,
  'is blocked by the reader': [
    ({ author, reader }) => block(t, reader, author),
    ({ author, reader }) => unblock(t, reader, author),
  ],
  'blocks the reader': [
    ({ author, reader }) => block(t, author, reader),
    ({ author, reader }) => unblock(t, author, reader),
  ],
};

async function answer(by: Member, to: string): Promise<string> {
  t.clock.advance(2);
  return (await makePost(t, as(by), { reply_to_post_id: to, body: `By ${by.profile.username}` })).id;
}

/** A post of Ada, a comment of the author with an answer of Cleo, and a comment of Cleo after it. */
async function makeThread(visibility = 'public') {
  const [author, reader] = [await makeMember(t), await makeMember(t)];
  const { id: root } = await makePost(t, as(ada), { visibility });
  const hidden = await answer(author, root);
  const below = await answer(cleo, hidden);
  const after = await answer(cleo, root);
  return { author, reader, root, hidden, below, after };
}

type InThread = { id?: string; removed?: true; post?: { id: string } };

const idsOn = (id: string, by: object) => walk(t, `/v1/posts/${id}/comments`, { ...by, limit: 1 });
const read = (path: string, by: object) => t.call('GET', `/v1/posts/${path}`, by);
const ancestorsOf = async (id: string, by: object): Promise<[id: string | undefined, isPlaceholder: boolean][]> =>
  (await read(`${id}/context`, by)).json.data.ancestors.map((one: InThread) => [
    one.post?.id ?? one.id,
    one.removed === true,
  ]);

/** A refusal without what differs between calls. */
const refused = async (path: string, by: object) => refusal(await read(path, by))[1];

describe.each(Object.entries(WAYS))('a comment whose author %s', (_how, [hide, end]) => {
  it('keeps its place without text and author, and is back later', async () => {
    const { root, hidden, below, after, ...pair } = await makeThread();
    const by = as(pair.reader);
    const before = (await read(`${root}/comments`, by)).json.data;
    expect(before.items.map(({ post }: InThread) => post?.id)).toEqual([hidden, after]);

    await hide(pair);
    const page = await read(`${root}/comments?view=full`, by);
    expect(page.json.data.items[0]).toEqual({
      id: hidden,
      removed: true,
      reply_to_post_id: root,
      root_post_id: root,
      published_at: before.items[0].post.published_at,
      reply_count: 1,
    });
    for (const secret of [pair.author.profile.id, pair.author.profile.username])
      expect(page.text).not.toContain(secret);
    expect(await idsOn(root, by), 'on one page only, in its order').toEqual([hidden, after]);
    expect(await idsOn(hidden, by)).toEqual([below]);

    await end(pair);
    expect((await read(`${root}/comments`, by)).json.data).toEqual(before);
  });

  it('is left out without answers, and while it is a draft', async () => {
    const { root, hidden, below, after, ...pair } = await makeThread();
    await makePost(t, as(pair.author), { reply_to_post_id: root, status: 'draft' });
    const alone = await answer(pair.author, root);
    const by = as(pair.reader);
    expect(await idsOn(root, by)).toEqual([hidden, after, alone]);
    await hide(pair);
    expect(await idsOn(root, by)).toEqual([hidden, after]);
    await t.call('DELETE', `/v1/posts/${below}`, as(cleo));
    expect(await idsOn(root, by)).toEqual([after]);
  });

  it('has a place in a thread for members, which those read who may read the thread', async () => {
    const { root, hidden, below, after, ...pair } = await makeThread('members');
    const by = as(pair.reader);
    await hide(pair);
    expect(await idsOn(root, by)).toEqual([hidden, after]);
    expect(await idsOn(hidden, by)).toEqual([below]);
    expect(await ancestorsOf(below, by)).toEqual([
      [root, false],
      [hidden, true],
    ]);
    for (const path of ['', '/context', '/reactions', '/quotes', '/revisions']) {
      expect(await refused(hidden + path, by), path).toBe('post_not_found');
    }
    expect(await refused(`${hidden}/comments`, {})).toBe('post_not_found');
    await block(t, ada, pair.reader);
    expect(await refused(`${hidden}/comments`, by)).toBe('post_not_found');
  });

  it('has none for strangers in a thread for contacts', async () => {
    const owner = await makeMember(t);
    const [author, reader, stranger] = [await makeMember(t), await makeMember(t), await makeMember(t)];
    for (const one of [author, reader, cleo]) await makeContacts(t, owner, one);
    const { id: root } = await makePost(t, as(owner), { visibility: 'contacts' });
    const hidden = await answer(author, root);
    const below = await answer(cleo, hidden);
    await hide({ author, reader });
    expect([await idsOn(root, as(reader)), await idsOn(hidden, as(reader))]).toEqual([[hidden], [below]]);
    for (const by of [{}, as(stranger)]) expect(await refused(`${hidden}/comments`, by)).toBe('post_not_found');
  });

  it('has a place above and below another one', async () => {
    const { root, hidden, ...pair } = await makeThread('members');
    const inner = await answer(pair.author, hidden);
    const deep = await answer(cleo, inner);
    const by = as(pair.reader);
    await hide(pair);
    expect(await idsOn(hidden, by)).toContain(inner);
    expect(await idsOn(inner, by)).toEqual([deep]);
    expect(await ancestorsOf(deep, by)).toEqual([
      [root, false],
      [hidden, true],
      [inner, true],
    ]);
  });
});

describe.each(Object.entries(FROM_ALL))('without a credential, a comment whose author %s', (_how, [hide, end]) => {
  it('keeps its place, and is back later', async () => {
    const { root, hidden, below, after, ...pair } = await makeThread();
    const before = (await read(`${root}/comments`, {})).json.data;
    await hide(pair);
    expect([await idsOn(root, {}), await idsOn(hidden, {})]).toEqual([[hidden, after], [below]]);
    expect((await read(`${root}/comments`, {})).json.data.items[0]).toMatchObject({ removed: true, reply_count: 1 });
    expect(await ancestorsOf(below, {})).toEqual([
      [root, false],
      [hidden, true],
    ]);
    expect(await refused(hidden, {})).toBe('post_not_found');
    await end(pair);
    expect((await read(`${root}/comments`, {})).json.data).toEqual(before);
  });

  it('has no place for answers of its author alone', async () => {
    const { root, hidden, below, after, ...pair } = await makeThread();
    await answer(pair.author, hidden);
    await t.call('DELETE', `/v1/posts/${below}`, as(cleo));
    await hide(pair);
    await runJobs(t, 'profiles.settle_counts');
    expect(await idsOn(root, {})).toEqual([after]);
    expect(await refused(`${hidden}/comments`, {})).toBe('post_not_found');
  });

  it('has a place on the page of the post', async () => {
    const { root, below, ...pair } = await makeThread();
    await hide(pair);
    const { body } = await t.app.inject({ url: `/posts/${root}` });
    expect(body).toContain('This comment was removed.');
    expect(body).toContain(`/posts/${below}`);
    expect(body).not.toContain(pair.author.profile.username);
  });
});

describe.each(['public', 'members'])(
  'in a thread for %s, a place that is kept for answers behind a block',
  (visibility) => {
    const removed = async ({ hidden, author }: Awaited<ReturnType<typeof makeThread>>) =>
      t.call('DELETE', `/v1/posts/${hidden}`, as(author));
    const suspended = ({ author }: Awaited<ReturnType<typeof makeThread>>) => suspend(author, 'Spam');

    it.each([
      ['a removed comment', removed],
      ['a comment of a hidden member', suspended],
    ])('is shown to others only: %s', async (_what, hide) => {
      const thread = await makeThread(visibility);
      const { root, hidden, below, after, reader } = thread;
      const [shunned, other] = [await makeMember(t), await makeMember(t)];
      const mine = await answer(shunned, hidden);
      await t.call('DELETE', `/v1/posts/${below}`, as(cleo));
      await hide(thread);
      await block(t, reader, shunned);
      for (const by of [reader, shunned, other]) {
        const sees = by !== reader;
        expect(await idsOn(root, as(by)), by.profile.id).toEqual(sees ? [hidden, after] : [after]);
        if (sees) expect(await idsOn(hidden, as(by))).toEqual([mine]);
        else expect(await refused(`${hidden}/comments`, as(by))).toBe('post_not_found');
      }
      // An answer below the one that is hidden brings both back.
      const deep = await answer(other, mine);
      expect(await idsOn(root, as(reader))).toEqual([hidden, after]);
      expect(await idsOn(hidden, as(reader))).toEqual([mine]);
      expect((await read(`${hidden}/comments`, as(reader))).json.data.items[0]).toMatchObject({
        id: mine,
        removed: true,
      });
      expect(await idsOn(mine, as(reader))).toEqual([deep]);
      await t.call('DELETE', `/v1/posts/${deep}`, as(other));
      const own = await answer(reader, root);
      expect(await idsOn(root, as(reader))).toEqual([after, own]);
      await unblock(t, reader, shunned);
      expect(await idsOn(root, as(reader))).toEqual([hidden, after, own]);
    });
  },
);

it('a page is as full as without what is left out', async () => {
  const [reader, shunned] = [await makeMember(t), await makeMember(t)];
  const { id: root } = await makePost(t, as(ada));
  const removed: string[] = [];
  for (let count = 0; count < 5; count++) {
    const id = await answer(cleo, root);
    await answer(shunned, id);
    await t.call('DELETE', `/v1/posts/${id}`, as(cleo));
    removed.push(id);
  }
  const shown = [await answer(cleo, root), await answer(cleo, root)];
  expect((await read(`${root}/comments?limit=2`, as(reader))).json.data.items).toHaveLength(2);
  await block(t, reader, shunned);
  for (const limit of [1, 2, 6]) {
    const { items, next_cursor } = (await read(`${root}/comments?limit=${limit}`, as(reader))).json.data;
    expect(items.map(({ post }: InThread) => post?.id)).toEqual(shown.slice(0, limit));
    expect(next_cursor === null, `limit ${limit}`).toBe(limit > 1);
  }
  expect(await idsOn(root, as(reader))).toEqual(shown);
  expect(await idsOn(root, {})).toEqual([...removed, ...shown]);
});

it('a block hides a comment from lists, but not from the context of answers in a public thread', async () => {
  const { author, reader, root, hidden, below } = await makeThread();
  await block(t, reader, author);
  expect(await ancestorsOf(below, as(reader))).toEqual([
    [root, false],
    [hidden, false],
  ]);
});

it('a page of comments takes few reads, however many placeholders are left out: it is short, and goes on', async () => {
  const [reader, shunned] = [await makeMember(t), await makeMember(t)];
  const { id: root } = await makePost(t, as(ada));
  const most = 2 + 2 * (LIMITS.page.max + 1);
  for (let made = 0; made < most; made++) {
    const id = await answer(cleo, root);
    await answer(shunned, id);
    await t.call('DELETE', `/v1/posts/${id}`, as(cleo));
  }
  const shown = await answer(cleo, root);
  await block(t, reader, shunned);
  const page = (await read(`${root}/comments?limit=1`, as(reader))).json.data;
  expect([page.items, typeof page.next_cursor]).toEqual([[], 'string']);
  expect(await idsOn(root, as(reader))).toEqual([shown]);
}, 60_000);
