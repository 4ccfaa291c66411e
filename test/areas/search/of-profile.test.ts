import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type Member, makeMember } from '../../support/members.ts';
import { as, makePost, refusal, walk } from '../../support/posts.ts';

let t: TestApp;
let author: Member;
let other: Member;
beforeAll(async () => {
  t = await startTestApp();
  [author, other] = [await makeMember(t), await makeMember(t)];
});

const path = (query: string) => `/v1/profiles/${author.profile.id}/posts?${query}`;
async function found(query: string, by: object = {}): Promise<string[]> {
  const answer = await t.call('GET', path(query), by);
  expect(answer.status, answer.text).toBe(200);
  return answer.json.data.items.map(({ id }: { id: string }) => id);
}
const write = async (body: string, fields: object = {}, by = author): Promise<string> =>
  (await makePost(t, as(by), { body, ...fields })).id;

describe('GET /v1/profiles/{profile_id}/posts with q, from and to', () => {
  it('finds words and phrases in the posts of the profile, newest first', async () => {
    const ids = [];
    for (let n = 0; n < 7; n++) {
      ids.unshift(await write(`Öre number ${n}`));
      await write(`Iron number ${n}`);
      t.clock.advance(1000);
    }
    await write('Ore of another', {}, other);
    expect(await found('q=ore')).toEqual(ids);
    expect(await found('q=%22ore+number%22+-3')).toEqual(ids.filter((_, n) => n !== 3));
    expect(await found('q=zinc')).toEqual([]);
    expect((await t.call('GET', path('q=zinc'))).json.agent.hint).toContain('No post of this profile matches');
    expect(await found('q=%25')).toEqual([]);
    for (const by of [{}, as(author), as(other)])
      expect(await walk(t, path('q=ore'), { ...by, limit: 2 })).toEqual(ids);
    const named = await t.call('GET', `/v1/profiles/${author.profile.username}/posts?q=ore&limit=1&view=full`);
    expect(named.json.data.items[0]).toMatchObject({ id: ids[0], body: 'Öre number 6' });
    expect(refusal(await t.call('GET', `/v1/profiles/${other.profile.id}x/posts?q=ore`))[1]).toBe('profile_not_found');
  });

  it('shows only what the caller can see, with the posts that it quotes', async () => {
    const quoted = await write('Basalt', {}, other);
    const open = await write('Granite on basalt', { quoted_post_id: quoted });
    const members = await write('Granite for members', { visibility: 'members' });
    const near = await write('Granite for contacts', { visibility: 'contacts' });
    await write('Granite, perhaps', { status: 'draft' });
    expect(await found('q=granite')).toEqual([open]);
    expect(await found('q=granite', as(other))).toEqual([members, open]);
    expect(await found('q=granite', as(author))).toEqual([near, members, open]);
    expect(await found('q=granite&kind=quote')).toEqual([open]);
    const { items } = (await t.call('GET', path('q=granite'))).json.data;
    expect(items[0].quoted_post.post.id).toBe(quoted);
  });

  it('filters by days of publication, both included, even without words', async () => {
    const [first, second] = [await write('Quartz one'), await write('Quartz two')];
    const at = (id: string, time: string) =>
      t.pool.query('update posts set published_at = $2 where id = $1', [id, time]);
    await at(first, '2025-05-01T00:00:00.000Z');
    await at(second, '2025-05-02T23:59:59.999Z');
    for (const q of ['', '&q=quartz']) {
      expect(await found(`from=2025-05-01&to=2025-05-02${q}`)).toEqual([second, first]);
      expect(await found(`from=2025-05-01&to=2025-05-01${q}`)).toEqual([first]);
      expect(await found(`from=2025-05-02&to=2025-05-02${q}`)).toEqual([second]);
      expect(await walk(t, path(`to=2025-05-02${q}`), { limit: 1 })).toEqual([second, first]);
    }
    for (const query of ['from=2025-13-01', 'to=2025-05-01T00:00:00Z']) {
      expect(refusal(await t.call('GET', path(query)))[0]).toBe(400);
    }
  });

  it('are only for published posts', async () => {
    for (const query of ['q=ore', 'from=2025-05-01', 'to=2025-05-01']) {
      const answer = await t.call('GET', path(`status=draft&${query}`), as(author));
      expect(refusal(answer)).toEqual([400, 'invalid_request', 'allowed_values']);
    }
  });
});

describe('GET /v1/posts/lookup', () => {
  it('names what it did not find, in the requested order', async () => {
    const shown = await write('To be found');
    const draft = await write('Not yet', { status: 'draft' });
    const missing = '0198c1a2-7b3c-7d4e-8f50-61728394a5b6';
    const ids = [missing, shown.toUpperCase(), draft, missing.toUpperCase(), shown];
    const { data } = (await t.call('GET', `/v1/posts/lookup?ids=${ids.join()}`)).json;
    expect(data.items.map(({ post }: { post: { id: string } }) => post.id)).toEqual([shown]);
    expect(data.not_found).toEqual([missing, draft]);
    const all = (await t.call('GET', `/v1/posts/lookup?ids=${draft}`, as(author))).json.data;
    expect([all.items.length, all.not_found]).toEqual([1, []]);
  });
});
