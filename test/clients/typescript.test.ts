import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createPronetClient, etagCache, type PronetOptions } from '../../clients/typescript/src/index.ts';
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

const client = (options: Partial<PronetOptions> = {}) => createPronetClient({ baseUrl, token, profileId, ...options });
const countPosts = async () => {
  const { data } = await client().GET('/v1/profiles/{profile_id}', { params: { path: { profile_id: profileId } } });
  return data && 'posts_count' in data ? data.posts_count : Number.NaN;
};
const EVENT_STREAM = { headers: { 'content-type': 'text/event-stream' } };

describe('a call', () => {
  test('sends credential and profile, and unwraps the envelope', async () => {
    const { data, error, agent, response } = await client().POST('/v1/posts', { body: { body: 'From the client' } });
    expect(error).toBeUndefined();
    expect(data).toMatchObject({ body: 'From the client', profile_id: profileId });
    expect(agent.next_actions?.[0]).toMatchObject({ method: 'GET', path: `/v1/posts/${data?.id}` });
    expect(response.status).toBe(201);
    const { data: edited } = await client().PATCH('/v1/posts/{post_id}', {
      params: { path: { post_id: data!.id } },
      body: { body: 'Edited' },
    });
    expect(edited?.body).toBe('Edited');
    const { data: removal } = await client().DELETE('/v1/posts/{post_id}', { params: { path: { post_id: data!.id } } });
    expect(removal).toEqual({ post_id: data?.id, removed: true });
  });

  test('resolves with a failure that says how to recover, and can be thrown', async () => {
    const { data, error } = await client().GET('/v1/posts/{post_id}', { params: { path: { post_id: 'nothing' } } });
    expect(data).toBeUndefined();
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ status: 404, error_code: 'post_not_found', agent: { hint: expect.any(String) } });
    expect(error?.message).toMatch(/^post_not_found: There is no such post/);
  });

  test('distinguishes foreign responses', async () => {
    const proxy = async () => new Response('<html>Bad gateway</html>', { status: 502 });
    const { error } = await client({ fetch: proxy }).GET('/v1/meta');
    expect(error).toMatchObject({ status: 502, error_code: 'no_envelope', agent: {} });
  });

  test('may name another profile, and be a dry run', async () => {
    const { error } = await client().POST('/v1/posts', {
      body: { body: 'As somebody else' },
      params: { header: { 'X-Profile-Id': '01a1fec7-4f91-73ec-a598-1dfaaa9fdf23' } },
    });
    expect(error?.error_code).toBe('profile_not_attached');
    const before = await countPosts();
    const { agent } = await client().POST('/v1/posts', {
      body: { body: 'Only tried' },
      params: { header: { 'Dry-Run': true } },
    });
    expect(agent.dry_run).toBe(true);
    expect(await countPosts()).toBe(before);
  });

  test('sends a list in a query as one parameter', async () => {
    const types = ['post.published', 'comment.created'] as const;
    const { error } = await client().GET('/v1/events', { params: { query: { types: [...types] } } });
    expect(error).toBeUndefined();
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
    const { data, response } = await api.POST('/v1/posts', { body: { body: 'Once' } });
    expect(data?.body).toBe('Once');
    expect(response.headers.get('idempotency-replayed')).toBe('true');
    expect(keys).toEqual(Array(3).fill(keys[0]));
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(await countPosts()).toBe(before + 1);
    await api.POST('/v1/posts', { body: { body: 'Another' } });
    expect(keys[3]).not.toBe(keys[0]);
  });

  test('throws after too many lost responses', async () => {
    const keys: string[] = [];
    await expect(client({ fetch: losing(9, keys), retries: 1 }).GET('/v1/me')).rejects.toThrow('fetch failed');
    expect(keys).toHaveLength(2);
  });

  test('does not retry a sign-up: without a credential the server stores no idempotency key', async () => {
    const calls: string[] = [];
    const api = createPronetClient({ baseUrl, fetch: losing(9, calls) });
    const body = { email: `${unique('m')}@example.com`, password: 'seven quiet herons over the lake' };
    await expect(api.POST('/v1/account', { body })).rejects.toThrow('fetch failed');
    expect(calls).toHaveLength(1);
  });

  test.each([429, 503])('waits for a %i as long as it asks', async (status) => {
    const calls: number[] = [];
    const begunAt = performance.now();
    const { data } = await client({ fetch: refusing(status, '0.05', calls) }).GET('/v1/me');
    expect(data?.profiles[0]?.profile.id).toBe(profileId);
    expect(calls).toHaveLength(2);
    expect(performance.now() - begunAt).toBeGreaterThan(45);
  });

  test('returns immediately if the wait would be too long, and an abort ends a wait', async () => {
    const { error } = await client({ fetch: refusing(429, '3600') }).GET('/v1/me');
    expect(error?.status).toBe(429);
    const call = client({ fetch: refusing(429, '20') }).GET('/v1/me', { signal: AbortSignal.timeout(20) });
    await expect(call).rejects.toThrow(/timeout|aborted/i);
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
  for await (const { cursor } of client({ fetch: send }).events.stream()) {
    cursors.push(cursor);
    if (cursor === 'd') break;
  }
  vi.restoreAllMocks();
  expect(cursors).toEqual(['b', 'd']);
  expect(sent.map(({ lastId }) => lastId)).toEqual([null, null, 'b']);
  expect(sent[1]!.at - sent[0]!.at).toBeGreaterThan(990);
});

test('pages yields every item once, fetching pages on demand', async () => {
  for (const text of ['one', 'two', 'three', 'four', 'five']) {
    await client().POST('/v1/posts', { body: { body: text } });
  }
  const paths: string[] = [];
  const api = client({
    fetch: (request) => {
      paths.push(new URL(request.url).search);
      return fetch(request);
    },
  });
  const seen: string[] = [];
  const options = { params: { path: { profile_id: profileId }, query: { limit: 2 } } };
  for await (const post of api.pages('/v1/profiles/{profile_id}/posts', options)) {
    seen.push(post.body_preview);
    if (seen.length === 5) break;
  }
  expect(seen).toEqual(['five', 'four', 'three', 'two', 'one']);
  expect(paths).toEqual(['?limit=2', expect.stringMatching(/^\?limit=2&cursor=/), expect.stringMatching(/cursor=/)]);
  await expect(async () => {
    for await (const _ of api.pages('/v1/posts/{post_id}/comments', { params: { path: { post_id: 'x' } } }));
  }).rejects.toThrow('post_not_found');
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
    const { data, error } = await client().upload('POST', '/v1/posts/with-images', {
      fields: await fields(),
      onProgress: ({ sentBytes, totalBytes }) => steps.push(sentBytes / totalBytes),
    });
    expect(error).toBeUndefined();
    expect(data?.images.map(({ alt_text, width }) => [alt_text, width])).toEqual([
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
      const { response } = await api.upload('POST', '/v1/posts/with-images', {
        fields: await fields(),
        ...(onProgress ? { onProgress } : {}),
      });
      expect(response.headers.get('idempotency-replayed')).toBe('true');
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
  const reader = createPronetClient({ baseUrl, fetch: etagCache({ send, maxEntries: 1 }) });
  const read = async () =>
    (await reader.GET('/v1/profiles/{profile_id}', { params: { path: { profile_id: profileId } } })).data?.occupation;
  expect([await read(), await read()]).toEqual([null, null]);
  await client().PATCH('/v1/profiles/{profile_id}', {
    params: { path: { profile_id: profileId } },
    body: { occupation: 'Keeper of herons' },
  });
  expect(await read()).toBe('Keeper of herons');
  await reader.GET('/v1/meta');
  await read();
  expect(statuses).toEqual([200, 304, 200, 200, 200]);
});
