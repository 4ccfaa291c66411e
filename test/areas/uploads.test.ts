import { beforeAll, describe, expect, it } from 'vitest';
import { expireUploads } from '../../src/areas/uploads/uploads.ts';
import { systemCtx } from '../../src/ctx.ts';
import { sweepMedia } from '../../src/jobs/sweep-media.ts';
import { type CallOptions, startTestApp, type TestApp } from '../support/app.ts';
import { type Member, makeKey, makeMember, makeProfile } from '../support/members.ts';
import { jpeg, png, truncatedPng } from '../support/pictures.ts';
import { as, auditOf, grantAccess, makePost, pathOf, refusal, revokeGrant, storedFiles } from '../support/posts.ts';

const MINUTE_MS = 60_000;
const MIB = 1024 * 1024;
let t: TestApp;
let ada: Member;
let picture: Buffer;
beforeAll(async () => {
  t = await startTestApp();
  ada = await makeMember(t);
  picture = await jpeg({ width: 60, height: 40 });
});

type Upload = { upload_id: string; url: string; expires_at: string };

async function newUpload(by: CallOptions = as(ada)): Promise<Upload> {
  const made = await t.call('POST', '/v1/uploads', by);
  expect(made.status, made.text).toBe(201);
  return made.json.data;
}

async function put(url: string, bytes: Buffer = picture, headers: Record<string, string> = {}) {
  const { statusCode, body } = await t.app.inject({ method: 'PUT', url: pathOf(url), payload: bytes, headers });
  return { status: statusCode, text: body, json: JSON.parse(body), headers: {} };
}

async function arrived(by: CallOptions = as(ada)): Promise<string> {
  const { url, upload_id } = await newUpload(by);
  const answer = await put(url);
  expect(answer.status, answer.text).toBe(200);
  return upload_id;
}

const postWith = (uploadId: string, by: CallOptions = as(ada), fields: object = {}) =>
  t.call('POST', '/v1/posts', { ...by, body: { images: [{ upload_id: uploadId }], ...fields } });
const later = async <T>(milliseconds: number, work: () => Promise<T>): Promise<T> => {
  t.clock.advance(milliseconds);
  try {
    return await work();
  } finally {
    t.clock.advance(-milliseconds);
  }
};
const ctx = () => systemCtx(t.deps, 'uploads.expire');

describe('a picture that is sent to its address', () => {
  it('belongs to the post that names it', async () => {
    const { upload_id, url, expires_at } = await newUpload();
    const left = new Date(expires_at).getTime() - t.clock.now().getTime();
    expect(Math.round(left / MINUTE_MS)).toBe(10);
    expect(url).toContain('/media/uploads?ticket=pnt_');
    const sent = await put(url, picture, { 'content-type': 'image/jpeg' });
    expect(sent.json.data).toMatchObject({ upload_id, width: 60, height: 40 });
    const images = [{ upload_id, alt_text: 'Four squares' }];
    const made = await t.call('POST', '/v1/posts', { ...as(ada), body: { body: 'With a picture', images } });
    expect(made.status, made.text).toBe(201);
    expect(made.json.data.images).toMatchObject([{ width: 60, height: 40, alt_text: 'Four squares' }]);
    const file = await t.app.inject({ method: 'GET', url: pathOf(made.json.data.images[0].url) });
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(await auditOf(t, upload_id)).toMatchObject([{ operation: 'uploads.create' }]);
  });

  it('uses no Idempotency-Key of the credential that made the address', async () => {
    const headers = { 'idempotency-key': 'order-1' };
    const post = () => t.call('POST', '/v1/posts', { ...as(ada), headers, body: { body: 'One' } });
    expect((await put((await newUpload()).url, picture, headers)).status).toBe(200);
    const made = await post();
    expect(made.status).toBe(201);
    expect((await put((await newUpload()).url, picture, headers)).status).toBe(200);
    expect((await post()).json.data.id).toBe(made.json.data.id);
  });

  it('stands next to a picture in base64, in the order given, and in a draft', async () => {
    const images = [
      { content_base64: (await png({ width: 50, height: 70 })).toString('base64') },
      { upload_id: await arrived() },
    ];
    const made = await t.call('POST', '/v1/posts/with-images', { ...as(ada), body: { images } });
    expect(made.json.data.images.map(({ width }: { width: number }) => width)).toEqual([50, 60]);
    const draft = await makePost(t, as(ada), { status: 'draft' });
    const path = `/v1/posts/${draft.id}/images`;
    const changed = await t.call('PUT', path, { ...as(ada), body: { images: [{ upload_id: await arrived() }] } });
    expect(changed.json.data.image_count).toBe(1);
  });

  it('may come from a key that may only draft', async () => {
    const { token } = await makeKey(t, ada, { profileIds: [ada.profile.id], permissions: ['drafting'] });
    const by = { token, as: ada.profile.id };
    expect((await postWith(await arrived(by), by)).json.data).toMatchObject({
      status: 'pending_approval',
      image_count: 1,
    });
  });

  it('is kept if a post is refused or only tried', async () => {
    const upload_id = await arrived();
    expect(refusal(await postWith(upload_id, as(ada), { quoted_post_id: ada.profile.id }))).toEqual([
      404,
      'post_not_found',
      undefined,
    ]);
    expect((await postWith(upload_id, { ...as(ada), headers: { 'dry-run': 'true' } })).status).toBe(201);
    expect((await postWith(upload_id)).status).toBe(201);
  });

  it('is used once, also by two posts at the same time', async () => {
    const upload_id = await arrived();
    const answers = await Promise.all([postWith(upload_id), postWith(upload_id), postWith(upload_id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404, 404]);
    expect(refusal(await postWith(upload_id))).toEqual([404, 'upload_not_found', 'upload']);
    const twice = [{ upload_id }, { upload_id }];
    const repeated = await t.call('POST', '/v1/posts', { ...as(ada), body: { images: twice } });
    expect(repeated.json.agent.fields).toEqual([{ path: 'body.images[1].upload_id', rule: 'repeated' }]);
  });

  it('is the same for a repeated request', async () => {
    const by = { ...as(ada), headers: { 'idempotency-key': 'an upload' } };
    const [first, second] = [await newUpload(by), await newUpload(by)];
    expect(second).toEqual(first);
    const { rows } = await t.pool.query("select body from idempotency_records where key = 'an upload'");
    expect(rows[0].body).not.toContain('ticket');
    expect((await put(first.url)).status).toBe(200);
    const post = { ...as(ada), headers: { 'idempotency-key': 'its post' } };
    const made = await postWith(first.upload_id, post);
    const again = await postWith(first.upload_id, post);
    expect([made.status, again.status, again.headers['idempotency-replayed']]).toEqual([201, 201, 'true']);
    expect(again.json.data.id).toBe(made.json.data.id);
  });
});

describe('an upload is refused', () => {
  it('if its picture has not arrived', async () => {
    const { upload_id } = await newUpload();
    const refused = await postWith(upload_id);
    expect(refusal(refused)).toEqual([409, 'upload_incomplete', 'upload']);
    expect(refused.json.agent.hint).toContain('curl -T');
  });

  it('as another profile, and half an hour after the picture arrived', async () => {
    const upload_id = await arrived();
    const bo = await makeMember(t);
    const unknown = refusal(await postWith(ada.profile.id));
    expect(unknown).toEqual([404, 'upload_not_found', 'upload']);
    expect(refusal(await postWith(upload_id, as(bo)))).toEqual(unknown);
    expect(refusal(await later(31 * MINUTE_MS, () => postWith(upload_id)))).toEqual(unknown);
  });

  it('with base64 of the same picture, and in a post with five', async () => {
    const both = [{ upload_id: await arrived(), content_base64: picture.toString('base64') }];
    const refused = await t.call('POST', '/v1/posts/with-images', { ...as(ada), body: { images: both } });
    expect(refused.json.agent.fields[0]).toMatchObject({ path: 'body.images[0]', rule: 'exactly_one' });
    const images = await Promise.all([1, 2, 3, 4, 5].map(async () => ({ upload_id: (await newUpload()).upload_id })));
    expect(refusal(await t.call('POST', '/v1/posts', { ...as(ada), body: { images } }))[1]).toBe('too_many_images');
  });
});

describe('an address', () => {
  const gone = [400, 'invalid_token', undefined];

  it('takes one picture, within ten minutes', async () => {
    const { url } = await newUpload();
    expect(refusal(await later(10 * MINUTE_MS, () => put(url)))).toEqual(gone);
    const both = await Promise.all([put(url), put(url)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(refusal(await put(url))).toEqual(gone);
    expect((await put(url)).json.agent.hint).toContain('POST /v1/uploads');
  });

  it('stays open after what is no picture, or too large', async () => {
    const { url } = await newUpload();
    expect(refusal(await put(url, Buffer.alloc(0)))).toEqual([400, 'invalid_image', 'complete_image']);
    expect(refusal(await put(url, await truncatedPng()))).toEqual([400, 'invalid_image', 'complete_image']);
    expect(refusal(await put(url, Buffer.alloc(9 * MIB)))).toEqual([400, 'image_too_large', 'max_bytes']);
    expect(refusal(await put(url, Buffer.alloc(13 * MIB)))).toEqual([413, 'payload_too_large', undefined]);
    expect((await put(url, picture, { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(200);
  });

  it('ends after five attempts, also concurrent ones', async () => {
    const { url } = await newUpload();
    const sent = await Promise.all(Array.from({ length: 8 }, () => put(url, Buffer.alloc(10))));
    const codes = sent.map(({ json }) => json.error_code).sort();
    expect(codes).toEqual([...Array(3).fill('invalid_token'), ...Array(5).fill('unsupported_image_type')]);
    expect(refusal(await put(url))).toEqual(gone);
  });

  it('is nothing that can be guessed, and no other kind of ticket', async () => {
    const { url } = await newUpload();
    const other = url.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    expect(refusal(await put(other))).toEqual(gone);
    expect(refusal(await put('http://x/media/uploads?ticket='))).toEqual(gone);
    const signedIn = { authorization: `Bearer ${ada.token}` };
    expect(refusal(await put('http://x/media/uploads', picture, signedIn))).toEqual(gone);
    const { ticket } = (await t.call('POST', '/v1/events/stream-tickets', as(ada))).json.data;
    expect(refusal(await put(`http://x/media/uploads?ticket=${ticket}`))).toEqual(gone);
    const stream = await t.call('GET', `/v1/events/stream?${url.split('?')[1]}`);
    expect(refusal(stream)).toEqual(gone);
    const { rows } = await t.pool.query('select token_hash from uploads');
    expect(rows.map(({ token_hash }) => token_hash.length)).toEqual(rows.map(() => 32));
  });

  it('ends with the grant and with the credential behind it', async () => {
    const manager = await makeMember(t);
    const grant = await grantAccess(t, ada, manager, ['drafting']);
    const managed = await newUpload({ token: manager.token, as: ada.profile.id });
    await revokeGrant(t, grant);
    expect(refusal(await put(managed.url))).toEqual([403, 'profile_not_attached', undefined]);
    const { token, id } = await makeKey(t, ada, { profileIds: [ada.profile.id] });
    const { url } = await newUpload({ token, as: ada.profile.id });
    await t.call('DELETE', `/v1/api-keys/${id}`, { token: ada.token });
    expect([400, 401]).toContain((await put(url)).status);
  });

  it('takes a picture for its own profile only, whichever profile a header names', async () => {
    const other = await makeProfile(t, ada);
    const { url, upload_id } = await newUpload();
    const refused = await put(url, picture, { 'x-profile-id': other.id });
    expect(refusal(refused)).toEqual([403, 'profile_not_attached', undefined]);
    const manager = await makeMember(t);
    const grant = await grantAccess(t, ada, manager, ['drafting']);
    const managed = await newUpload({ token: manager.token, as: ada.profile.id });
    await revokeGrant(t, grant);
    const own = { 'x-profile-id': manager.profile.id };
    expect(refusal(await put(managed.url, picture, own))).toEqual([403, 'profile_not_attached', undefined]);
    expect((await put(url, picture, { 'x-profile-id': ada.profile.id })).json.data.upload_id).toBe(upload_id);
  });

  it('stores nothing in a dry run', async () => {
    const tried = await t.call('POST', '/v1/uploads', { ...as(ada), headers: { 'dry-run': 'true' } });
    expect(tried.json.data.url).toContain('ticket=dry_run');
    const { url } = await newUpload();
    const before = await storedFiles(t);
    expect((await put(url, picture, { 'dry-run': 'true' })).status).toBe(200);
    expect(await storedFiles(t)).toEqual(before);
    expect((await put(url)).status).toBe(200);
  });
});

it('counts pictures, not posts that name them, against the limit of the account', async () => {
  const limited = await startTestApp({ RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_MULTIPLIER: '0.15' });
  const bo = await makeMember(limited);
  const newKey = async () => (await makeKey(limited, bo, { profileIds: [bo.profile.id] })).token;
  const tokens = [await newKey(), await newKey(), await newKey(), await newKey()];
  const codes: (string | undefined)[] = [];
  const writesLeft = async (by: { token: string; as: string }) => {
    const { rate_limits } = (await limited.call('GET', '/v1/me', by)).json.data;
    return rate_limits.find(({ name }: { name: string }) => name === 'credential_writes').remaining;
  };
  for (let sent = 0; sent < 10; sent++) {
    const by = { token: tokens[sent % 4]!, as: bo.profile.id };
    const made = await limited.call('POST', '/v1/uploads', by);
    codes.push(made.json.error_code);
    if (made.status !== 201) continue;
    const { url } = made.json.data;
    // Anyone who sees the address can send this: it costs no call of the account, and the attempt after it one picture.
    const before = await writesLeft(by);
    if (sent === 0) await limited.app.inject({ method: 'PUT', url: pathOf(url), payload: Buffer.alloc(10) });
    expect(await writesLeft(by)).toBe(before);
    const answer = await limited.app.inject({ method: 'PUT', url: pathOf(url), payload: picture });
    expect(answer.statusCode, answer.body).toBe(200);
  }
  expect(codes).toEqual([...Array(8).fill(undefined), 'rate_limited', 'rate_limited']);
});

it('counts each attempt at an address after the first as another picture', async () => {
  const limited = await startTestApp({ RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_MULTIPLIER: '0.05' });
  const bo = await makeMember(limited);
  const { url } = (await limited.call('POST', '/v1/uploads', as(bo))).json.data;
  const damaged = await truncatedPng();
  const codes: string[] = [];
  for (let attempt = 0; attempt < 4; attempt++) {
    const answer = await limited.app.inject({ method: 'PUT', url: pathOf(url), payload: damaged });
    codes.push(answer.json().error_code);
    if (attempt === 3) expect(answer.json().agent.exceeded_limit).toMatchObject({ name: 'images', max: 3 });
  }
  expect(codes).toEqual(['invalid_image', 'invalid_image', 'invalid_image', 'rate_limited']);
  expect((await limited.call('POST', '/v1/uploads', as(bo))).json.error_code).toBe('rate_limited');
});

it('deletes what is not used, and the files with it', async () => {
  const bo = await makeMember(t);
  const kept = await postWith(await arrived(as(bo)), as(bo));
  const before = await storedFiles(t);
  await arrived(as(bo));
  await newUpload(as(bo));
  expect((await storedFiles(t)).length).toBe(before.length + 1);
  t.clock.advance(61 * MINUTE_MS);
  expect(await expireUploads(ctx())).toBeGreaterThanOrEqual(2);
  await sweepMedia(ctx());
  expect((await t.pool.query('select count(*)::int as n from uploads')).rows[0].n).toBe(0);
  expect((await storedFiles(t)).length).toBeLessThanOrEqual(before.length);
  const file = await t.app.inject({ method: 'GET', url: pathOf(kept.json.data.images[0].url) });
  expect(file.statusCode).toBe(200);
});

it('deletes the uploads of a deleted profile', async () => {
  const bo = await makeMember(t);
  const upload_id = await arrived(as(bo));
  await t.call('DELETE', `/v1/profiles/${bo.profile.id}`, as(bo));
  expect((await t.pool.query('select 1 from uploads where id = $1', [upload_id])).rowCount).toBe(0);
});

describe('a picture of a profile', () => {
  const set = (kind: string, upload_id: string, by: CallOptions = as(ada)) =>
    t.call('PUT', `/v1/profiles/${ada.profile.id}/${kind}`, { ...by, body: { upload_id } });

  it.each(['avatar', 'banner'])('can be an upload: %s', async (kind) => {
    const upload_id = await arrived();
    expect((await set(kind, upload_id, { ...as(ada), headers: { 'dry-run': 'true' } })).status).toBe(200);
    const answer = await set(kind, upload_id);
    expect(answer.status, answer.text).toBe(200);
    const { light } = answer.json.data.media[kind];
    for (const size of ['source_url', 'large_url', 'medium_url', 'small_url']) {
      expect((await t.app.inject({ method: 'GET', url: pathOf(light[size]) })).statusCode).toBe(200);
    }
    expect(refusal(await set(kind, upload_id))).toEqual([404, 'upload_not_found', 'upload']);
    expect((await set('avatar', (await newUpload()).upload_id)).json.error_code).toBe('upload_incomplete');
  });

  it('is used once, also by a post at the same time', async () => {
    const upload_id = await arrived();
    const answers = await Promise.all([set('avatar', upload_id), set('banner', upload_id), postWith(upload_id)]);
    expect(answers.map(({ status }) => status < 300).sort()).toEqual([false, false, true]);
  });

  it('is not an upload of another profile, and is either an upload or base64', async () => {
    const other = await makeMember(t);
    expect((await set('avatar', await arrived(as(other)))).json.error_code).toBe('upload_not_found');
    for (const body of [{}, { upload_id: await arrived(), content_base64: picture.toString('base64') }]) {
      const answer = await t.call('PUT', `/v1/profiles/${ada.profile.id}/avatar`, { ...as(ada), body });
      expect(answer.json.agent.fields).toMatchObject([{ rule: 'exactly_one' }]);
    }
  });
});
