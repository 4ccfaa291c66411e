import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../src/core/ids.ts';
import { JOBS } from '../../../src/jobs/catalog.ts';
import { makeHandlers } from '../../../src/jobs/handlers.ts';
import { type JobWorker, startWorker } from '../../../src/jobs/worker.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { block, unblock } from '../../support/follows.ts';
import { type Member, makeMember } from '../../support/members.ts';
import { png } from '../../support/pictures.ts';
import { as, auditOf, eventsOf, grantAccess, makePost, pathOf, pictures, refusal, send } from '../../support/posts.ts';

const MINUTE_MS = 60_000;

let t: TestApp;
let ada: Member;
let ben: Member;
let picture: Buffer;
let worker: JobWorker;
beforeAll(async () => {
  t = await startTestApp();
  [ada, ben] = [await makeMember(t), await makeMember(t)];
  picture = await png({ width: 12, height: 12 });
  worker = await startWorker({ deps: t.deps, jobs: JOBS, handlers: makeHandlers(t.deps), mode: 'manual' });
});
afterAll(() => worker.stop());

const draft = (fields: object = {}) => makePost(t, as(ada), { status: 'draft', ...fields });
const publish = (id: string, body: object = {}, by = ada) =>
  t.call('POST', `/v1/posts/${id}/publish`, { ...as(by), body });
const inMinutes = (minutes: number) => new Date(t.clock.now().getTime() + minutes * MINUTE_MS).toISOString();
const read = async (id: string) => (await t.call('GET', `/v1/posts/${id}`, as(ada))).json.data;
const typesOf = async (id: string) => (await eventsOf(t, id)).map(({ type }) => type);

describe('PUT /v1/posts/{post_id}/images', () => {
  const put = (id: string, count: number, by = ada) =>
    send(t, as(by), pictures(...Array.from({ length: count }, () => picture)), {
      method: 'PUT',
      path: `/v1/posts/${id}/images`,
    });

  it('replaces the pictures of a draft, as form and as JSON', async () => {
    const { id } = await draft();
    const first = await send(t, as(ada), [...pictures(picture, picture), { name: 'alt_text', value: 'A first text' }], {
      method: 'PUT',
      path: `/v1/posts/${id}/images`,
    });
    expect(first.status, first.text).toBe(200);
    expect(first.json.data).toMatchObject({ image_count: 2, revision: 2, status: 'draft', body: 'Something to read' });
    expect(first.json.data.images[0].alt_text).toBe('A first text');
    const body = { images: [{ content_base64: picture.toString('base64'), alt_text: 'Another text' }] };
    const second = await t.call('PUT', `/v1/posts/${id}/images`, { ...as(ada), body });
    expect(second.json.data).toMatchObject({ image_count: 1, revision: 3 });
    expect(second.json.data.images[0]).toMatchObject({ alt_text: 'Another text', width: 12, height: 12 });
    for (const { url } of first.json.data.images) expect((await t.call('GET', pathOf(url))).status).toBe(404);
    expect((await t.call('GET', pathOf(second.json.data.images[0].url))).status).toBe(200);
    const none = await t.call('PUT', `/v1/posts/${id}/images`, { ...as(ada), body: {} });
    expect(none.json.data).toMatchObject({ image_count: 0, images: [] });
  });

  it('is only for drafts of the acting profile', async () => {
    const { id } = await draft();
    expect(refusal(await put(id, 1, ben))).toEqual([404, 'post_not_found', undefined]);
    expect(refusal(await put('nonsense', 1))).toEqual([404, 'post_not_found', undefined]);
    const published = await makePost(t, as(ada));
    expect(refusal(await put(published.id, 1, ben))).toEqual([403, 'permission_denied', undefined]);
    const refused = await put(published.id, 1);
    expect(refusal(refused)).toEqual([400, 'invalid_request', 'status']);
    expect(refused.json.agent.hint).toMatch(/PATCH \/v1\/posts\/\{post_id\} with images reorders/);
    expect(refusal(await put(id, 5))).toEqual([400, 'too_many_images', 'max_items']);
    const stray = await send(t, as(ada), [...pictures(picture), { name: 'body', value: 'Not here' }], {
      method: 'PUT',
      path: `/v1/posts/${id}/images`,
    });
    expect(refusal(stray)).toEqual([400, 'invalid_request', 'unknown_field']);
    expect(await read(id)).toMatchObject({ image_count: 0, revision: 1 });
  });
});

describe('PATCH of pictures', () => {
  it('reorders, describes and removes them', async () => {
    const made = await send(t, as(ada), [
      ...pictures(picture, picture, picture),
      ...['One text', 'Two text', 'Three text'].map((value) => ({ name: 'alt_text', value })),
    ]);
    const { id, images } = made.json.data;
    const [one, two, three] = images.map((image: { id: string }) => image.id);
    const patch = (list: object[]) => t.call('PATCH', `/v1/posts/${id}`, { ...as(ada), body: { images: list } });
    const edited = await patch([{ id: three, alt_text: 'Third text' }, { id: one }, { id: two, alt_text: null }]);
    expect(
      edited.json.data.images.map((image: { id: string; alt_text: string }) => [image.id, image.alt_text]),
    ).toEqual([
      [three, 'Third text'],
      [one, 'One text'],
      [two, null],
    ]);
    expect((await patch([{ id: one }])).json.data.images.map((image: { id: string }) => image.id)).toEqual([one]);
    expect(refusal(await patch([{ id: one }, { id: two }]))).toEqual([400, 'invalid_request', 'image_of_this_post']);
    expect(refusal(await patch([{ id: one }, { id: one.toUpperCase() }]))).toEqual([
      400,
      'invalid_request',
      'repeated',
    ]);
    expect(refusal(await patch([]))).toEqual([400, 'empty_post', undefined]);
    expect(await read(id)).toMatchObject({ image_count: 1, revision: 3 });
  });
});

describe('POST /v1/posts/{post_id}/publish', () => {
  it('is not the next step for a draft that has nothing to publish', async () => {
    const created = await t.call('POST', '/v1/posts', { ...as(ada), body: { status: 'draft' } });
    const { id } = created.json.data;
    expect(created.json.agent.next_actions).toMatchObject([{ method: 'PATCH', path: `/v1/posts/${id}` }]);
  });

  it('publishes a non-empty draft at the revision that was read', async () => {
    const empty = await draft({ body: '' });
    const refused = await publish(empty.id);
    expect(refusal(refused)).toEqual([400, 'empty_post', undefined]);
    expect(refused.json.agent.hint).toMatch(/PATCH \/v1\/posts\/\{post_id\}, or add images with PUT/);
    expect(refused.json.agent.next_actions).toMatchObject([{ method: 'PATCH', path: `/v1/posts/${empty.id}` }]);
    const edited = await t.call('PATCH', `/v1/posts/${empty.id}`, { ...as(ada), body: { body: 'Now there is text' } });
    expect(edited.json.data).toMatchObject({ revision: 2, edited_at: null, status: 'draft' });
    expect(edited.json.agent.next_actions[0].path).toBe(`/v1/posts/${empty.id}/publish`);
    expect(refusal(await publish(empty.id, { expected_revision: 1 }))).toEqual([409, 'post_changed', undefined]);
    expect(await read(empty.id)).toMatchObject({ status: 'draft', published_at: null });
    const published = await publish(empty.id, { expected_revision: 2 });
    expect(published.json.data).toMatchObject({ status: 'published', body: 'Now there is text', revision: 2 });
    expect(published.json.data.published_at).not.toBeNull();
    const again = await publish(empty.id);
    expect([again.status, again.json.data.published_at]).toEqual([200, published.json.data.published_at]);
    expect(published.json.agent.hint).toMatch(/^The post is published\./);
    expect(again.json.agent.hint).toBe('The post was already published. Nothing changed.');
    const late = await publish(empty.id, { scheduled_at: inMinutes(10) });
    expect([late.status, late.json.data.status, late.json.data.scheduled_at]).toEqual([200, 'published', null]);
    expect(late.json.agent.hint).toBe('The post was already published. Nothing changed, and scheduled_at was ignored.');
    expect(await typesOf(empty.id)).toEqual(['post.updated', 'post.published']);
    expect((await t.call('GET', `/v1/posts/${empty.id}/revisions`)).json.data.items, 'only editors see drafts').toEqual(
      [],
    );
  });

  it('is only for existing posts of the acting profile', async () => {
    const { id } = await draft();
    expect(refusal(await publish(id, {}, ben))).toEqual([404, 'post_not_found', undefined]);
    const published = await makePost(t, as(ada));
    expect(refusal(await publish(published.id, {}, ben))).toEqual([403, 'permission_denied', undefined]);
    await t.call('DELETE', `/v1/posts/${id}`, as(ada));
    expect(refusal(await publish(id))).toEqual([404, 'post_not_found', undefined]);
    expect(refusal(await publish(published.id, { expected_revision: 0 }))).toEqual([
      400,
      'invalid_request',
      'min_value',
    ]);
    const notPending = await t.call('POST', `/v1/posts/${published.id}/return`, as(ada));
    expect(refusal(notPending)).toEqual([409, 'post_not_pending', undefined]);
  });

  it('checks again what a draft replies to and quotes', async () => {
    const theirs = await makePost(t, as(ben));
    for (const field of ['reply_to_post_id', 'quoted_post_id']) {
      const waiting = await draft({ [field]: theirs.id });
      await block(t, ben, ada);
      expect(refusal(await publish(waiting.id)), field).toEqual([403, 'interaction_not_allowed', undefined]);
      await unblock(t, ben, ada);
      expect((await publish(waiting.id)).json.data.status).toBe('published');
      const late = await draft({ [field]: theirs.id });
      await t.call('PATCH', `/v1/posts/${theirs.id}`, { ...as(ben), body: { visibility: 'contacts' } });
      expect(refusal(await publish(late.id)), field).toEqual([404, 'post_not_found', 'published_post']);
      await t.pool.query("update posts set visibility = 'public' where id = $1", [theirs.id]);
    }
    const late = await draft({ reply_to_post_id: theirs.id });
    await t.call('DELETE', `/v1/posts/${theirs.id}`, as(ben));
    expect(refusal(await publish(late.id))).toEqual([404, 'post_not_found', 'published_post']);
    expect(await read(late.id)).toMatchObject({ status: 'draft' });
  });
});

describe('scheduled_at', () => {
  it('publishes on time, once', async () => {
    const scheduled_at = inMinutes(10);
    const { id, ...made } = await makePost(t, as(ada), { scheduled_at });
    expect(made).toMatchObject({ status: 'scheduled', scheduled_at, published_at: null });
    expect((await t.call('GET', `/v1/posts/${id}`)).status).toBe(404);
    t.clock.advance(9 * MINUTE_MS);
    await worker.drain();
    expect(await read(id)).toMatchObject({ status: 'scheduled' });
    t.clock.advance(MINUTE_MS + 1000);
    expect(await worker.drain()).toBe(1);
    expect(await read(id)).toMatchObject({ status: 'published', scheduled_at: null });
    expect((await t.call('GET', `/v1/posts/${id}`)).status).toBe(200);
    expect(await typesOf(id)).toEqual(['post.published']);
    expect((await auditOf(t, id)).at(-1)).toMatchObject({
      operation: 'job.posts.publish_scheduled',
      principal_type: 'system',
      account_id: null,
      profile_id: ada.profile.id,
    });
  });

  it('moves when rescheduled, and ends with publication or removal', async () => {
    const later = await draft();
    expect((await publish(later.id, { scheduled_at: inMinutes(5) })).json.data.status).toBe('scheduled');
    const moved = await publish(later.id, { scheduled_at: inMinutes(20) });
    expect(moved.json.data).toMatchObject({ status: 'scheduled', scheduled_at: expect.any(String) });
    const atOnce = await makePost(t, as(ada), { scheduled_at: inMinutes(5) });
    expect((await publish(atOnce.id)).json.data).toMatchObject({ status: 'published', scheduled_at: null });
    const calledOff = await makePost(t, as(ada), { scheduled_at: inMinutes(5) });
    const removal = await t.call('DELETE', `/v1/posts/${calledOff.id}`, as(ada));
    expect(removal.json.data.removed).toBe(true);
    t.clock.advance(6 * MINUTE_MS);
    await worker.drain();
    expect(await read(later.id)).toMatchObject({ status: 'scheduled' });
    expect(await read(calledOff.id)).toBeNull();
    expect(await typesOf(atOnce.id)).toEqual(['post.published']);
    t.clock.advance(15 * MINUTE_MS);
    await worker.drain();
    expect(await read(later.id)).toMatchObject({ status: 'published' });
    const lists = await t.call('GET', `/v1/profiles/${ada.profile.id}/posts?status=scheduled`, as(ada));
    expect(lists.json.data.items).toEqual([]);
  });

  it('returns a post to draft if it cannot be published', async () => {
    const theirs = await makePost(t, as(ben));
    const blocked = await makePost(t, as(ada), { reply_to_post_id: theirs.id, scheduled_at: inMinutes(2) });
    await block(t, ada, ben);
    t.clock.advance(3 * MINUTE_MS);
    await worker.drain();
    expect(await read(blocked.id)).toMatchObject({ status: 'draft', scheduled_at: null, published_at: null });
    expect(await typesOf(blocked.id)).toEqual(['post.unscheduled']);
    expect((await t.call('GET', `/v1/posts/${theirs.id}`)).json.data.comments_count).toBe(0);
    await unblock(t, ada, ben);
  });

  it('must be at least a minute ahead, and excludes draft', async () => {
    const call = (body: object) => t.call('POST', '/v1/posts', { ...as(ada), body: { body: 'Later on', ...body } });
    const near = await call({ scheduled_at: inMinutes(0.9) });
    expect(refusal(near)).toEqual([400, 'invalid_request', 'min_seconds_ahead']);
    expect(near.json.agent.fields[0]).toMatchObject({ path: 'body.scheduled_at', limit: 60 });
    expect(refusal(await call({ scheduled_at: inMinutes(5), status: 'draft' }))[2]).toBe('not_with_draft');
    expect(refusal(await call({ scheduled_at: 'tomorrow' }))).toEqual([400, 'invalid_request', 'format_datetime']);
    const { id } = await draft();
    expect(refusal(await publish(id, { scheduled_at: inMinutes(-1) }))[2]).toBe('min_seconds_ahead');
    const empty = await draft({ body: '' });
    expect(refusal(await publish(empty.id, { scheduled_at: inMinutes(5) }))[1]).toBe('empty_post');
  });
});

describe('a reaction, a comment, a quote and a bookmark', () => {
  const writes = (id: string): [string, string, string, object][] => [
    ['path.post_id', 'PUT', `/v1/posts/${id}/reaction`, { reaction_type: 'like', active: true }],
    ['path.post_id', 'POST', `/v1/posts/${id}/comments`, { body: 'A first thought' }],
    ['body.reply_to_post_id', 'POST', '/v1/posts', { body: 'A first thought', reply_to_post_id: id }],
    ['body.quoted_post_id', 'POST', '/v1/posts/with-images', { body: 'Look at this', quoted_post_id: id }],
    ['path.post_id', 'PUT', `/v1/posts/${id}/bookmark`, {}],
  ];

  it('tell those who may edit an unpublished post to publish it first', async () => {
    for (const { id } of [await draft(), await makePost(t, as(ada), { scheduled_at: inMinutes(10) })]) {
      for (const [index, [path, method, url, body]] of writes(id).entries()) {
        const headers = { 'idempotency-key': `${id}-${index}` };
        const refused = await t.call(method, url, { ...as(ada), body, headers });
        expect([url, ...refusal(refused)]).toEqual([url, 404, 'post_not_found', 'published_post']);
        expect(refused.json.agent).toMatchObject({
          fields: [{ path }],
          hint: expect.stringMatching(/^This post is not published.* POST \/v1\/posts\/\{post_id\}\/publish/),
          next_actions: [{ method: 'POST', path: `/v1/posts/${id}/publish` }],
        });
      }
      await publish(id);
      for (const [, method, url, body] of writes(id)) {
        expect((await t.call(method, url, { ...as(ada), body })).json.ok, url).toBe(true);
      }
    }
  });

  it('tell a manager that only drafts to wait until somebody has published it', async () => {
    const helper = await makeMember(t);
    await grantAccess(t, ada, helper, ['drafting', 'commenting']);
    const by = { token: helper.token, as: ada.profile.id };
    const { id } = await makePost(t, by, { status: 'draft' });
    const comment = () => t.call('POST', `/v1/posts/${id}/comments`, { ...by, body: { body: 'A first thought' } });
    const told = async () => {
      const { json } = await comment();
      return [json.agent.hint, json.agent.next_actions.map(({ path }: { path: string }) => path)];
    };
    const submit = [
      expect.stringMatching(
        /: submit it with POST .* after the owner of the profile or a manager with posting has published/,
      ),
      [`/v1/posts/${id}/publish`],
    ];
    expect(await told()).toEqual(submit);
    expect((await t.call('POST', `/v1/posts/${id}/publish`, by)).json.data.status).toBe('pending_approval');
    expect(await told()).toEqual([
      expect.stringMatching(/^This post is pending approval.* after the owner/),
      [`/v1/posts/${id}`],
    ]);
    await publish(id, { scheduled_at: inMinutes(10) });
    expect(await told()).toEqual([
      expect.stringMatching(/^This post is scheduled.* after scheduled_at\.$/),
      [`/v1/posts/${id}`],
    ]);
    await publish(id);
    expect((await comment()).status).toBe(201);
  });

  it('answer everyone else as for a missing post', async () => {
    const { id } = await draft();
    const missing = newId();
    const told = async ([, method, url, body]: [string, string, string, object]) => {
      const { status, json } = await t.call(method, url, { ...as(ben), body });
      const { rate_limit: _rate, ...agent } = json.agent;
      return { status, ...json, agent };
    };
    for (const [index, write] of writes(id).entries()) {
      expect(await told(write)).toEqual(await told(writes(missing)[index]!));
    }
  });
});
