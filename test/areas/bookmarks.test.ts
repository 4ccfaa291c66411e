import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PERMISSIONS } from '../../src/core/enums.ts';
import { newId } from '../../src/core/ids.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { exportOf } from '../support/exports.ts';
import { block } from '../support/follows.ts';
import { type Member, makeKey, makeMember } from '../support/members.ts';
import { as, auditOf, eventsOf, grantAccess, makeContacts, makePost, refusal, walk } from '../support/posts.ts';

let t: TestApp;
let author: Member;
let reader: Member;
beforeAll(async () => {
  t = await startTestApp();
});
beforeEach(async () => {
  [author, reader] = [await makeMember(t), await makeMember(t)];
});

const set = (id: string, by: object = as(reader)) => t.call('PUT', `/v1/posts/${id}/bookmark`, by);
const remove = (id: string, by: object = as(reader)) => t.call('DELETE', `/v1/posts/${id}/bookmark`, by);
const list = (query = '', by: object = as(reader)) => t.call('GET', `/v1/bookmarks${query}`, by);
const idsOf = async (by: object = as(reader)) =>
  (await list('', by)).json.data.items.map(({ post }: { post: { id: string } }) => post.id);

describe('bookmarks', () => {
  it('are listed newest first, with the post and its author', async () => {
    const first = await makePost(t, as(author), { body: 'First' });
    const second = await makePost(t, as(reader), { body: 'Second', quoted_post_id: first.id });
    expect((await set(first.id)).json.data).toEqual({ post_id: first.id, bookmarked: true });
    t.clock.advance(1000);
    await set(second.id);
    const { data } = (await list()).json;
    expect(data.items.map(({ post }: { post: { id: string } }) => post.id)).toEqual([second.id, first.id]);
    expect(data.items[0]).toMatchObject({
      post: { quoted_post: { post: { id: first.id } } },
      profile: { id: reader.profile.id },
    });
    expect(data.items[1]).toMatchObject({ profile: { id: author.profile.id }, bookmarked_at: expect.any(String) });
    const [compact] = (await list('?view=compact')).json.data.items;
    expect(Object.keys(compact)).toEqual(['post', 'profile', 'bookmarked_at']);
  });

  it('change nothing when repeated, and keep their time', async () => {
    const { id } = await makePost(t, as(author));
    await set(id);
    const [before] = (await list()).json.data.items;
    t.clock.advance(1000);
    expect((await set(id)).json.data.bookmarked).toBe(true);
    expect((await list()).json.data.items).toEqual([before]);
    for (let i = 0; i < 2; i++) expect((await remove(id)).json.data).toEqual({ post_id: id, bookmarked: false });
    expect(await idsOf()).toEqual([]);
    const audited = (await auditOf(t, id)).map(({ operation }) => operation);
    expect(audited).toEqual(['posts.create', 'bookmarks.set', 'bookmarks.remove']);
  });

  it('are private to the profile: no event, no count', async () => {
    const { id } = await makePost(t, as(author));
    await set(id);
    expect(await idsOf(as(author))).toEqual([]);
    expect((await eventsOf(t, id)).map(({ type }) => type)).toEqual(['post.published']);
    const { data } = (await t.call('GET', `/v1/posts/${id}`)).json;
    expect([data.likes_count, data.comments_count, data.quotes_count]).toEqual([0, 0, 0]);
  });

  it('omit posts that can no longer be seen, and fill the page with others', async () => {
    const seen = [];
    for (let i = 0; i < 3; i++) {
      const { id } = await makePost(t, as(author));
      await set(id);
      t.clock.advance(1000);
      const gone = await makePost(t, as(author), { visibility: 'members' });
      await set(gone.id);
      await t.call('PATCH', `/v1/posts/${gone.id}`, { ...as(author), body: { visibility: 'contacts' } });
      t.clock.advance(1000);
      seen.unshift(id);
    }
    expect(await idsOf()).toEqual(seen);
    expect(await walk(t, '/v1/bookmarks', { ...as(reader), limit: 2 })).toEqual(seen);
    await t.call('DELETE', `/v1/posts/${seen[0]}`, as(author));
    expect(await idsOf()).toEqual(seen.slice(1));
  });

  it('of members-only posts disappear with a block', async () => {
    const { id } = await makePost(t, as(author), { visibility: 'members' });
    await set(id);
    await block(t, author, reader);
    expect(await idsOf()).toEqual([]);
    expect(refusal(await set(id))).toEqual([404, 'post_not_found', undefined]);
    expect((await remove(id)).status).toBe(200);
  });

  it('need a published post that the caller can see', async () => {
    const draft = await makePost(t, as(author), { status: 'draft' });
    for (const id of [draft.id, 'nonsense', author.profile.id]) {
      expect(refusal(await set(id)).slice(0, 2)).toEqual([404, 'post_not_found']);
    }
    expect(refusal(await remove('nonsense')).slice(0, 2)).toEqual([404, 'post_not_found']);
    expect(refusal(await set((await makePost(t, as(reader), { status: 'draft' })).id))[1]).toBe('post_not_found');
  });

  it("are the owner's alone: no permission of a manager is enough", async () => {
    const manager = await makeMember(t);
    await grantAccess(t, reader, manager, PERMISSIONS);
    const { id } = await makePost(t, as(author));
    await set(id);
    const by = { token: manager.token, as: reader.profile.id };
    for (const answer of [await set(id, by), await remove(id, by), await list('', by)]) {
      expect(refusal(answer)[1]).toBe('permission_denied');
      expect(answer.json.agent.hint).toContain('Only the owner of the profile');
    }
    expect(await idsOf()).toEqual([id]);
    expect(refusal(await set(newId(), by))[1]).toBe('post_not_found');
    await remove(id);
  });

  it('need the scopes feed:write and feed:read', async () => {
    const { id } = await makePost(t, as(author));
    const keyWith = async (...scopes: string[]) => ({
      token: (await makeKey(t, reader, { scopes, profileIds: [reader.profile.id] })).token,
      as: reader.profile.id,
    });
    const [writer, lister] = [await keyWith('feed:write'), await keyWith('feed:read')];
    expect((await set(id, writer)).status).toBe(200);
    expect(refusal(await list('', writer))[1]).toBe('insufficient_scope');
    await makeContacts(t, author, reader);
    const near = await makePost(t, as(author), { visibility: 'contacts' });
    expect((await t.call('GET', `/v1/posts/${near.id}`, lister)).status).toBe(200);
    expect((await t.call('GET', `/v1/posts/${near.id}`, writer)).status).toBe(404);
    expect(await idsOf(lister)).toEqual([id]);
    expect(refusal(await remove(id, lister))[1]).toBe('insufficient_scope');
  });

  it('are in the export and go with the profile', async () => {
    const { id } = await makePost(t, as(author));
    await set(id);
    const files = await exportOf(t, reader);
    expect(files.json('bookmarks.json')).toMatchObject([{ profile_id: reader.profile.id, post_id: id }]);
    await t.call('DELETE', `/v1/profiles/${reader.profile.id}`, { token: reader.token });
    const { rows } = await t.pool.query('select from bookmarks where profile_id = $1', [reader.profile.id]);
    expect(rows).toEqual([]);
  });
});
