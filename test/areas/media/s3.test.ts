import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemCtx } from '../../../src/ctx.ts';
import { sweepMedia } from '../../../src/jobs/sweep-media.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type Member, makeMember } from '../../support/members.ts';
import { noise, png } from '../../support/pictures.ts';
import { as, makePost, pathOf, pictures, send, storedFiles } from '../../support/posts.ts';
import { listen } from '../../support/raw-http.ts';
import { type S3Server, s3Options, startS3Server } from '../../support/s3-server.ts';
import { type Fault, startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';

/** The whole service on an S3 server, with the default timeouts, and a faulty connection between the two. */

const HOUR_MS = 3600 * 1000;
/** The deadline of 5 s, and time for a busy machine. */
const ANSWERED_MS = 15_000;

let server: S3Server;
let proxy: TcpProxy;
let t: TestApp;
let baseUrl: string;
let ada: Member;
let picture: Buffer;
beforeAll(async () => {
  server = await startS3Server();
  proxy = await startTcpProxy(server.port);
  const { bucket, endpoint, credentials } = s3Options(proxy.port);
  t = await startTestApp({
    MEDIA_STORAGE: 's3',
    S3_BUCKET: bucket,
    S3_ENDPOINT: endpoint!,
    S3_ACCESS_KEY_ID: credentials!.accessKeyId,
    S3_SECRET_ACCESS_KEY: credentials!.secretAccessKey,
    S3_PREFIX: 'pronet',
  });
  baseUrl = `http://127.0.0.1:${await listen(t.app)}`;
  ada = await makeMember(t);
  picture = await png({ width: 40, height: 30 });
});
afterEach(() => proxy.set({ kind: 'none' }));
afterAll(async () => {
  await proxy.close();
  await server.close();
});

const sweep = () => sweepMedia(systemCtx(t.deps, 'job.media.sweep'));
const count = async (sql: string) => (await t.pool.query(`select count(*)::int as n ${sql}`)).rows[0].n as number;
const idleInTransaction = () =>
  count("from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'");
const postPictured = async (...files: Buffer[]) => {
  const made = await send(t, as(ada), pictures(...files));
  expect(made.status, made.text).toBe(201);
  return made.json.data;
};

describe('a service with pictures on S3', () => {
  it('stores them, serves them, and deletes them with their post', async () => {
    const { id, images } = await postPictured(picture, picture);
    expect(await storedFiles(t)).toHaveLength(2);
    const path = pathOf(images[0].url);
    const whole = await t.app.inject({ method: 'GET', url: path });
    expect([whole.statusCode, whole.headers['content-type'], whole.headers['content-length']]).toEqual([
      200,
      'image/webp',
      String(whole.rawPayload.length),
    ]);
    expect(whole.rawPayload.subarray(8, 12).toString()).toBe('WEBP');
    expect((await t.app.inject({ method: 'HEAD', url: path })).headers['content-length']).toBe(
      whole.headers['content-length'],
    );
    const etag = String(whole.headers.etag);
    expect((await t.app.inject({ url: path, headers: { 'if-none-match': etag } })).statusCode).toBe(304);
    await t.call('DELETE', `/v1/posts/${id}`, as(ada));
    expect((await t.app.inject({ url: path })).statusCode).toBe(404);
    expect(await sweep()).toEqual({ removed: 2 });
    expect(await storedFiles(t)).toEqual([]);
  });

  it('writes nothing in a dry run', async () => {
    const made = await send(t, as(ada), pictures(picture), { headers: { 'dry-run': 'true' } });
    expect(made.status).toBe(201);
    expect(await storedFiles(t)).toEqual([]);
  });
});

describe.each<Fault>([
  { kind: 'refuse' },
  { kind: 'hang' },
  { kind: 'slow', bytes: 1, everyMs: 500 },
  { kind: 'reset', afterBytes: 30 },
])('while the connection has the fault %j', (fault) => {
  it('uploads get 503 in time, nothing of the post is stored, and texts still work', async () => {
    const { id, images } = await postPictured(picture);
    const path = pathOf(images[0].url);
    const posts = await count('from posts');
    await proxy.set(fault);

    const beganAt = performance.now();
    const [refused, unread, texts, idle] = await Promise.all([
      send(t, as(ada), pictures(picture, picture), { headers: { 'idempotency-key': fault.kind } }),
      t.app.inject({ url: path }),
      // Repeats for as long as the others wait.
      (async () => {
        const statuses: number[] = [];
        for (let asked = 0; asked < 20; asked++) {
          statuses.push((await t.call('GET', `/v1/posts/${id}`)).status);
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
        return statuses;
      })(),
      new Promise<number>((resolve) => setTimeout(() => void idleInTransaction().then(resolve), 300)),
    ]);
    expect(performance.now() - beganAt).toBeLessThan(ANSWERED_MS);
    expect([refused.status, refused.json.error_code, refused.headers['retry-after']]).toEqual([
      503,
      'service_unavailable',
      expect.stringMatching(/^\d+$/),
    ]);
    expect([unread.statusCode, unread.headers['retry-after'], unread.headers.etag]).toEqual([
      503,
      expect.stringMatching(/^\d+$/),
      undefined,
    ]);
    expect(String(unread.headers['cache-control'])).not.toContain('max-age');
    expect(new Set(texts)).toEqual(new Set([200]));
    expect(idle, 'transactions that wait for the store').toBe(0);
    expect(await count('from posts')).toBe(posts);
    expect((await t.app.inject({ url: '/readyz' })).statusCode, 'everything else works').toBe(200);

    await proxy.set({ kind: 'none' });
    const again = await send(t, as(ada), pictures(picture, picture), { headers: { 'idempotency-key': fault.kind } });
    expect(again.status, 'the same request, later').toBe(201);
    expect((await t.app.inject({ url: path })).statusCode).toBe(200);
    t.clock.advance(HOUR_MS + 1);
    await sweep();
    expect([await count('from media_garbage'), (await storedFiles(t)).length]).toEqual([0, 3]);

    for (const post of [id, again.json.data.id]) await t.call('DELETE', `/v1/posts/${post}`, as(ada));
    await sweep();
    expect(await storedFiles(t)).toEqual([]);
  });
});

it('garbage that could not be deleted stays listed until the store is back', async () => {
  const { id } = await postPictured(picture);
  await t.call('DELETE', `/v1/posts/${id}`, as(ada));
  await proxy.set({ kind: 'refuse' });
  await expect(sweep()).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(await count('from media_garbage')).toBe(1);
  await proxy.set({ kind: 'none' });
  t.clock.advance(HOUR_MS);
  expect(await sweep()).toEqual({ removed: 1 });
  expect([await count('from media_garbage'), await storedFiles(t)]).toEqual([0, []]);
});

it('a picture that breaks off is cut, and never looks complete', async () => {
  const { id, images } = await postPictured(await png({ width: 40, height: 30 }));
  const { rows } = await t.pool.query('select blob_key from post_images where post_id = $1', [id]);
  await t.deps.blobs.put(rows[0].blob_key, noise(3_000_000, 8), { contentType: 'image/webp' });
  const address = `${baseUrl}${pathOf(images[0].url)}`;
  expect((await (await fetch(address)).arrayBuffer()).byteLength).toBe(3_000_000);
  await proxy.set({ kind: 'reset', afterBytes: 2_000_000 });
  const cut = await fetch(address);
  expect([cut.status, cut.headers.get('content-length')]).toEqual([200, '3000000']);
  await expect(cut.arrayBuffer()).rejects.toThrow();
  expect((await makePost(t, as(ada))).id, 'the server is healthy').toBeTruthy();
});
