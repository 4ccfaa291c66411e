import { etagCache, Pronet, PronetError, type PronetOptions, replyOf } from '@pronet/client';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeKey, makeProfile, signUp, unique } from '../support/members.ts';
import { png } from '../support/pictures.ts';

let t: TestApp;
let baseUrl: string;
let token: string;
let profileId: string;

beforeAll(async () => {
  t = await startTestApp();
  baseUrl = await t.app.listen({ port: 0, host: '127.0.0.1' });
  const account = await signUp(t);
  ({ id: profileId } = await makeProfile(t, account));
  ({ token } = await makeKey(t, account, { profileIds: [profileId] }));
});

const client = (options: Partial<PronetOptions> = {}) => new Pronet({ baseUrl, token, profileId, ...options });
const countPosts = async () => (await client().profiles.get(profileId)).posts_count;
const EVENT_STREAM = { headers: { 'content-type': 'text/event-stream' } };

describe('a call', () => {
  test('sends credential and profile, and unwraps the envelope', async () => {
    const post = await client().posts.create({ body: 'From the client' });
    expect(post).toMatchObject({ body: 'From the client', profile_id: profileId });
    const { agent, status, headers } = replyOf(post);
    expect(agent.next_actions?.[0]).toMatchObject({ method: 'GET', path: `/v1/posts/${post.id}` });
    expect([status, headers.get('content-type')]).toEqual([201, 'application/json']);
    expect(() => replyOf({ ...post })).toThrow(TypeError);
    expect((await client().posts.update(post.id, { body: 'Edited' })).body).toBe('Edited');
    expect(await client().posts.remove(post.id)).toEqual({ post_id: post.id, removed: true });
  });

  test('throws an error that says how to recover', async () => {
    const call = client().posts.get('nothing');
    await expect(call).rejects.toBeInstanceOf(PronetError);
    await expect(call).rejects.toMatchObject({
      status: 404,
      code: 'post_not_found',
      message: expect.stringMatching(/^There is no such post/),
      agent: { hint: expect.any(String) },
      requestId: expect.any(String),
    });
    const { agent, message, ...error }: PronetError = await call.catch((one) => one);
    expect([String(await call.catch((one) => one)), error.code]).toEqual([
      `post_not_found: ${message}\n  ${agent.hint}`,
      'post_not_found',
    ]);
    const asked = { fields: [{ path: 'body.kind', rule: 'allowed_values', allowed: ['a', 'b'] }], hint: 'Correct it.' };
    const limited = new PronetError('invalid_request', 'No.', { agent: asked, retryAfter: 7 });
    expect(String(limited)).toBe(
      'invalid_request: No.\n  body.kind: allowed_values (a, b)\n  Correct it.\n  Repeat after 7 s.',
    );
  });

  test('takes the address with or without /v1', async () => {
    expect((await client({ baseUrl: `${baseUrl}/v1/` }).meta.get()).limits).toBeDefined();
  });

  test('distinguishes foreign responses and lost connections', async () => {
    const proxy = async () => new Response('<html>Bad gateway</html>', { status: 502 });
    await expect(client({ fetch: proxy }).meta.get()).rejects.toMatchObject({ status: 502, code: 'no_envelope' });
    const lost = async () => Promise.reject(new TypeError('fetch failed'));
    const error = { status: 0, code: 'connection_failed', cause: expect.any(TypeError) };
    await expect(client({ fetch: lost, retries: 0 }).meta.get()).rejects.toMatchObject(error);
  });

  test('may name another profile, and be a dry run', async () => {
    const options = { profileId: '01a1fec7-4f91-73ec-a598-1dfaaa9fdf23' };
    const call = client().posts.create({ body: 'As somebody else' }, options);
    await expect(call).rejects.toMatchObject({ code: 'profile_not_attached' });
    const before = await countPosts();
    const tried = await client().posts.create({ body: 'Only tried' }, { dryRun: true });
    expect(replyOf(tried).agent.dry_run).toBe(true);
    expect(await countPosts()).toBe(before);
  });

  test('gets the token from a function, and keeps a key that is given', async () => {
    const keyed = { idempotencyKey: unique('key') };
    const api = client({ token: async () => token });
    const first = await api.posts.create({ body: 'With a key' }, keyed);
    expect((await api.posts.create({ body: 'With a key' }, keyed)).id).toBe(first.id);
  });

  test('sends a list in a query as one parameter, and refuses an empty id', async () => {
    expect((await client().events.list({ types: ['post.published', 'comment.created'] })).items).toEqual([]);
    expect(() => client().posts.remove('')).toThrow('not empty');
  });

  test('can be of an operation that the client does not know', async () => {
    const path = `/v1/profiles/${profileId}`;
    const profile = await client().request<{ username: string }>('GET', path, { query: { view: 'compact' } });
    expect(profile).toMatchObject({ id: profileId, username: expect.any(String) });
  });

  test('counts the posts that are newer than a page', async () => {
    const { newest_cursor } = await client().feed.list();
    expect(await client().feed.countNew({ since: newest_cursor })).toMatchObject({ new_count: expect.any(Number) });
  });
});

describe('retries', () => {
  /** The first responses are lost after the server has done its work. */
  const losing = (times: number, keys: (string | null)[] = []) => {
    let left = times;
    return async (request: Request) => {
      keys.push(request.headers.get('idempotency-key'));
      const response = await fetch(request);
      if (left-- > 0) throw new TypeError('fetch failed');
      return response;
    };
  };
  /** Sends this response first. */
  const refusing = (status: number, retryAfter: string, calls: number[] = []) => {
    return async (request: Request) => {
      calls.push(status);
      if (calls.length > 1) return fetch(request);
      return new Response('{}', { status, headers: { 'retry-after': retryAfter, 'content-type': 'application/json' } });
    };
  };

  test('a write whose response was lost happens once, and returns the first response', async () => {
    const before = await countPosts();
    const keys: string[] = [];
    const api = client({ fetch: losing(2, keys) });
    const post = await api.posts.create({ body: 'Once' });
    expect(post.body).toBe('Once');
    expect(replyOf(post).headers.get('idempotency-replayed')).toBe('true');
    expect(keys).toEqual(Array(3).fill(keys[0]));
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(await countPosts()).toBe(before + 1);
    await api.posts.create({ body: 'Another' });
    expect(keys[3]).not.toBe(keys[0]);
  });

  test('throws after too many lost responses', async () => {
    const keys: string[] = [];
    await expect(client({ fetch: losing(9, keys), retries: 1 }).me.get()).rejects.toThrow('fetch failed');
    expect(keys).toHaveLength(2);
  });

  test('does not retry a sign-up: without a credential the server stores no idempotency key', async () => {
    const calls: string[] = [];
    const api = new Pronet({ baseUrl, fetch: losing(9, calls) });
    const body = { email: `${unique('m')}@example.com`, password: 'seven quiet herons over the lake' };
    await expect(api.account.create(body)).rejects.toThrow('fetch failed');
    expect(calls).toHaveLength(1);
  });

  test.each([429, 503])('waits for a %i as long as it asks', async (status) => {
    const calls: number[] = [];
    const begunAt = performance.now();
    const me = await client({ fetch: refusing(status, '0.05', calls) }).me.get();
    expect(me.profiles[0]?.profile.id).toBe(profileId);
    expect(calls).toHaveLength(2);
    expect(performance.now() - begunAt).toBeGreaterThan(45);
  });

  test('returns immediately if the wait would be too long, and an abort ends a wait', async () => {
    const refused = client({ fetch: refusing(429, '3600') }).me.get();
    await expect(refused).rejects.toMatchObject({ status: 429, retryAfter: 3600 });
    const call = client({ fetch: refusing(429, '20') }).me.get({}, { signal: AbortSignal.timeout(20) });
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});

test('events.stream waits as long as a refusal asks, and continues after the last id', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const sent: { at: number; lastId: string | null }[] = [];
  const answers = [
    () => Response.json({}, { status: 429, headers: { 'retry-after': '1' } }),
    () => new Response('retry: 10\nid: a\n\nid: b\ndata: {"id":"1"}\n\nid: c\nda', EVENT_STREAM),
    () => new Response('id: d\r\ndata: {"id":"2"}\r\n\r\n', EVENT_STREAM),
  ];
  const send = async (request: Request) => {
    sent.push({ at: performance.now(), lastId: request.headers.get('last-event-id') });
    return answers[sent.length - 1]!();
  };
  const cursors: string[] = [];
  const stream = client({ fetch: send }).events.stream();
  const positions = [stream.cursor];
  for await (const { cursor } of stream) {
    cursors.push(cursor);
    positions.push(stream.cursor);
    if (cursor === 'd') break;
  }
  vi.restoreAllMocks();
  expect(cursors).toEqual(['b', 'd']);
  expect(positions, 'of what has been handled').toEqual([undefined, 'a', 'b']);
  expect(sent.map(({ lastId }) => lastId)).toEqual([null, null, 'b']);
  expect(sent[1]!.at - sent[0]!.at).toBeGreaterThan(990);
});

test('a list yields every item once, fetching pages on demand', async () => {
  for (const text of ['one', 'two', 'three', 'four', 'five']) {
    await client().posts.create({ body: text });
  }
  const paths: string[] = [];
  const api = client({
    fetch: (request) => {
      paths.push(new URL(request.url).search);
      return fetch(request);
    },
  });
  const seen: string[] = [];
  const posts = api.posts.listOfProfile(profileId, { limit: 2 });
  expect(paths).toEqual([]);
  for await (const post of posts) {
    seen.push(post.body_preview);
    if (seen.length === 5) break;
  }
  expect(seen).toEqual(['five', 'four', 'three', 'two', 'one']);
  expect(paths).toEqual(['?limit=2', expect.stringMatching(/^\?limit=2&cursor=/), expect.stringMatching(/cursor=/)]);
  // The first page is there already.
  expect((await posts).items.map(({ body_preview }) => body_preview)).toEqual(['five', 'four']);
  expect(paths).toHaveLength(3);
  const [, second] = await Array.fromAsync(posts.pages());
  expect(second?.items[0]?.body_preview).toBe('three');
  await expect(Array.fromAsync(api.posts.listComments('x'))).rejects.toMatchObject({ code: 'post_not_found' });
});

describe('upload', () => {
  const fields = async () => {
    const images = [
      new Blob([new Uint8Array(await png({ width: 640, height: 480 }))], { type: 'image/png' }),
      new Blob([new Uint8Array(await png({ width: 64, height: 48 }))], { type: 'image/png' }),
    ];
    return { body: 'Two pictures', images, alt_text: ['The first', 'The second'] };
  };

  test('sends pictures with their texts in order, and reports progress', async () => {
    const steps: number[] = [];
    const post = await client().posts.createWithImages(await fields(), {
      onProgress: ({ sentBytes, totalBytes }) => steps.push(sentBytes / totalBytes),
    });
    expect(post.images.map(({ alt_text, width }) => [alt_text, width])).toEqual([
      ['The first', 640],
      ['The second', 64],
    ]);
    expect(steps.at(-1)).toBe(1);
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  });

  test('starts again after a lost response, and posts once', async () => {
    const before = await countPosts();
    let lost = 0;
    const api = client({
      fetch: async (request) => {
        const response = await fetch(request);
        if (lost++ === 0) throw new TypeError('fetch failed');
        return response;
      },
    });
    for (const onProgress of [() => undefined, undefined]) {
      lost = 0;
      const post = await api.posts.createWithImages(await fields(), { onProgress });
      expect(replyOf(post).headers.get('idempotency-replayed')).toBe('true');
    }
    expect(await countPosts()).toBe(before + 2);
  });
});

test('etagCache revalidates, and returns the new response after a change', async () => {
  const statuses: number[] = [];
  const send = async (request: Request) => {
    const response = await fetch(request);
    statuses.push(response.status);
    return response;
  };
  const reader = new Pronet({ baseUrl, fetch: etagCache({ send, maxEntries: 1 }) });
  const read = async () => (await reader.profiles.get(profileId)).occupation;
  expect([await read(), await read()]).toEqual([null, null]);
  await client().profiles.update(profileId, { occupation: 'Keeper of herons' });
  expect(await read()).toBe('Keeper of herons');
  await reader.meta.get();
  await read();
  expect(statuses).toEqual([200, 304, 200, 200, 200]);
});
