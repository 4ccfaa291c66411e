import { beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { makeContacts } from '../../support/contacts.ts';
import { type Member, makeMember } from '../../support/members.ts';
import { as, makePost } from '../../support/posts.ts';
import { SCRIPTS } from '../../support/scripts.ts';

let t: TestApp;
let reader: Member;
let author: Member;
beforeAll(async () => {
  t = await startTestApp();
  [reader, author] = [await makeMember(t), await makeMember(t)];
});

async function found<Item>(path: string, q: string): Promise<Item[]> {
  const answer = await t.call('GET', `${path}?limit=50&q=${encodeURIComponent(q)}`, as(reader));
  expect(answer.status, answer.text).toBe(200);
  return answer.json.data.items;
}

it.each(SCRIPTS)('finds names: $script', async ({ names }) => {
  for (const [name, ...queries] of names) {
    const { profile } = await makeMember(t, { name });
    for (const q of queries) {
      const ids = (await found<{ id: string }>('/v1/search/profiles', q)).map(({ id }) => id);
      expect(ids, `${name}: ${q}`).toContain(profile.id);
    }
  }
});

it.each(SCRIPTS)('finds posts: $script', async ({ posts }) => {
  for (const [body, ...queries] of posts) {
    const { id } = await makePost(t, as(author), { body });
    for (const q of queries) {
      const ids = (await found<{ post: { id: string } }>('/v1/search/posts', q)).map(({ post }) => post.id);
      expect(ids, `${body}: ${q}`).toContain(id);
    }
  }
});

it('finds contacts, however their names are typed', async () => {
  for (const [name, q] of [
    ['علی رضا', 'علي'],
    ['שָׁלוֹם', 'שלום'],
    ['फ़ैज़', 'फैज'],
    ['ｶﾞﾘﾚｵ', 'ガリレオ'],
    ['İpek', 'IPEK'],
    ['Андрей', 'Андрей'.normalize('NFD')],
  ] as const) {
    const member = await makeMember(t, { name });
    await makeContacts(t, reader, member);
    const contacts = await found<{ profile: { id: string } }>('/v1/contacts', q);
    expect(
      contacts.map(({ profile }) => profile.id),
      `${name}: ${q}`,
    ).toEqual([member.profile.id]);
  }
});
