import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/core/ids.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type Member, makeKey, makeMember } from '../../support/members.ts';

let t: TestApp;
let ada: Member;
let ben: Member;
beforeAll(async () => {
  t = await startTestApp();
  ada = await makeMember(t);
  ben = await makeMember(t);
});

const as = (member: Member) => ({ token: member.token, as: member.profile.id });
const post = async (member: Member, body: object) => {
  const answer = await t.call('POST', '/v1/posts', { ...as(member), body });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.data;
};

describe('POST /v1/posts', () => {
  it('publishes a text that everybody can read', async () => {
    const data = await post(ada, { body: 'A first post\r\nin two lines', client_reference: 'ref-1' });
    expect(data).toMatchObject({
      kind: 'post',
      status: 'published',
      visibility: 'public',
      body: 'A first post\nin two lines',
      body_truncated: false,
      revision: 1,
      client_reference: 'ref-1',
      quoted_post: null,
      images: [],
      likes_count: 0,
    });
    const read = await t.call('GET', `/v1/posts/${data.id}`);
    expect(read.json.data).toEqual({
      ...data,
      client_reference: null,
      several_writers: null,
      profile: expect.objectContaining({ id: ada.profile.id }),
    });
    const mine = await t.call('GET', `/v1/posts/${data.id}`, as(ada));
    expect(mine.json.data.client_reference).toBe('ref-1');
    expect(mine.headers['cache-control']).toBe('private, no-store');
  });

  it('suggests what to do with a post that was read', async () => {
    const { id } = await post(ada, { body: 'Ask me' });
    const paths = async (options: object) =>
      ((await t.call('GET', `/v1/posts/${id}`, options)).json.agent.next_actions ?? []).map(
        ({ method, path }: { method: string; path: string }) => `${method} ${path}`,
      );
    expect(await paths({})).toEqual([]);
    expect(await paths(as(ben))).toEqual(['POST /v1/posts']);
    const commenting = await makeKey(t, ben, {
      scopes: ['posts:read', 'comments:write'],
      profileIds: [ben.profile.id],
    });
    expect(await paths({ token: commenting.token, as: ben.profile.id })).toEqual([`POST /v1/posts/${id}/comments`]);
    const reading = await makeKey(t, ben, { scopes: ['posts:read'], profileIds: [ben.profile.id] });
    expect(await paths({ token: reading.token, as: ben.profile.id })).toEqual([]);
    const comment = await t.call('POST', `/v1/posts/${id}/comments`, { ...as(ben), body: { body: 'When?' } });
    expect(comment.json.agent.hint).toMatch(/^The comment is published\. Read replies to it/);
    expect(await paths(as(ada))).toEqual([`GET /v1/posts/${id}/comments`, 'POST /v1/posts']);
  });

  it('truncates the preview and leaves the body out of lists', async () => {
    const body = `${'é'.repeat(279)}👩‍👩‍👧‍👦 and more`;
    const data = await post(ada, { body });
    expect(data.body).toBe(body);
    expect(data).toMatchObject({ body_preview: 'é'.repeat(279), body_truncated: true });
    const list = await t.call('GET', `/v1/profiles/${ada.profile.username}/posts?limit=1`);
    expect(list.json.data.items[0]).toMatchObject({ id: data.id });
    expect(list.json.data.items[0]).not.toHaveProperty('body');
    const full = await t.call('GET', `/v1/profiles/${ada.profile.id}/posts?limit=1&view=full`);
    expect(full.json.data.items[0].body).toBe(body);
    const compact = await t.call('GET', `/v1/posts/${data.id}?view=compact`);
    expect(Object.keys(compact.json.data).sort()).toEqual(
      ['body', 'id', 'profile', 'profile_id', 'published_at', 'url'].sort(),
    );
  });

  it('creates comments, and counts them at every level', async () => {
    const root = await post(ada, { body: 'Root' });
    const comment = await post(ben, { body: 'Comment', reply_to_post_id: root.id });
    expect(comment).toMatchObject({ kind: 'comment', reply_to_post_id: root.id, root_post_id: root.id });
    const made = await t.call('POST', `/v1/posts/${comment.id}/comments`, { ...as(ada), body: { body: 'Answer' } });
    expect(made.status).toBe(201);
    const answer = made.json.data;
    expect(answer).toMatchObject({ reply_to_post_id: comment.id, root_post_id: root.id });
    const counts = async (id: string) => {
      const { reply_count, comments_count } = (await t.call('GET', `/v1/posts/${id}`)).json.data;
      return [reply_count, comments_count];
    };
    expect(await counts(root.id)).toEqual([1, 2]);
    expect(await counts(comment.id)).toEqual([1, 1]);
    const context = await t.call('GET', `/v1/posts/${answer.id}/context`);
    expect(context.json.data.ancestors.map((pair: { post: { id: string } }) => pair.post.id)).toEqual([
      root.id,
      comment.id,
    ]);
    expect(context.json.data.post.id).toBe(answer.id);
    const gone = await t.call('DELETE', `/v1/posts/${comment.id}`, as(ben));
    expect(gone.json.data).toEqual({ post_id: comment.id, removed: true });
    expect(await counts(root.id)).toEqual([0, 1]);
    expect((await t.call('GET', `/v1/posts/${comment.id}`)).status).toBe(404);
    expect((await t.call('GET', `/v1/posts/${answer.id}`)).status).toBe(200);
    const again = await t.call('DELETE', `/v1/posts/${comment.id}`, as(ben));
    expect(again.json.data).toEqual({ post_id: comment.id, removed: false });
  });

  it('creates quotes, and shows the quoted post to those who may see it', async () => {
    const quoted = await post(ada, { body: 'Members only', visibility: 'members' });
    const quote = await post(ben, { body: 'Look', quoted_post_id: quoted.id });
    expect(quote).toMatchObject({
      kind: 'quote',
      quoted_post: { post: { id: quoted.id }, profile: { id: ada.profile.id } },
    });
    const anonymous = await t.call('GET', `/v1/posts/${quote.id}`);
    expect(anonymous.json.data).toMatchObject({ quoted_post: null, quoted_post_id: quoted.id });
    const member = await t.call('GET', `/v1/posts/${quote.id}`, { token: ben.token });
    expect(member.json.data.quoted_post.post.quotes_count).toBe(1);
    const list = await t.call('GET', `/v1/posts/${quoted.id}/quotes`, as(ada));
    expect(list.json.data.items.map((pair: { post: { id: string } }) => pair.post.id)).toEqual([quote.id]);
    await t.call('DELETE', `/v1/posts/${quoted.id}`, as(ada));
    const after = await t.call('GET', `/v1/posts/${quote.id}`, { token: ben.token });
    expect(after.json.data).toMatchObject({ quoted_post: null, quoted_post_id: quoted.id });
  });

  it('shows drafts only to those who may edit them', async () => {
    const draft = await post(ada, { body: 'Soon', status: 'draft' });
    expect(draft).toMatchObject({ status: 'draft', published_at: null });
    for (const reader of [{}, { token: ben.token }, as(ben)]) {
      expect((await t.call('GET', `/v1/posts/${draft.id}`, reader)).json.error_code).toBe('post_not_found');
    }
    const drafts = await t.call('GET', `/v1/profiles/${ada.profile.id}/posts?status=draft`, as(ada));
    expect(drafts.json.data.items[0].id).toBe(draft.id);
    const stranger = await t.call('GET', `/v1/profiles/${ada.profile.id}/posts?status=draft`, as(ben));
    expect([stranger.status, stranger.json.error_code]).toEqual([403, 'permission_denied']);
    const published = await t.call('POST', `/v1/posts/${draft.id}/publish`, {
      ...as(ada),
      body: { expected_revision: 1 },
    });
    expect(published.json.data.status).toBe('published');
    const twice = await t.call('POST', `/v1/posts/${draft.id}/publish`, as(ada));
    expect([twice.status, twice.json.data.status]).toEqual([200, 'published']);
  });

  it('hides members-only and contacts-only posts', async () => {
    const members = await post(ada, { body: 'For members', visibility: 'members' });
    const contacts = await post(ada, { body: 'For contacts', visibility: 'contacts' });
    const status = async (id: string, options: object) => (await t.call('GET', `/v1/posts/${id}`, options)).status;
    expect([
      await status(members.id, {}),
      await status(members.id, { token: ben.token }),
      await status(members.id, as(ben)),
    ]).toEqual([404, 200, 200]);
    expect([
      await status(contacts.id, {}),
      await status(contacts.id, as(ben)),
      await status(contacts.id, as(ada)),
    ]).toEqual([404, 404, 200]);
    const comment = await t.call('POST', `/v1/posts/${members.id}/comments`, { ...as(ben), body: { body: 'Inside' } });
    expect(comment.json.data.visibility).toBe('members');
    expect(await status(comment.json.data.id, {})).toBe(404);
    await t.call('PATCH', `/v1/posts/${members.id}`, { ...as(ada), body: { visibility: 'contacts' } });
    const id = comment.json.data.id as string;
    expect([await status(id, as(await makeMember(t))), await status(id, as(ada))]).toEqual([404, 200]);
  });

  it('rejects invalid posts', async () => {
    const refused = async (body: object, member = ada) => {
      const answer = await t.call('POST', '/v1/posts', { ...as(member), body });
      return [answer.status, answer.json.error_code, answer.json.agent.fields?.[0]?.rule];
    };
    expect(await refused({})).toEqual([400, 'empty_post', 'required']);
    expect(await refused({ body: ' \u200b\n' })).toEqual([400, 'empty_post', 'required']);
    expect(await refused({ body: 'x'.repeat(3001) })).toEqual([400, 'invalid_request', 'too_long']);
    expect(await refused({ body: 'x', mood: 'good' })).toEqual([400, 'invalid_request', 'unknown_field']);
    expect(await refused({ body: 'x', reply_to_post_id: 'nope' })).toEqual([400, 'invalid_request', 'uuid']);
    expect(await refused({ body: 'x', reply_to_post_id: newId() })).toEqual([404, 'post_not_found', undefined]);
    expect(await refused({ body: 'x', scheduled_at: new Date().toISOString() })).toEqual([
      400,
      'invalid_request',
      'min_seconds_ahead',
    ]);
    expect(await refused({ body: 'x', visibility: 'secret' })).toEqual([400, 'invalid_request', 'allowed_values']);
  });

  it('marks what an AI agent writes', async () => {
    const agent = await makeMember(t, { type: 'ai_agent' });
    expect((await post(agent, { body: 'Beep', ai_disclosure: 'none' })).ai_disclosure).toBe('generated');
    const key = await makeKey(t, ada, { profileIds: [ada.profile.id], forAgent: true });
    const made = await t.call('POST', '/v1/posts', { token: key.token, as: ada.profile.id, body: { body: 'Boop' } });
    expect(made.json.data.ai_disclosure).toBe('generated');
    const edited = await t.call('PATCH', `/v1/posts/${made.json.data.id}`, {
      token: key.token,
      as: ada.profile.id,
      body: { ai_disclosure: 'none' },
    });
    expect(edited.json.data.ai_disclosure).toBe('generated');
    const pictured = await t.call('POST', '/v1/posts', { ...as(ada), body: { body: 'By hand', status: 'draft' } });
    const path = `/v1/posts/${pictured.json.data.id}/images`;
    const replaced = await t.call('PUT', path, { token: key.token, as: ada.profile.id, body: {} });
    expect([replaced.status, replaced.json.data.ai_disclosure]).toEqual([200, 'generated']);
  });

  it('takes one round trip to the database, as does reading', async () => {
    const lines = () =>
      t.logLines
        .map((line) => JSON.parse(line))
        .filter((line) => line.operation === 'posts.create' || line.operation === 'posts.get');
    const data = await post(ada, { body: 'Counted' });
    await t.call('GET', `/v1/posts/${data.id}`, as(ada));
    const [write, read] = lines().slice(-2);
    expect([write.round_trips, read.round_trips]).toEqual([1, 1]);
  });
});

describe('PATCH /v1/posts/{post_id}', () => {
  it('stores earlier versions', async () => {
    const { id } = await post(ada, { body: 'One' });
    for (const body of ['Two', 'Three']) {
      const edited = await t.call('PATCH', `/v1/posts/${id}`, { ...as(ada), body: { body } });
      expect(edited.json.data).toMatchObject({ body, edited_at: expect.any(String) });
    }
    const revisions = await t.call('GET', `/v1/posts/${id}/revisions`);
    expect(
      revisions.json.data.items.map(({ revision, body }: { revision: number; body: string }) => [revision, body]),
    ).toEqual([
      [2, 'Two'],
      [1, 'One'],
    ]);
  });

  it("is only for the post's own profile", async () => {
    const { id } = await post(ada, { body: 'Mine' });
    const other = await t.call('PATCH', `/v1/posts/${id}`, { ...as(ben), body: { body: 'Ours' } });
    expect([other.status, other.json.error_code]).toEqual([403, 'permission_denied']);
    const removal = await t.call('DELETE', `/v1/posts/${id}`, as(ben));
    expect([removal.status, removal.json.error_code]).toEqual([403, 'permission_denied']);
    const hidden = await post(ada, { body: 'Hidden', visibility: 'contacts' });
    expect((await t.call('DELETE', `/v1/posts/${hidden.id}`, as(ben))).json.error_code).toBe('post_not_found');
    const empty = await t.call('PATCH', `/v1/posts/${id}`, { ...as(ada), body: { body: '' } });
    expect(empty.json.error_code).toBe('empty_post');
    expect(empty.json.agent.hint).toMatch(/^Only a draft may be empty\..*DELETE \/v1\/posts\/\{post_id\} removes/);
  });
});
