import { beforeAll, describe, expect, it } from 'vitest';
import { JOBS } from '../../../src/jobs/catalog.ts';
import { makeHandlers } from '../../../src/jobs/handlers.ts';
import { startWorker } from '../../../src/jobs/worker.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type Member, makeMember } from '../../support/members.ts';
import { png } from '../../support/pictures.ts';
import { as, makeContacts, makePost, pathOf, pictures, send, storedFiles } from '../../support/posts.ts';

const HOUR_MS = 3600 * 1000;

let t: TestApp;
let ada: Member;
let ben: Member;
let picture: Buffer;
beforeAll(async () => {
  t = await startTestApp();
  [ada, ben] = [await makeMember(t), await makeMember(t)];
  await makeContacts(t, ada, ben);
  picture = await png({ width: 40, height: 30 });
});

const makePictured = async (fields: Record<string, string> = {}) => {
  const texts = Object.entries(fields).map(([name, value]) => ({ name, value }));
  const made = await send(t, as(ada), [...pictures(picture), ...texts]);
  expect(made.status, made.text).toBe(201);
  const { id, images } = made.json.data;
  return { id, url: images[0].url as string, path: pathOf(images[0].url), key: pathOf(images[0].url).slice(7, 7 + 40) };
};
const get = (path: string, headers: Record<string, string> = {}) => t.app.inject({ method: 'GET', url: path, headers });
const statusOf = async (path: string) => (await get(path)).statusCode;
const unsigned = (path: string) => path.split('?')[0]!;
const sweep = async () => {
  const worker = await startWorker({ deps: t.deps, jobs: JOBS, handlers: makeHandlers(t.deps), mode: 'manual' });
  const { rows } = await t.pool.query(
    `insert into jobs.job (id, name, data, retry_limit, expire_seconds, deletion_seconds, heartbeat_seconds, keep_until)
      values (gen_random_uuid(), 'media.sweep', '{}', 0, 600, 900, 20, now() + interval '1 day') returning id`,
  );
  expect(await worker.drain()).toBeGreaterThan(0);
  await worker.stop();
  return rows[0].id;
};

describe('GET /media/{shard}/{name}', () => {
  it('serves pictures of public posts to anybody, cacheable, with their type', async () => {
    const { path, url } = await makePictured();
    expect(url).not.toContain('?');
    const answer = await get(path);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=300',
      'content-length': String(answer.rawPayload.length),
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(answer.rawPayload.subarray(8, 12).toString()).toBe('WEBP');
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('handles HEAD, entity tags and other methods as HTTP requires', async () => {
    const { path } = await makePictured();
    const whole = await get(path);
    const head = await t.app.inject({ method: 'HEAD', url: path });
    expect([head.statusCode, head.rawPayload.length, head.headers['content-length']]).toEqual([
      200,
      0,
      whole.headers['content-length'],
    ]);
    expect(head.headers['content-type']).toBe('image/webp');
    const tag = String(whole.headers['etag']);
    for (const given of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await get(path, { 'if-none-match': given });
      expect([given, again.statusCode, again.rawPayload.length]).toEqual([given, 304, 0]);
      expect(again.headers).toMatchObject({ etag: tag, 'cache-control': 'public, max-age=300' });
    }
    expect((await get(path, { 'if-none-match': '"other"' })).statusCode).toBe(200);
    const put = await t.app.inject({ method: 'PUT', url: path });
    expect([put.statusCode, put.headers.allow]).toEqual([405, expect.stringContaining('GET')]);
  });

  it.each([
    ['a draft', { status: 'draft' }],
    ['members', { visibility: 'members' }],
    ['contacts', { visibility: 'contacts' }],
  ])('serves pictures of %s only at signed URLs, privately, for a day', async (_name, fields) => {
    const { id, path } = await makePictured(fields as Record<string, string>);
    const signed = await get(path);
    expect([signed.statusCode, signed.headers['content-type']]).toEqual([200, 'image/webp']);
    const maxAge = Number(/^private, max-age=(\d+)$/.exec(String(signed.headers['cache-control']))?.[1]);
    expect(maxAge).toBeGreaterThan(22 * 3600);
    expect(maxAge).toBeLessThanOrEqual(24 * 3600);
    const { searchParams } = new URL(path, 'http://x');
    const with_ = (expires: string, signature: string) => `${unsigned(path)}?expires=${expires}&signature=${signature}`;
    const [expires, signature] = [searchParams.get('expires')!, searchParams.get('signature')!];
    const forged = [
      unsigned(path),
      with_(String(Number(expires) + 3600), signature),
      with_(
        expires,
        signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
      ),
      with_(expires, ''),
      `${path}&signature=${signature}`,
      with_(`0${expires}`, signature),
    ];
    for (const address of forged) expect([address, await statusOf(address)]).toEqual([address, 404]);
    const other = await makePictured({ visibility: 'members' });
    expect(await statusOf(`${unsigned(other.path)}?${path.split('?')[1]}`), 'signed for another picture').toBe(404);
    expect((await t.call('GET', `/v1/posts/${id}`, as(ada))).json.data.images[0].url).toContain('signature=');
    t.clock.advance(24 * HOUR_MS);
    expect(await statusOf(path), 'a day later').toBe(404);
    const fresh = (await t.call('GET', `/v1/posts/${id}`, as(ada))).json.data.images[0].url;
    expect(await statusOf(pathOf(fresh))).toBe(200);
  });

  it('gives a contact the signed URL, and comments the one for their root', async () => {
    const { id } = await makePictured({ visibility: 'contacts' });
    const seen = await t.call('GET', `/v1/posts/${id}`, as(ben));
    expect(await statusOf(pathOf(seen.json.data.images[0].url))).toBe(200);
    const root = await makePost(t, as(ada), { visibility: 'members' });
    const comment = await makePictured({ reply_to_post_id: root.id });
    expect(comment.path).toContain('signature=');
    expect(await statusOf(unsigned(comment.path))).toBe(404);
  });

  it('makes the URL of a draft public on publication, and private when the audience shrinks', async () => {
    const { id, path } = await makePictured({ status: 'draft' });
    expect(await statusOf(unsigned(path))).toBe(404);
    const published = await t.call('POST', `/v1/posts/${id}/publish`, as(ada));
    expect(pathOf(published.json.data.images[0].url)).toBe(unsigned(path));
    expect(await statusOf(unsigned(path))).toBe(200);
    const shrunk = await t.call('PATCH', `/v1/posts/${id}`, { ...as(ada), body: { visibility: 'members' } });
    expect(await statusOf(unsigned(path))).toBe(404);
    expect(await statusOf(pathOf(shrunk.json.data.images[0].url))).toBe(200);
  });

  it('serves nothing of a removed post from then on, and the sweep deletes the file', async () => {
    for (const fields of [{}, { visibility: 'members' }] as Record<string, string>[]) {
      const { id, path, key } = await makePictured(fields);
      const etag = String((await get(path)).headers['etag']);
      expect(await storedFiles(t)).toContain(key.replace('?', ''));
      await t.call('DELETE', `/v1/posts/${id}`, as(ada));
      expect(await statusOf(path)).toBe(404);
      expect((await get(path, { 'if-none-match': etag })).statusCode, 'no 304 either').toBe(404);
      await sweep();
      expect(await storedFiles(t)).not.toContain(key.replace('?', ''));
    }
    const { rows } = await t.pool.query('select count(*)::int as n from media_garbage');
    expect(rows[0].n).toBe(0);
  });

  it('serves no picture that was removed by an edit, and keeps the others', async () => {
    const made = await send(t, as(ada), pictures(picture, picture));
    const [first, second] = made.json.data.images;
    const body = { images: [{ id: second.id }] };
    await t.call('PATCH', `/v1/posts/${made.json.data.id}`, { ...as(ada), body });
    expect([await statusOf(pathOf(first.url)), await statusOf(pathOf(second.url))]).toEqual([404, 200]);
    await sweep();
    expect([await statusOf(pathOf(first.url)), await statusOf(pathOf(second.url))]).toEqual([404, 200]);
  });

  it('serves nothing of suspended members', async () => {
    const { path } = await makePictured();
    await t.pool.query('update profiles set suspended_at = now() where id = $1', [ada.profile.id]);
    expect(await statusOf(path)).toBe(404);
    await t.pool.query('update profiles set suspended_at = null where id = $1', [ada.profile.id]);
    expect(await statusOf(path)).toBe(200);
  });

  it('returns 404 for other names', async () => {
    const unknown = 'ab'.padEnd(32, '0');
    for (const path of [
      `/media/ab/${unknown}.webp`,
      `/media/cd/${unknown}.webp`,
      '/media/temporary/x',
      '/media/%2e%2e/%2e%2e%2fsecret',
      '/media/ab/%00.webp',
      `/media/AB/${unknown.toUpperCase()}.webp`,
    ]) {
      const answer = await get(path);
      expect([path, answer.statusCode]).toEqual([path, 404]);
      expect(String(answer.headers['cache-control'])).not.toContain('public');
    }
  });
});
