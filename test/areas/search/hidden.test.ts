import { beforeAll, describe, expect, it } from 'vitest';
import { suspendAccount } from '../../../src/areas/account/suspension.ts';
import { newId } from '../../../src/core/ids.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { block } from '../../support/follows.ts';
import { type Member, makeMember, makeProfile, PASSWORD, unique } from '../../support/members.ts';
import { ctxOf, makeOperator } from '../../support/operator.ts';
import { as, makePost } from '../../support/posts.ts';

/** What is hidden from a reader changes nothing in the reader's answers: no item, no order, no cursor. */

const RANKED = 300;

let t: TestApp;
let operator: Member;
let author: Member;
let reader: Member;
beforeAll(async () => {
  const breaks = [
    'published_posts_have_events',
    'posts_are_in_the_audit_log',
    'profile_posts_are_its_published_posts_and_quotes',
  ];
  t = await startTestApp({}, { breaks, watchesTexts: false });
  [operator, author, reader] = [await makeMember(t), await makeMember(t), await makeMember(t)];
  await makeOperator(t, operator);
});

/** The words of one case: all posts and names have `word`; `alike` lacks one letter of it. */
type Words = { word: string; alike: string };

/** Makes what the reader must not find. */
type Hidden = (words: Words) => Promise<unknown>;

const writerOf = async ({ word }: Words, visibility = 'public'): Promise<Member> => {
  const member = await makeMember(t, { name: `${word} Hidden` });
  await makePost(t, as(member), { body: `${word} ${word} ${word} and a secret`, visibility });
  return member;
};

const POSTS: Record<string, Hidden> = {
  'a post for the contacts of a stranger': (words) => writerOf(words, 'contacts'),
};
const MEMBERS: Record<string, Hidden> = {
  'a member who blocks the reader': async (words) => block(t, await writerOf(words, 'members'), reader),
  'a member blocked by the reader': async (words) => block(t, reader, await writerOf(words)),
  'a suspended member': async (words) => {
    const { accountId } = await writerOf(words);
    await suspendAccount(await ctxOf(t, operator.token), { accountId, reason: 'Spam' });
  },
  'a leaving member': async (words) => {
    const { token } = await writerOf(words);
    expect((await t.call('DELETE', '/v1/account', { token, body: { password: PASSWORD } })).status).toBe(200);
  },
  'a member who is not indexable': async (words) => {
    const member = await writerOf(words);
    const hide = { ...as(member), body: { indexable: false } };
    expect((await t.call('PATCH', `/v1/profiles/${member.profile.id}`, hide)).status).toBe(200);
  },
};

/** All pages of a list: their ids in order, and whether each page has a cursor. */
async function pagesOf(path: string, by: object = as(reader)): Promise<unknown[]> {
  const pages: unknown[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const answer = await t.call('GET', `${path}${cursor === '' ? '' : `&cursor=${cursor}`}`, by);
    expect(answer.status, answer.text).toBe(200);
    const { items, next_cursor, newest_cursor: _newest, ...rest } = answer.json.data;
    const ids = items.map((item: { id?: string; post?: { id: string } }) => item.post?.id ?? item.id);
    pages.push([ids, next_cursor === null, rest, answer.json.agent?.hint]);
    cursor = next_cursor;
  }
  return pages;
}

/** Posts of the author with the word, by SQL: the first is the best match, the others are long and newer. */
async function writeMany(word: string, count: number): Promise<void> {
  const start = t.clock.now().getTime() - count * 1000;
  const bodies = Array.from({ length: count }, (_, n) =>
    n === 0 ? `${word} ${word}` : `${word} and many other words ${n}`,
  );
  await t.pool.query(
    `insert into posts (id, profile_id, kind, status, visibility, body, ai_disclosure, ancestor_ids, published_at, created_at, updated_at)
      select id, $1, 'post', 'published', 'public', body, 'none', '{}', at, at, at
      from unnest($2::uuid[], $3::timestamptz[], $4::text[]) one(id, at, body)`,
    [author.profile.id, bodies.map(() => newId()), bodies.map((_, n) => new Date(start + n * 1000)), bodies],
  );
}

const LISTS: Record<string, (words: Words) => { path: string; fill: () => Promise<unknown> }> = {
  'found posts': ({ word }) => ({
    path: `/v1/search/posts?limit=2&q=${word}`,
    fill: () => writeMany(word, 5),
  }),
  'as many found posts as are ranked': ({ word }) => ({
    path: `/v1/search/posts?limit=50&q=${word}`,
    fill: () => writeMany(word, RANKED),
  }),
  'no found post': ({ word }) => ({ path: `/v1/search/posts?limit=1&q=${word}`, fill: async () => undefined }),
  'found posts of one author': ({ word }) => ({
    path: `/v1/profiles/${author.profile.id}/posts?limit=2&q=${word}`,
    fill: () => writeMany(word, 5),
  }),
  feed: ({ word }) => ({ path: '/v1/feed?limit=1', fill: () => writeMany(word, 1) }),
};
const FOUND_MEMBERS: typeof LISTS = {
  ...LISTS,
  'found profiles': ({ word }) => ({
    path: `/v1/search/profiles?limit=1&q=${word}`,
    fill: () => nameMany(['One', 'Two', 'Three'].map((one) => `${word} ${one}`)),
  }),
  'found and similar profiles': ({ word, alike }) => ({
    path: `/v1/search/profiles?limit=50&q=${word}`,
    fill: () => nameMany([`${alike} Similar`, ...['One', 'Two', 'Three', 'Four'].map((one) => `${word} ${one}`)]),
  }),
};

async function nameMany([first, ...others]: string[]): Promise<void> {
  const member = await makeMember(t, { name: first! });
  for (const name of others) await makeProfile(t, member, { name });
}

describe.each([
  ['posts', POSTS, LISTS],
  ['members', MEMBERS, FOUND_MEMBERS],
])('hidden %s', (_what, hidden, lists) => {
  const cases = Object.keys(hidden).flatMap((how) => Object.keys(lists).map((list) => [how, list] as const));
  it.each(cases)('%s leaves no trace in: %s', async (how, list) => {
    const word = unique('word');
    const words = { word, alike: word.replace(/^(.{6})./, '$1') };
    const { path, fill } = lists[list]!(words);
    await fill();
    const before = await pagesOf(path);
    await hidden[how]!(words);
    expect(await pagesOf(path)).toEqual(before);
  });
});

describe('a cursor', () => {
  it('of a member differs each time, so that it does not tell that something changed', async () => {
    const word = unique('word');
    await writeMany(word, 3);
    const path = `/v1/search/posts?limit=1&q=${word}`;
    const cursors = [];
    for (let n = 0; n < 2; n++) cursors.push((await t.call('GET', path, as(reader))).json.data.next_cursor);
    expect(cursors[0]).not.toBe(cursors[1]);
    const next = await Promise.all(cursors.map((cursor) => t.call('GET', `${path}&cursor=${cursor}`, as(reader))));
    expect(next[0]!.json.data.items).toEqual(next[1]!.json.data.items);
    expect(next[0]!.json.data.items).toHaveLength(1);
  });

  it('without a credential is the same, and so is its ETag', async () => {
    await writeMany(unique('word'), 3);
    const read = () => t.call('GET', `/v1/profiles/${author.profile.id}/posts?limit=1`);
    const [first, second] = [await read(), await read()];
    expect(first.json.data.next_cursor).toBe(second.json.data.next_cursor);
    expect(first.headers['etag']).toBe(second.headers['etag']);
  });
});
