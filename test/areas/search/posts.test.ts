import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { block } from '../../support/follows.ts';
import { type Member, makeKey, makeMember } from '../../support/members.ts';
import { png } from '../../support/pictures.ts';
import { as, logLineOf, makeContacts, makePost, pictures, refusal, send, walk } from '../../support/posts.ts';

let t: TestApp;
let author: Member;
let reader: Member;
beforeAll(async () => {
  t = await startTestApp();
  [author, reader] = [await makeMember(t), await makeMember(t)];
});

const search = (q: string, more = '', by: object = as(reader)) =>
  t.call('GET', `/v1/search/posts?q=${encodeURIComponent(q)}${more}`, by);
async function found(q: string, more = '', by: object = as(reader)): Promise<string[]> {
  const answer = await search(q, more, by);
  expect(answer.status, answer.text).toBe(200);
  return answer.json.data.items.map(({ post }: { post: { id: string } }) => post.id);
}
const write = async (body: string, fields: object = {}, by = author): Promise<string> =>
  (await makePost(t, as(by), { body, ...fields })).id;

describe('GET /v1/search/posts', () => {
  it('ignores case, accents and punctuation, and finds whole words', async () => {
    const id = await write(
      'Über die Fußgängerbrücke: 62 Meter, 3.5 Tonnen! #Brettschichtholz (siehe example.com/plan)',
    );
    for (const q of [
      'fussgangerbrucke',
      'FUSSGÄNGERBRÜCKE',
      'über, meter',
      '#brettschichtholz',
      '3.5',
      'example',
      'plan',
    ]) {
      expect(await found(q), q).toEqual([id]);
    }
    for (const q of ['fussganger', 'brucke', 'uber nirgendwo']) expect(await found(q), q).toEqual([]);
  });

  it('finds the same words whether or not another script is in the text', async () => {
    const words = 'Coŀlegi Zoë, 2½ ﬁne Ｗｉｄｅ cafe\u0301s';
    const ids = [await write(`${words} 日本`), await write(words)].reverse();
    for (const q of ['coŀlegi', 'collegi', 'zoe', '2½', 'fine', 'wide', 'cafés', '"2½ fine wide cafés"']) {
      expect(await found(q), q).toEqual(ids);
      const id = ids.at(-1)!;
      expect(await found(`${q} 日本`), q).toEqual([id]);
    }
  });

  it('sorts by time what a long text without spaces finds, because ranking it would take too long', async () => {
    const ids = [];
    for (const length of [2900, 120, 2900, 2900]) {
      t.clock.advance(1000);
      ids.unshift(await write('橋'.repeat(length)));
    }
    expect(await found('橋'.repeat(100))).toEqual(ids);
    expect(await found('橋'.repeat(3))).not.toEqual(ids);
    for (const id of ids) await t.call('DELETE', `/v1/posts/${id}`, as(author));
  });

  it('does not find letters in another order', async () => {
    await write('京都の橋');
    expect(await found('都京')).toEqual([]);
  });

  it('supports phrases and excluded words', async () => {
    const forward = await write('The hummingbird meets a walrus');
    const backward = await write('A walrus meets the hummingbird');
    expect((await found('walrus hummingbird')).sort()).toEqual([forward, backward].sort());
    for (const q of ['"hummingbird meets"', '“hummingbird meets”', '"hummingbird meets', 'hummingbird -"meets the"']) {
      expect(await found(q), q).toEqual([forward]);
    }
    expect(await found('walrus -hummingbird')).toEqual([]);
    expect(await found('-walrus')).toEqual([]);
    expect(await found('walrus or hummingbird')).toEqual([]);
    await write('Either a walrus or a hummingbird');
    expect(await found('walrus or hummingbird')).toHaveLength(1);
  });

  it('finds posts that contain all of many words, including phrases', async () => {
    const words = ['quagmire', 'rill', 'sedge', 'tarn', 'upland', 'vale'];
    const all = await write(words.join(' '));
    for (const missing of words) await write(words.filter((word) => word !== missing).join(' '));
    for (const q of [words.join(' '), '"rill sedge" vale upland "quagmire" tarn'])
      expect(await found(q), q).toEqual([all]);
    expect(await found(`"sedge rill" ${words.join(' ')}`)).toEqual([]);
    expect(await found(`rill sedge tarn upland vale -quagmire`)).toHaveLength(1);
  });

  it('sorts by relevance, and equal posts by time', async () => {
    const first = await write('A tern was here');
    t.clock.advance(1000);
    const second = await write('A tern was here');
    t.clock.advance(1000);
    const long = await write(`A tern${' and much else that was seen'.repeat(20)}`);
    t.clock.advance(1000);
    const often = await write('Tern, tern, tern');
    expect(await found('tern')).toEqual([often, second, first, long]);
    const [best] = (await search('tern')).json.data.items;
    expect(best).toMatchObject({ match: { field: 'body' }, profile: { id: author.profile.id } });
    expect(Object.keys((await search('tern', '&view=compact')).json.data.items[0])).toEqual([
      'post',
      'profile',
      'match',
    ]);
  });

  it('filters by author, kind, images and days, both included', async () => {
    const post = await write('A gannet');
    const comment = await write('Also a gannet', { reply_to_post_id: post }, reader);
    const quote = await write('See this gannet', { quoted_post_id: post });
    const parts = [...pictures(await png({ width: 8, height: 8 })), { name: 'body', value: 'Gannet with a picture' }];
    const pictured = (await send(t, as(author), parts)).json.data.id;
    expect(await found('gannet')).toHaveLength(4);
    expect(await found('gannet', '&kind=comment')).toEqual([comment]);
    expect((await found('gannet', '&kind=comment,quote')).sort()).toEqual([comment, quote].sort());
    expect(await found('gannet', '&has_images=true')).toEqual([pictured]);
    expect(await found('gannet', '&has_images=false')).toHaveLength(3);
    expect(await found('gannet', `&profile_id=${reader.profile.id}`)).toEqual([comment]);
    expect(await found('gannet', `&profile_id=${reader.profile.id}&kind=post`)).toEqual([]);
    const [shown] = (await search('gannet', '&kind=quote')).json.data.items;
    expect(shown.post.quoted_post.post.id).toBe(post);
    const at = async (id: string, time: string) =>
      t.pool.query('update posts set published_at = $2 where id = $1', [id, time]);
    await at(post, '2026-03-01T00:00:00.000Z');
    await at(comment, '2026-03-02T12:00:00.000Z');
    await at(quote, '2026-03-03T23:59:59.999Z');
    for (const by of ['', `&profile_id=${author.profile.id}`]) {
      const own = by === '' ? [comment] : [];
      const between = async (more: string) => (await found('gannet', more + by)).sort();
      expect(await between('&from=2026-03-01&to=2026-03-03')).toEqual([post, ...own, quote].sort());
      expect(await between('&to=2026-03-01')).toEqual([post]);
      expect(await between('&from=2026-03-03&to=2026-03-03')).toEqual([quote]);
      expect(await between('&from=0000-01-01&to=2026-02-28')).toEqual([]);
      expect(await between('&from=2026-03-04&to=9999-12-31')).toEqual([pictured]);
    }
    expect(refusal(await search('gannet', '&from=yesterday'))[0]).toBe(400);
  });

  it('finds an edited post by its new text, a published draft, and no removed one', async () => {
    const id = await write('Once an avocet');
    await t.call('PATCH', `/v1/posts/${id}`, { ...as(author), body: { body: 'Now a bittern' } });
    expect([await found('avocet'), await found('bittern')]).toEqual([[], [id]]);
    const draft = await write('A bittern to be', { status: 'draft' });
    expect(await found('bittern', '', as(author))).toEqual([id]);
    await t.call('POST', `/v1/posts/${draft}/publish`, { ...as(author), body: {} });
    expect((await found('bittern')).sort()).toEqual([id, draft].sort());
    await t.call('DELETE', `/v1/posts/${id}`, as(author));
    expect(await found('bittern')).toEqual([draft]);
  });

  it('shows members and contacts what is for them, including comments', async () => {
    const friend = await makeMember(t);
    await makeContacts(t, author, friend);
    const members = await write('A curlew for members', { visibility: 'members' });
    const near = await write('A curlew for contacts', { visibility: 'contacts' });
    const comment = await write('Lovely curlew', { reply_to_post_id: near }, friend);
    expect(await found('curlew')).toEqual([members]);
    expect((await found('curlew', '', as(friend))).sort()).toEqual([members, near, comment].sort());
    expect((await found('curlew', '', as(author))).sort()).toEqual([members, near, comment].sort());
  });

  it('does not tell by a cursor that hidden posts match', async () => {
    const shown = [
      await write('A whimbrel'),
      await write('A whimbrel, and much else that makes this text a longer one'),
    ];
    for (let n = 0; n < 6; n++) await write('whimbrel whimbrel whimbrel', { visibility: 'contacts' });
    expect(await walk(t, '/v1/search/posts?q=whimbrel', { ...as(reader), limit: 1 })).toEqual(shown);
    for (const q of ['whimbrel', '"whimbrel whimbrel"', 'whimbrel much']) {
      const { items, next_cursor } = (await search(q, '&limit=1')).json.data;
      expect([items.length, next_cursor === null], q).toEqual(
        q === 'whimbrel' ? [1, false] : [q === 'whimbrel much' ? 1 : 0, true],
      );
    }
  });

  it('omits blocked members both ways, even their public posts', async () => {
    const other = await makeMember(t);
    const [theirs, mine] = [await write('Their dunlin', {}, other), await write('My dunlin')];
    await block(t, author, other);
    expect(await found('dunlin', '', as(author))).toEqual([mine]);
    expect(await found('dunlin', '', as(other))).toEqual([theirs]);
    expect(await found('dunlin', `&profile_id=${author.profile.id}`, as(other))).toEqual([]);
    expect(await found('dunlin')).toHaveLength(2);
  });

  it('does not show what a blocked member wrote in a quote either', async () => {
    const [other, quoting] = [await makeMember(t), await makeMember(t)];
    const quoted = await write('A puffin', {}, other);
    const quote = await write('Look at this puffin', { quoted_post_id: quoted }, quoting);
    const shown = async () => (await search('look', '', as(reader))).json.data.items;
    expect(await shown()).toMatchObject([{ post: { id: quote, quoted_post: { post: { id: quoted } } } }]);
    await block(t, other, reader);
    await shown();
    expect(await shown()).toMatchObject([{ post: { id: quote, quoted_post: null } }]);
    expect(logLineOf(t, 'search.posts').statements).toBeLessThanOrEqual(4);
  });

  it('shows the mentions in the posts that it finds and in those that they quote', async () => {
    const at = `@${author.profile.username}`;
    const quoted = await write(`A fulmar for ${at}`);
    const quote = await write(`A petrel for ${at}`, { quoted_post_id: quoted }, reader);
    const mentions = [{ profile_id: author.profile.id }];
    expect((await search('petrel')).json.data.items).toMatchObject([
      { post: { id: quote, mentions, quoted_post: { post: { id: quoted, mentions } } } },
    ]);
    expect(logLineOf(t, 'search.posts').statements).toBeLessThanOrEqual(4);
  });

  it('omits posts of suspended members and of those who are not indexable', async () => {
    const member = await makeMember(t);
    const id = await write('A lonely eider', {}, member);
    await t.call('PATCH', `/v1/profiles/${member.profile.id}`, { ...as(member), body: { indexable: false } });
    expect([await found('eider'), await found('eider', '', as(member))]).toEqual([[], [id]]);
    await t.call('PATCH', `/v1/profiles/${member.profile.id}`, { ...as(member), body: { indexable: true } });
    expect(await found('eider')).toEqual([id]);
    await t.pool.query('update profiles set suspended_at = now() where id = $1', [member.profile.id]);
    expect(await found('eider')).toEqual([]);
    await t.pool.query('update profiles set suspended_at = null where id = $1', [member.profile.id]);
  });

  it('suggests what to try if nothing is found, without repeating the text', async () => {
    const { data, agent } = (await search('nosuchword')).json;
    expect(data).toEqual({ items: [], next_cursor: null });
    expect(agent.hint).toContain('try fewer');
    expect(agent.hint).not.toContain('nosuch');
    for (const q of ['%', '"', '-', '-"', '&|!:*', "'", '\\', '<->', 'ـ', '🎉', '☃ -x']) {
      expect((await search(q)).json.data, q).toEqual({ items: [], next_cursor: null });
    }
    expect((await search('-tern')).json.agent.hint).toContain('q has no word that must appear');
  });

  it('limits the text and binds the cursor to it', async () => {
    expect(refusal(await search('a'.repeat(101)))).toEqual([400, 'invalid_request', 'too_long']);
    expect(refusal(await search('a '.repeat(17).trim()))).toEqual([400, 'invalid_request', 'too_many_words']);
    const { next_cursor } = (await search('tern', '&limit=1')).json.data;
    expect((await search('tern', `&limit=2&cursor=${next_cursor}`)).status).toBe(200);
    for (const [q, more] of [
      ['terns', ''],
      ['tern', '&kind=post'],
      ['tern', '&from=2020-01-01'],
    ] as const) {
      expect(refusal(await search(q, `${more}&cursor=${next_cursor}`))[1]).toBe('invalid_cursor');
    }
  });

  it('needs a credential, an acting profile and the scope posts:read', async () => {
    expect((await search('x', '', {})).status).toBe(401);
    const keyWith = async (scopes: string[]) =>
      (await makeKey(t, reader, { scopes, profileIds: [reader.profile.id] })).token;
    const [token, other] = [await keyWith(['posts:read']), await keyWith(['posts:write', 'profiles:all'])];
    expect((await search('x', '', { token, as: reader.profile.id })).status).toBe(200);
    expect(refusal(await search('x', '', { token }))[1]).toBe('profile_header_required');
    expect(refusal(await search('x', '', { token: other, as: reader.profile.id }))[1]).toBe('insufficient_scope');
  });
});
