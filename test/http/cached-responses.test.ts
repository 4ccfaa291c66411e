import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { suspendAccount } from '../../src/areas/account/suspension.ts';
import { systemCtx } from '../../src/ctx.ts';
import type { PreparedCall } from '../../src/db/pipeline.ts';
import { ResponseCache } from '../../src/http/response-cache.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type Member, makeMember } from '../support/members.ts';
import { as, makePost } from '../support/posts.ts';
import { startSecondProcess } from '../support/second-process.ts';

let t: TestApp;
let author: Member;
/** On a busy machine a test takes longer than responses are cached. */
let time: number | null = performance.now();
const clock = performance.now.bind(performance);
const now = vi.spyOn(performance, 'now').mockImplementation(() => time ?? clock());
afterAll(() => now.mockRestore());
beforeAll(async () => {
  t = await startTestApp({ RATE_LIMIT_ENABLED: 'true' });
  author = await makeMember(t);
});

const LONG = 'A long text is compressed. '.repeat(60);
const read = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  t.app.inject({ method, url, headers });

/** Runs `action` and returns how many statements it took. */
async function statementsOf(action: () => Promise<unknown>): Promise<number> {
  const { executor } = t.deps.database;
  const { run } = executor;
  let count = 0;
  executor.run = (calls) => {
    count += calls.length;
    return run(calls);
  };
  await action().finally(() => {
    executor.run = run;
  });
  return count;
}

/** Replaces what runs the first statements from now on. */
function interceptOnce(replacement: (run: () => Promise<unknown[][]>) => Promise<unknown[][]>): void {
  const { executor } = t.deps.database;
  const { run } = executor;
  executor.run = (calls: readonly PreparedCall[]) => {
    executor.run = run;
    return replacement(() => run(calls)) as ReturnType<typeof run>;
  };
}

const results = async () => {
  const { values } = await t.deps.metrics.cachedResponses.get();
  return Object.fromEntries(values.map(({ labels, value }) => [labels.result, value]));
};

describe('a repeated anonymous read', () => {
  it('gets the same response without a statement, with its own request id and rate limit', async () => {
    const { id } = await makePost(t, as(author));
    const before = await results();
    const first = await read(`/v1/posts/${id}`);
    t.logLines.length = 0;
    expect(await statementsOf(() => read(`/v1/posts/${id}`, { 'x-request-id': 'second' }))).toBe(0);
    const line = JSON.parse(t.logLines.at(-1)!);
    expect(line).toMatchObject({ request_id: 'second', operation: 'posts.get', status: 200, statements: 0 });
    const third = await read(`/v1/posts/${id}`, { 'x-request-id': 'third' });
    expect(third.payload).toBe(first.payload);
    const own = {
      date: third.headers['date'],
      ratelimit: third.headers['ratelimit'],
      'ratelimit-reset': third.headers['ratelimit-reset'],
      'x-request-id': 'third',
      'ratelimit-remaining': String(+first.headers['ratelimit-remaining']! - 2),
    };
    expect(third.headers).toEqual({ ...first.headers, ...own });
    expect(await results()).toEqual({ ...before, miss: (before['miss'] ?? 0) + 1, hit: (before['hit'] ?? 0) + 2 });
  });

  it('shares lists, pages and the sitemap, whatever the order of the query', async () => {
    const { id } = await makePost(t, as(author));
    for (const [url, other] of [
      [`/v1/posts/${id}/comments?limit=5&view=full`, `/v1/posts/${id}/comments?view=full&limit=5`],
      [
        `/v1/profiles/${author.profile.id}/posts?kind=post&limit=3`,
        `/v1/profiles/${author.profile.id}/posts?limit=3&kind=post`,
      ],
      [`/v1/profiles/${author.profile.id}/followers`, `/v1/profiles/${author.profile.id}/followers`],
      [`/@${author.profile.username}`, `/@${author.profile.username}`],
      [`/posts/${id}`, `/posts/${id}`],
      ['/sitemap.xml', '/sitemap.xml'],
    ] as const) {
      const first = await read(url);
      expect(first.statusCode, url).toBe(200);
      let second = first;
      expect(await statementsOf(async () => (second = await read(other))), url).toBe(0);
      expect(second.payload).toBe(first.payload);
      expect(second.headers['content-type']).toBe(first.headers['content-type']);
      expect(second.headers['access-control-allow-origin']).toBe(first.headers['access-control-allow-origin']);
    }
  });

  it('counts a page and the reads that it was made from', async () => {
    const { id } = await makePost(t, as(author));
    const remaining = async () => Number((await read('/v1/meta')).headers['ratelimit-remaining']);
    const start = await remaining();
    await read(`/posts/${id}`);
    const middle = await remaining();
    expect(middle).toBeLessThan(start - 2);
    await read(`/posts/${id}`);
    expect(middle - (await remaining())).toBe(start - middle);
  });

  it('gets the response in the encoding that it accepts', async () => {
    const { id } = await makePost(t, as(author), { body: LONG });
    const plain = await read(`/v1/posts/${id}`);
    for (let time = 0; time < 2; time++) {
      const { headers, rawPayload } = await read(`/v1/posts/${id}`, { 'accept-encoding': 'br' });
      expect(headers).toMatchObject({ 'content-encoding': 'br', 'content-length': String(rawPayload.length) });
      expect(brotliDecompressSync(rawPayload).toString()).toBe(plain.payload);
      expect(headers.etag).toBe(plain.headers.etag);
    }
    expect((await read(`/v1/posts/${id}`)).payload).toBe(plain.payload);
  });

  it('gets a stream that was compressed, if it is short', async () => {
    const plain = await read('/sitemap.xml');
    for (let time = 0; time < 2; time++) {
      const { headers, rawPayload } = await read('/sitemap.xml', { 'accept-encoding': 'gzip' });
      expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'content-length': String(rawPayload.length) });
      expect(gunzipSync(rawPayload).toString()).toBe(plain.payload);
    }
  });

  it('gets a 304 for a known entity tag, even if it is the first', async () => {
    const { id } = await makePost(t, as(author));
    const { etag } = (await read(`/v1/posts/${id}`)).headers;
    const uncached = { cookie: 'a=b' };
    t.deps.database.countPublicWrite();
    for (const [method, more] of [['GET'], ['GET'], ['HEAD'], ['GET', uncached]] as const) {
      const known = { ...more, 'if-none-match': etag! };
      const { statusCode, headers, payload } = await read(`/v1/posts/${id}`, known, method);
      expect([statusCode, payload, headers.etag, headers['content-type']]).toEqual([304, '', etag, undefined]);
      expect(headers['content-length'], method).toBeUndefined();
      expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    }
    expect((await read(`/v1/posts/${id}`, { 'if-none-match': 'W/"another"' })).statusCode).toBe(200);
  });

  it('answers HEAD with the headers of GET', async () => {
    const { id } = await makePost(t, as(author), { body: LONG });
    const computed = await read(`/v1/posts/${id}`, {}, 'HEAD');
    await read(`/v1/posts/${id}`);
    let cached = computed;
    expect(await statementsOf(async () => (cached = await read(`/v1/posts/${id}`, {}, 'HEAD')))).toBe(0);
    for (const { headers } of [computed, cached])
      for (const name of ['date', 'x-request-id', 'ratelimit', 'ratelimit-remaining', 'ratelimit-reset'])
        delete headers[name];
    expect([cached.payload, cached.headers]).toEqual(['', computed.headers]);
  });
});

describe('never from the cache', () => {
  it('come responses to requests with a credential, a cookie or a profile, and refusals', async () => {
    const { id } = await makePost(t, as(author));
    const url = `/v1/posts/${id}`;
    await read(url);
    for (const [name, value] of [
      ['authorization', `Bearer ${author.token}`],
      ['cookie', 'a=b'],
    ] as const) {
      expect(await statementsOf(() => read(url, { [name]: value }))).toBeGreaterThan(0);
    }
    expect((await read(url, { authorization: 'Bearer wrong' })).statusCode).toBe(401);
    expect((await read(url, { 'x-profile-id': 'wrong' })).statusCode).toBe(400);
    expect((await read(url, { 'content-encoding': 'gzip' })).statusCode).toBe(415);
    const missing = `/v1/posts/${author.profile.id}`;
    for (let time = 0; time < 2; time++) {
      let status = 0;
      expect(await statementsOf(async () => (status = (await read(missing)).statusCode))).toBeGreaterThan(0);
      expect(status).toBe(404);
    }
  });
});

describe('after a write', () => {
  const bodyOf = async (id: string) => (await read(`/v1/posts/${id}`)).json().data?.body;

  it('the next read sees an edit, a comment and a removal', async () => {
    const { id } = await makePost(t, as(author), { body: 'Before' });
    expect(await bodyOf(id)).toBe('Before');
    await t.call('PATCH', `/v1/posts/${id}`, { ...as(author), body: { body: 'After' } });
    expect(await bodyOf(id)).toBe('After');
    await read(`/v1/posts/${id}/comments`);
    await makePost(t, as(author), { reply_to_post_id: id });
    expect((await read(`/v1/posts/${id}/comments`)).json().data.items).toHaveLength(1);
    // In a transaction of several round trips.
    await t.call('PATCH', `/v1/posts/${id}`, {
      ...as(author),
      body: { body: 'Last' },
      headers: { 'idempotency-key': id },
    });
    expect(await bodyOf(id)).toBe('Last');
    await read(`/posts/${id}`);
    expect((await t.call('DELETE', `/v1/posts/${id}`, as(author))).status).toBe(200);
    expect((await read(`/v1/posts/${id}`)).statusCode).toBe(404);
    expect((await read(`/posts/${id}`)).statusCode).toBe(404);
  });

  it('the next read sees a suspension', async () => {
    const suspended = await makeMember(t);
    const urls = [`/v1/profiles/${suspended.profile.id}`, `/@${suspended.profile.username}`];
    for (const url of urls) expect((await read(url)).statusCode).toBe(200);
    await suspendAccount(systemCtx(t.deps, 'admin.suspend'), { email: suspended.email, reason: 'Spam' });
    for (const url of urls) expect((await read(url)).statusCode, url).toBe(404);
  });

  it('a read that began before it is neither stored nor shared', async () => {
    const { id } = await makePost(t, as(author), { body: 'Before' });
    const { promise: hasRead, resolve: read1 } = Promise.withResolvers<void>();
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    interceptOnce(async (run) => {
      const rows = await run();
      read1();
      await mayEnd;
      return rows;
    });
    const early = bodyOf(id);
    await hasRead;
    await t.call('PATCH', `/v1/posts/${id}`, { ...as(author), body: { body: 'After' } });
    expect(await bodyOf(id)).toBe('After');
    end();
    expect(await early).toBe('Before');
    expect(await bodyOf(id)).toBe('After');
  });

  it('of another process, a read sees it within a second', async () => {
    const other = await startSecondProcess(t);
    time = null;
    const { id } = await makePost(t, as(author), { body: 'Before' });
    expect(await bodyOf(id)).toBe('Before');
    await other.call('PATCH', `/v1/posts/${id}`, { ...as(author), body: { body: 'After' } });
    const answeredAt = performance.now();
    while ((await bodyOf(id)) !== 'After') await sleep(10);
    expect(performance.now() - answeredAt).toBeLessThan(5000);
    time = performance.now();
  });
});

describe('concurrent reads', () => {
  it('share one computation', async () => {
    const { id } = await makePost(t, as(author));
    const before = (await results())['shared'] ?? 0;
    const urls = Array.from({ length: 6 }, () => `/v1/posts/${id}`);
    let answers: Awaited<ReturnType<typeof read>>[] = [];
    expect(await statementsOf(async () => (answers = await Promise.all(urls.map((url) => read(url)))))).toBe(1);
    expect(new Set(answers.map(({ payload }) => payload)).size).toBe(1);
    expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(6);
    expect(new Set(answers.map(({ headers }) => headers['ratelimit-remaining'])).size).toBe(6);
    expect((await results())['shared']).toBe(before + 5);
  });

  it('compute their own response if that computation fails', async () => {
    const { id } = await makePost(t, as(author));
    interceptOnce(async () => {
      await sleep(20);
      throw new Error('the first statement fails');
    });
    const answers = await Promise.all(Array.from({ length: 4 }, () => read(`/v1/posts/${id}`)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 500]);
    expect(answers.every(({ headers }) => headers['x-content-type-options'] === 'nosniff')).toBe(true);
  });

  it('are limited like others', async () => {
    const { id } = await makePost(t, as(author));
    const get = (url: string) => t.app.inject({ url, remoteAddress: '203.0.113.9' });
    const first = await get(`/v1/posts/${id}`);
    const left = Number(first.headers['ratelimit-remaining']);
    for (let time = 0; time < left; time++) await get(`/v1/posts/${id}`);
    const refused = await get(`/v1/posts/${id}`);
    expect([refused.statusCode, refused.json().error_code]).toEqual([429, 'rate_limited']);
    expect(refused.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'ratelimit-remaining': '0' });
    expect((await get(`/posts/${id}`)).statusCode).toBe(429);
  });
});

describe('the cache', () => {
  const response = (bytes: number) => ({
    headers: [],
    notModifiedHeaders: [],
    tag: 'W/"a"',
    body: Buffer.alloc(bytes),
    internalRequests: 0,
  });

  it('forgets a response a second after its computation began', async () => {
    let now = 0;
    const cache = new ResponseCache(
      () => 0,
      () => now,
    );
    const finish = cache.begin('slow');
    now = 600;
    finish(response(1));
    now = 999;
    expect(cache.find('slow')).toEqual(response(1));
    now = 1000;
    expect(cache.find('slow')).toBeUndefined();
    const late = cache.begin('later');
    now = 2000;
    expect(cache.find('later')).toBeUndefined();
    late(response(1));
    expect(cache.find('later')).toBeUndefined();
  });

  it('has at most 16 MiB', () => {
    let writes = 0;
    const cache = new ResponseCache(
      () => writes,
      () => 0,
    );
    for (let i = 0; i < 300; i++) cache.begin(`large ${i}`)(response(200_000));
    expect(cache.find('large 0')).toBeUndefined();
    expect(cache.find('large 299')).toBeDefined();
    for (let i = 0; i < 30_000; i++) cache.begin(`small ${i}`)(response(1));
    expect(cache.size).toBeLessThanOrEqual(16 * 1024 ** 2);
    writes = 1;
    expect(cache.find('small 29999')).toBeUndefined();
    expect(cache.size).toBe(0);
  });

  it('is empty two seconds after the last read, and keeps what is fresh', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      let now = 0;
      const cache = new ResponseCache(
        () => 0,
        () => now,
      );
      const passMs = (ms: number) => {
        now += ms;
        vi.advanceTimersByTime(ms);
      };
      for (let round = 0; round < 2; round++) {
        for (let i = 0; i < 100; i++) cache.begin(`early ${i}`)(response(1000));
        passMs(900);
        for (let i = 0; i < 100; i++) cache.begin(`late ${i}`)(response(1000));
        const full = cache.size;
        passMs(100);
        expect(cache.size).toBeLessThan(full / 1.9);
        expect(cache.find('early 0')).toBeUndefined();
        expect(cache.find('late 0')).toBeDefined();
        passMs(1000);
        expect(cache.size).toBe(0);
        expect(vi.getTimerCount()).toBe(0);
      }
    } finally {
      vi.useRealTimers();
    }
  });
});
