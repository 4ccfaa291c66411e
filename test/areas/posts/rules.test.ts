import { beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/core/limits.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { block } from '../../support/follows.ts';
import { type Member, makeMember } from '../../support/members.ts';
import { png } from '../../support/pictures.ts';
import {
  as,
  auditOf,
  eventsOf,
  grantAccess,
  makeContacts,
  makePost,
  pictures,
  refusal,
  revokeGrant,
  send,
} from '../../support/posts.ts';

/** Minor rules of posts. */

let t: TestApp;
let ada: Member;
let ben: Member;
let picture: Buffer;
beforeAll(async () => {
  t = await startTestApp();
  [ada, ben] = [await makeMember(t), await makeMember(t)];
  picture = await png({ width: 8, height: 8 });
});

const NOWHERE = '01890000-0000-7000-8000-000000000000';

it('a missing object (404) precedes a missing permission (403), and a lost grant precedes both', async () => {
  const helper = await makeMember(t);
  const grant = await grantAccess(t, ada, helper, ['commenting']);
  const by = { token: helper.token, as: ada.profile.id };
  const calls = (id: string) => [
    t.call('PUT', `/v1/posts/${id}/reaction`, { ...by, body: { reaction_type: 'like', active: true } }),
    t.call('POST', '/v1/posts', { ...by, body: { body: 'A quote', quoted_post_id: id } }),
  ];
  const codes = async (id: string) => (await Promise.all(calls(id))).map((answer) => answer.json.error_code);
  expect(await codes(NOWHERE)).toEqual(['post_not_found', 'post_not_found']);
  const { id } = await makePost(t, as(ben));
  expect(await codes(id)).toEqual(['permission_denied', 'permission_denied']);
  await block(t, ben, ada);
  expect(await codes(id), 'a block is hidden from callers that may not act').toEqual([
    'permission_denied',
    'permission_denied',
  ]);
  await t.pool.query('delete from blocks');
  await revokeGrant(t, grant);
  expect(await codes(NOWHERE)).toEqual(['profile_not_attached', 'profile_not_attached']);
});

it('a thread ends at the maximum depth, which the error states', async () => {
  const max = LIMITS.post.max_depth;
  const root = await makePost(t, as(ada));
  let parent = root.id;
  for (let depth = 1; depth <= max; depth++) parent = (await makePost(t, as(ben), { reply_to_post_id: parent })).id;
  const inBody = await t.call('POST', '/v1/posts', { ...as(ada), body: { body: 'Deeper', reply_to_post_id: parent } });
  const field = { rule: 'max_depth', limit: max, actual: max + 1 };
  expect(refusal(inBody)).toEqual([400, 'invalid_request', 'max_depth']);
  expect(inBody.json.agent.fields).toEqual([{ path: 'body.reply_to_post_id', ...field }]);
  const inPath = await t.call('POST', `/v1/posts/${parent}/comments`, { ...as(ada), body: { body: 'Deeper' } });
  expect(inPath.json.agent.fields).toEqual([{ path: 'path.post_id', ...field }]);
  expect((await t.call('GET', `/v1/posts/${root.id}`)).json.data.comments_count).toBe(max);
});

it('alt texts may contain line breaks', async () => {
  const text = 'A footbridge.\nBehind it: the weir.';
  const asForm = await send(t, as(ada), [...pictures(picture), { name: 'alt_text', value: 'One\r\ntwo' }]);
  expect(asForm.json.data.images[0].alt_text).toBe('One\ntwo');
  const content_base64 = picture.toString('base64');
  const body = { images: [{ content_base64, alt_text: text }] };
  const asJson = await t.call('POST', '/v1/posts/with-images', { ...as(ada), body });
  const { id, images } = asJson.json.data;
  expect(images[0].alt_text).toBe(text);
  const patch = { images: [{ id: images[0].id, alt_text: 'Three\n\nfour' }] };
  const edited = await t.call('PATCH', `/v1/posts/${id}`, { ...as(ada), body: patch });
  expect(edited.json.data.images[0].alt_text).toBe('Three\n\nfour');
});

it('the quoted post has its body only with view=full', async () => {
  const quoted = await makePost(t, as(ben));
  const quote = await makePost(t, as(ada), { quoted_post_id: quoted.id, body: 'Look at this' });
  expect(quote.body).toBe('Look at this');
  expect(quote.quoted_post.post).not.toHaveProperty('body');
  const read = async (query: string) => (await t.call('GET', `/v1/posts/${quote.id}${query}`)).json.data;
  expect((await read('')).body).toBe('Look at this');
  expect((await read('')).quoted_post.post).not.toHaveProperty('body');
  expect((await read('?view=full')).quoted_post.post.body).toBe('Something to read');
  const edit = await t.call('PATCH', `/v1/posts/${quote.id}`, { ...as(ada), body: { body: 'Look again' } });
  expect(edit.json.data.body).toBe('Look again');
  expect(edit.json.data.quoted_post.post).not.toHaveProperty('body');
});

it("shows the relation to those who reacted, but not to a post's author", async () => {
  const { id } = await makePost(t, as(ada));
  await t.call('PUT', `/v1/posts/${id}/reaction`, { ...as(ben), body: { reaction_type: 'like', active: true } });
  await makeContacts(t, ada, ben);
  const row = async (by: object, query = '') =>
    (await t.call('GET', `/v1/posts/${id}/reactions${query}`, by)).json.data.items[0].profile;
  expect((await row(as(ada))).viewer).toMatchObject({ following: false, contact: 'contact' });
  expect((await row(as(ben))).viewer).toMatchObject({ can_message: false, can_request_contact: false });
  expect((await row({})).viewer).toBeNull();
  expect((await row({ token: ada.token })).viewer).toBeNull();
  expect(await row(as(ada), '?view=compact')).not.toHaveProperty('viewer');
  expect((await t.call('GET', `/v1/posts/${id}`, as(ben))).json.data.profile.viewer).toBeNull();
});

describe('a PATCH without changes', () => {
  const patch = (id: string, body: object, by: object = as(ada)) => t.call('PATCH', `/v1/posts/${id}`, { ...by, body });

  it('creates no revision, event or audit row', async () => {
    const made = await send(t, as(ada), [
      ...pictures(picture, picture),
      { name: 'alt_text', value: 'First text' },
      { name: 'body', value: 'The same text' },
    ]);
    const { id, images } = made.json.data;
    const [one, two] = images.map((image: { id: string }) => image.id);
    for (const same of [
      { body: 'The same text' },
      { visibility: 'public' },
      { ai_disclosure: 'none' },
      { images: [{ id: one }, { id: two }] },
      {
        images: [
          { id: one, alt_text: 'First text' },
          { id: two, alt_text: '' },
        ],
      },
      { body: 'The same text', visibility: 'public', images: [{ id: one }, { id: two, alt_text: null }] },
    ]) {
      const answer = await patch(id, same);
      expect(answer.json.data, JSON.stringify(same)).toMatchObject({ revision: 1, edited_at: null, image_count: 2 });
      expect(answer.json.data.updated_at).toBe(made.json.data.updated_at);
    }
    expect((await eventsOf(t, id)).map(({ type }) => type)).toEqual(['post.published']);
    expect(await auditOf(t, id)).toHaveLength(1);
    let revision = 1;
    for (const other of [
      { body: 'Another text' },
      { visibility: 'members' },
      { ai_disclosure: 'assisted' },
      { images: [{ id: two }, { id: one }] },
      { images: [{ id: two, alt_text: 'Second text' }, { id: one }] },
      { images: [{ id: one }] },
    ]) {
      const answer = await patch(id, other);
      expect(answer.json.data.revision, JSON.stringify(other)).toBe(++revision);
    }
    const byOther = await patch(id, { body: 'Another text' }, as(ben));
    expect(refusal(byOther)[1], 'still needs the permission').toBe('permission_denied');
  });

  it('counts once among concurrent identical ones', async () => {
    const { id } = await makePost(t, as(ada));
    const answers = await Promise.all(Array.from({ length: 12 }, () => patch(id, { body: 'All say this' })));
    expect(answers.map(({ json }) => [json.data.revision, json.data.body])).toEqual(
      answers.map(() => [2, 'All say this']),
    );
    expect((await eventsOf(t, id)).filter(({ type }) => type === 'post.updated')).toHaveLength(1);
    expect((await t.call('GET', `/v1/posts/${id}/revisions`)).json.data.items).toHaveLength(1);
  });

  it('leaves a pending post pending', async () => {
    const drafter = await makeMember(t);
    await grantAccess(t, ada, drafter, ['drafting']);
    const by = { token: drafter.token, as: ada.profile.id };
    const { id } = await makePost(t, by, { body: 'Please read' });
    expect((await patch(id, { body: 'Please read' }, by)).json.data).toMatchObject({ status: 'pending_approval' });
    expect((await patch(id, { body: 'Please' }, by)).json.data).toMatchObject({ status: 'draft', revision: 2 });
  });
});

describe('scheduled_at', () => {
  const schedule = (scheduled_at: string) =>
    t.call('POST', '/v1/posts', { ...as(ada), body: { body: 'For later', scheduled_at } });

  it('accepts any offset and is returned in UTC', async () => {
    const at = Math.floor(t.clock.now().getTime() / 1000) * 1000 + 7_200_000;
    const local = `${new Date(at + 5.5 * 3_600_000).toISOString().slice(0, 19)}+05:30`;
    const made = await schedule(local);
    expect(made.json.data.scheduled_at).toBe(new Date(at).toISOString());
    const { id } = made.json.data;
    const west = `${new Date(at - 8 * 3_600_000).toISOString().slice(0, 19)}-07:00`;
    const moved = await t.call('POST', `/v1/posts/${id}/publish`, { ...as(ada), body: { scheduled_at: west } });
    expect(moved.json.data.scheduled_at).toBe(new Date(at - 3_600_000).toISOString());
    await t.call('DELETE', `/v1/posts/${id}`, as(ada));
  });

  it('is compared with its offset applied', async () => {
    const past = `${new Date(t.clock.now().getTime() + 3_600_000).toISOString().slice(0, 19)}+02:00`;
    expect(refusal(await schedule(past))).toEqual([400, 'invalid_request', 'min_seconds_ahead']);
    const inDays = (days: number) => new Date(t.clock.now().getTime() + days * 86_400_000).toISOString();
    const tooFar = await schedule(inDays(366));
    expect(refusal(tooFar)).toEqual([400, 'invalid_request', 'max_seconds_ahead']);
    expect(tooFar.json.agent.fields[0].limit).toBe(365 * 86_400);
    expect(refusal(await schedule('9999-12-31T23:59:59-01:00'))[2]).toBe('max_seconds_ahead');
    expect(refusal(await schedule('2030-01-01T00:00:00'))).toEqual([400, 'invalid_request', 'format_datetime']);
    const last = inDays(365);
    expect((await schedule(last)).json.data.scheduled_at).toBe(last);
  });

  it('is one of at most 1,000 posts of a profile that are not published, drafts included, also at once', async () => {
    const me = await makeMember(t);
    const draft = () => t.call('POST', '/v1/posts', { ...as(me), body: { body: 'Later', status: 'draft' } });
    const { id } = (await draft()).json.data;
    await t.pool.query(
      `insert into posts (id, profile_id, kind, status, body, visibility, ai_disclosure, revision, ancestor_ids, created_at, updated_at)
        select gen_random_uuid(), profile_id, kind, status, 'Copy', visibility, ai_disclosure, revision, ancestor_ids, created_at, updated_at
        from posts cross join generate_series(1, 997) where id = $1`,
      [id],
    );
    const answers = await Promise.all(Array.from({ length: 5 }, draft));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 403, 403, 403]);
    const refused = answers.find(({ status }) => status === 403)!;
    expect(refused.json.error_code).toBe('plan_limit_reached');
    expect(refused.json.agent.hint).toContain('1000 posts that are not published');
    expect((await t.call('POST', '/v1/posts', { ...as(me), body: { body: 'Now' } })).status).toBe(201);
    expect((await t.call('DELETE', `/v1/posts/${id}`, as(me))).status).toBe(200);
    expect((await draft()).status).toBe(201);
    // They have no events and audit rows.
    await t.pool.query(`delete from posts where profile_id = $1 and body = 'Copy'`, [me.profile.id]);
  });
});
