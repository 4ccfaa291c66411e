import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { block } from '../../support/follows.ts';
import { type Member, makeKey, makeMember, makeProfile } from '../../support/members.ts';
import { as, refusal, walk } from '../../support/posts.ts';

let t: TestApp;
let reader: Member;
beforeAll(async () => {
  t = await startTestApp();
  reader = await makeMember(t, { name: 'Reader of tests' });
});

const search = (q: string, more = '', by: object = as(reader)) =>
  t.call('GET', `/v1/search/profiles?q=${encodeURIComponent(q)}${more}`, by);
async function found(q: string, more = '', by: object = as(reader)): Promise<string[]> {
  const answer = await search(q, more, by);
  expect(answer.status, answer.text).toBe(200);
  return answer.json.data.items.map(({ name }: { name: string }) => name);
}
/** One account for all names of a test. */
async function named(...names: string[]): Promise<Member> {
  const member = await makeMember(t, { name: names[0]! });
  for (const name of names.slice(1)) await makeProfile(t, member, { name });
  return member;
}
const edit = (member: Member, body: object) =>
  t.call('PATCH', `/v1/profiles/${member.profile.id}`, { ...as(member), body });

describe('GET /v1/search/profiles', () => {
  it('ignores case and accents, and finds the beginnings of words', async () => {
    await named('Änne Möller', 'Bjørn Ångström');
    for (const q of ['ann', 'ANNE', 'Änn', 'moll', 'möl ann', 'Möller, Änne', 'anne-moller']) {
      expect(await found(q), q).toEqual(['Änne Möller']);
    }
    expect(await found('bjorn angstrom')).toEqual(['Bjørn Ångström']);
    expect(await found('nne')).toEqual([]);
  });

  it('does not find letters in another order', async () => {
    await named('田中太郎');
    expect(await found('中田')).toEqual([]);
  });

  it('tolerates typos if there are few exact matches', async () => {
    await named('Ingrid Johannsen', 'Theodora Lindqvist');
    for (const q of ['johansen', 'ingrid johanssen', 'Johannson'])
      expect(await found(q), q).toEqual(['Ingrid Johannsen']);
    for (const q of ['lindquist', 'teodora', 'theodora lindkvist']) {
      expect(await found(q), q).toEqual(['Theodora Lindqvist']);
    }
    expect(await found('xyzzyx')).toEqual([]);
  });

  it('finds a word with one wrong, missing, extra or swapped letter, even at its beginning, but not with two', async () => {
    await named('Wilhelmina Ostrander');
    for (const q of [
      'wilhelmena',
      'wilhemina',
      'willhelmina',
      'wilehlmina',
      'vilhelmina',
      'wilhelmena ostrandr',
      'ostrender w',
    ]) {
      expect(await found(q), q).toEqual(['Wilhelmina Ostrander']);
    }
    // The beginning of a long word.
    expect(await found('wilhalm')).toEqual(['Wilhelmina Ostrander']);
    for (const q of ['vilhelmena', 'wilhelmina ostrendir', 'ostrender x']) expect(await found(q), q).toEqual([]);
  });

  it('lists similar names only after exact ones, even if those belong to hidden members', async () => {
    await named('Quorrita Similar');
    await named('Quorritta Oldest');
    for (const name of ['Quorritta Two', 'Quorritta Three', 'Quorritta Four']) {
      await block(t, await named(name), reader);
    }
    const [names, pages] = [[] as string[], [] as (string | null)[]];
    for (let cursor: string | null = ''; cursor !== null; cursor = pages.at(-1)!) {
      const { json } = await search('quorritta', cursor === '' ? '&limit=1' : `&limit=1&cursor=${cursor}`);
      names.push(...json.data.items.map(({ name }: { name: string }) => name));
      pages.push(json.data.next_cursor);
    }
    expect(names).toEqual(['Quorritta Oldest', 'Quorrita Similar']);
  });

  it('finds misspelled names in scripts whose letters the database does not know', async () => {
    await named('Александра Воронцова');
    expect(await found('аликсандра')).toEqual(['Александра Воронцова']);
  });

  it('sorts by relevance: exact, beginning of the name, another name, another field', async () => {
    await named('Quill Weaver', 'Quill', 'Quillon Weaver', 'Ada Quill');
    const username = await makeMember(t, { name: 'Of the username', username: 'quill-maker' });
    const occupied = await makeMember(t, { name: 'Of the occupation' });
    await edit(occupied, { occupation: 'Maker of a quill' });
    expect(await found('quill')).toEqual([
      'Quill',
      'Quill Weaver',
      'Quillon Weaver',
      'Ada Quill',
      'Of the username',
      'Of the occupation',
    ]);
    const { items } = (await search('quill')).json.data;
    expect(items.map((item: { match: object }) => item.match)).toEqual([
      ...Array(4).fill({ field: 'name' }),
      { field: 'username' },
      { field: 'occupation' },
    ]);
    expect(items[4].id).toBe(username.profile.id);
    await edit(occupied, { call_name: 'Zebulon' });
    expect((await search('zebul')).json.data.items[0].match).toEqual({ field: 'call_name' });
    expect((await search('qill weaver')).json.data.items[0]).toMatchObject({
      name: 'Quill Weaver',
      match: { field: 'name' },
      viewer: { following: false, contact: 'none' },
    });
    const [compact] = (await search('quill', '&view=compact')).json.data.items;
    expect(Object.keys(compact).sort()).toEqual(['id', 'username', 'type', 'name', 'match'].sort());
  });

  it('filters by type, country and verification', async () => {
    const person = await named('Filterby Person');
    await makeMember(t, { name: 'Filterby Company', type: 'company' });
    await edit(person, { location: { country_code: 'PT' } });
    await t.pool.query("update profiles set legal_name_verified = true where name = 'Filterby Company'");
    expect(await found('filterby')).toHaveLength(2);
    for (const more of ['&type=human', '&country_code=PT', '&verified=false']) {
      expect(await found('filterby', more), more).toEqual(['Filterby Person']);
    }
    for (const more of ['&type=company', '&verified=true']) {
      expect(await found('filterby', more), more).toEqual(['Filterby Company']);
    }
    expect(await found('filterby', '&country_code=DE')).toEqual([]);
    expect(refusal(await search('filterby', '&country_code=XX'))).toEqual([400, 'invalid_location', 'known_country']);
    expect(refusal(await search('filterby', '&verified=yes'))[0]).toBe(400);
  });

  it('omits blocked members both ways, for every profile of the account', async () => {
    const [blocker, blocked] = [await named('Separated One'), await named('Separated Two')];
    await block(t, blocker, blocked);
    expect(await found('separated', '', as(blocker))).toEqual(['Separated One']);
    expect(await found('separated', '', as(blocked))).toEqual(['Separated Two']);
    const other = await makeProfile(t, blocked, { name: 'Another' });
    expect(await found('separated', '', { token: blocked.token, as: other.id })).toEqual(['Separated Two']);
    expect((await found('separated')).length).toBe(2);
  });

  it('omits other profiles that are not indexable', async () => {
    const hidden = await named('Secretive Sam');
    await edit(hidden, { indexable: false });
    expect(await found('secretive')).toEqual([]);
    expect(await found('secretive', '', as(hidden))).toEqual(['Secretive Sam']);
  });

  it('omits suspended and deleted profiles, and those of accounts that are about to be deleted', async () => {
    const [suspended, deleted, leaving] = [
      await named('Vanishing Ada'),
      await named('Vanishing Bea'),
      await named('Vanishing Cleo'),
    ];
    expect(await found('vanishing')).toHaveLength(3);
    await t.pool.query('update profiles set suspended_at = now() where id = $1', [suspended.profile.id]);
    await t.call('DELETE', `/v1/profiles/${deleted.profile.id}`, { token: deleted.token });
    await t.call('DELETE', '/v1/account', { token: leaving.token, body: { password: leaving.password } });
    expect(await found('vanishing')).toEqual([]);
    await t.pool.query('update profiles set suspended_at = null where id = $1', [suspended.profile.id]);
    expect(await found('vanishing')).toEqual(['Vanishing Ada']);
  });

  it('finds a profile by its new name only', async () => {
    const member = await named('Formerly Oswald');
    await edit(member, { name: 'Presently Winifred' });
    expect(await found('oswald')).toEqual([]);
    expect(await found('winif')).toEqual(['Presently Winifred']);
  });

  it('repeats and skips nothing while profiles are added', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `Pagewise ${String.fromCharCode(65 + n)}`);
    await named(...names);
    const all = (await search('pagewise', '&limit=50')).json.data.items.map(({ id }: { id: string }) => id);
    expect(all).toHaveLength(12);
    const between = () => named('Pagewise', 'Pagewise Zz');
    expect(await walk(t, '/v1/search/profiles?q=pagewise', { ...as(reader), limit: 5, between })).toEqual(all);
  });

  it('suggests what to try if nothing is found, without repeating the text', async () => {
    const { data, agent } = (await search('nobodyhasthisname')).json;
    expect(data).toEqual({ items: [], next_cursor: null });
    expect(agent.hint).toContain('Try fewer words');
    expect(agent.hint).not.toContain('nobodyhas');
    for (const q of ['%', '100 %', '__', '🎉', '"']) expect((await search(q)).status, q).toBe(200);
  });

  it('limits the text and binds the cursor to it', async () => {
    expect(refusal(await search('a'.repeat(101)))).toEqual([400, 'invalid_request', 'too_long']);
    expect(refusal(await search('a '.repeat(17).trim()))).toEqual([400, 'invalid_request', 'too_many_words']);
    expect(refusal(await search(' '))[0]).toBe(400);
    const { next_cursor } = (await search('pagewise', '&limit=1')).json.data;
    expect(refusal(await search('pagewis', `&cursor=${next_cursor}`)).slice(0, 2)).toEqual([400, 'invalid_cursor']);
  });

  it('does not tell by a cursor which profiles cannot be found', async () => {
    await named('Cursory Ada', 'Cursory Bea');
    const unlisted = await named('Unlisted');
    await edit(unlisted, { indexable: false });
    const { next_cursor } = (await search('cursory', '&limit=1')).json.data;
    expect(Buffer.from(next_cursor, 'base64url').toString()).not.toContain(unlisted.profile.id);
  });

  it('does not tell by a cursor that hidden profiles match', async () => {
    for (const name of ['First', 'Second', 'Third', 'Fourth', 'Fifth']) {
      await block(t, await named(`Winifred Oystercatcher ${name}`), reader);
    }
    await named('Another Oystercatcher');
    expect((await search('oystercatcher', '&limit=1')).json.data).toMatchObject({ items: [{}], next_cursor: null });
    expect((await search('winifred oyster', '&limit=1')).json.data).toEqual({ items: [], next_cursor: null });
  });

  it('needs a credential, an acting profile and the scope profiles:read', async () => {
    expect((await search('x', '', {})).status).toBe(401);
    const keyWith = async (scopes: string[]) =>
      (await makeKey(t, reader, { scopes, profileIds: [reader.profile.id] })).token;
    const [token, other] = [await keyWith(['profiles:read']), await keyWith(['posts:all'])];
    expect((await search('x', '', { token, as: reader.profile.id })).status).toBe(200);
    expect(refusal(await search('x', '', { token }))[1]).toBe('profile_header_required');
    expect(refusal(await search('x', '', { token: other, as: reader.profile.id }))[1]).toBe('insufficient_scope');
  });
});
