import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type CallResult, startTestApp, type TestApp } from '../../support/app.ts';
import { insertProfiles, UNTOLD } from '../../support/many-profiles.ts';
import { type Member, makeMember } from '../../support/members.ts';
import { head, listen } from '../../support/raw-http.ts';

const MANY = 2500;

let t: TestApp;
let ada: Member;
let port: number;
beforeAll(async () => {
  t = await startTestApp({}, { breaks: UNTOLD });
  ada = await makeMember(t);
  await insertProfiles(t.pool, MANY);
  port = await listen(t.app);
}, 120_000);

const SITEMAP = '/v1/profiles/sitemap';
/** Responses to requests with a cookie never come from the server's cache. */
const UNCACHED = { cookie: 'uncached=1' };
const read = (query = '', headers = {}) => t.call('GET', `${SITEMAP}${query}`, { headers });
const namesOf = ({ json }: CallResult): string[] =>
  json.data.items.map(({ username }: { username: string }) => username);
const isListed = async (member: Member) => namesOf(await read()).includes(member.profile.username);

/** The path of `rel="next"`. */
function nextOf({ headers }: CallResult): string | undefined {
  const [, address] = /^<(.+)>; rel="next"$/.exec(String(headers['link'] ?? '')) ?? [];
  return address?.slice(t.deps.config.baseUrl.length + SITEMAP.length);
}

describe('a page', () => {
  it('lists all profiles, in the format of the specification', async () => {
    const answer = await read();
    expect(answer.json.data.items).toHaveLength(MANY + 1);
    const { updated_at } = (await t.call('GET', `/v1/profiles/${ada.profile.id}`)).json.data;
    expect(answer.json.data.items).toContainEqual({ username: ada.profile.username, type: 'human', updated_at });
    expect(Object.keys(answer.json.data)).toEqual(['items']);
    expect([answer.headers['link'], answer.json.agent.next_actions]).toEqual([undefined, undefined]);
  });

  it('links to the next one in the header and in agent, until the last', async () => {
    const seen: string[] = [];
    const lengths: number[] = [];
    for (let query: string | undefined = '?limit=900'; query !== undefined; ) {
      const page = await read(query);
      seen.push(...namesOf(page));
      lengths.push(page.json.data.items.length);
      query = nextOf(page);
      expect(page.json.agent.next_actions?.[0].path).toBe(query && SITEMAP + query);
    }
    expect(lengths).toEqual([900, 900, 701]);
    expect(seen).toEqual(namesOf(await read()));
  });

  it('is the last if it has exactly the remaining profiles', async () => {
    expect(nextOf(await read(`?limit=${MANY + 1}`))).toBeUndefined();
    const first = await read(`?limit=${MANY}`);
    const last = await read(nextOf(first));
    expect([last.json.data.items.length, nextOf(last)]).toEqual([1, undefined]);
  });

  it('after the last profile is empty', async () => {
    const first = await read(`?limit=${MANY}`);
    await t.pool.query('update profiles set indexable = false where id = (select max(id::text)::uuid from profiles)');
    const last = await read(nextOf(first));
    await t.pool.query('update profiles set indexable = true where not indexable');
    expect([last.status, last.json.data]).toEqual([200, { items: [] }]);
  });

  it.each(['?limit=0', '?limit=50001', '?limit=many', '?view=short'])('%s is rejected', async (query) => {
    expect((await read(query)).status).toBe(400);
  });
  it('rejects a cursor of another list', async () => {
    const other = (await t.call('GET', '/v1/profiles?limit=1', { token: ada.token })).json.data.next_cursor ?? 'none';
    const refused = await read(`?cursor=${other}`);
    expect(refused.json.error_code).toBe('invalid_cursor');
    expect(refused.json.agent.hint).toContain('the header Link');
    expect(refused.json.agent.hint).not.toContain('next_cursor');
  });
});

describe('the list', () => {
  const hide = {
    'opted out': ['update profiles set indexable = $2 where id = $1', false, true],
    'is suspended': ['update profiles set suspended_at = $2 where id = $1', new Date(), null],
    'has a suspended account': [
      'update accounts set suspended_at = $2 where id = (select account_id from profiles where id = $1)',
      new Date(),
      null,
    ],
    'has an account scheduled for deletion': [
      'update accounts set deletion_scheduled_at = $2 where id = (select account_id from profiles where id = $1)',
      new Date(),
      null,
    ],
  } as const;
  it.each(Object.entries(hide))('leaves out a profile that %s', async (_name, [text, hidden, shown]) => {
    const cleo = await makeMember(t);
    const tag = async () => (await read()).headers['etag'];
    const before = await tag();
    await t.pool.query(text, [cleo.profile.id, hidden]);
    expect(await isListed(cleo)).toBe(false);
    expect(await tag()).not.toBe(before);
    await t.pool.query(text, [cleo.profile.id, shown]);
    expect([await isListed(cleo), await tag()]).toEqual([true, before]);
  });

  it('leaves out deleted profiles', async () => {
    const cleo = await makeMember(t);
    await t.call('DELETE', `/v1/profiles/${cleo.profile.id}`, { token: cleo.token });
    expect(await isListed(cleo)).toBe(false);
    expect(namesOf(await read()).filter((name) => name.startsWith('deleted'))).toEqual([]);
  });
});

describe('caching', () => {
  it('anonymous responses are cacheable for an hour, and cost nothing until something changes', async () => {
    const first = await read();
    expect(first.headers).toMatchObject({
      'cache-control': 'public, max-age=3600',
      vary: 'Authorization, X-Profile-Id, accept-encoding',
      'content-type': 'application/json',
    });
    const again = await read('', { ...UNCACHED, 'if-none-match': first.headers['etag'] });
    expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', first.headers['etag']]);
    const statements = t.logLines.map((line) => JSON.parse(line)).findLast((line) => line.operation).statements;
    expect(statements).toBe(1);
    await t.call('PATCH', `/v1/profiles/${ada.profile.id}`, { token: ada.token, body: { occupation: 'Cartographer' } });
    expect((await read('', { 'if-none-match': first.headers['etag'] })).status).toBe(200);
  });

  it('a response with a credential is private', async () => {
    const { headers } = await t.call('GET', SITEMAP, { token: ada.token });
    expect([headers['cache-control'], headers['etag']]).toEqual(['private, no-store', undefined]);
  });

  it('HEAD returns the same headers', async () => {
    const [got, asked] = [
      await read('?limit=100', UNCACHED),
      await t.call('HEAD', `${SITEMAP}?limit=100`, { headers: UNCACHED }),
    ];
    const { 'x-request-id': _got, date: _gotAt, 'transfer-encoding': _chunked, ...expected } = got.headers;
    expect([asked.status, asked.text]).toEqual([200, '']);
    expect(asked.headers).toMatchObject(expected);
  });

  it('is compressed on request', async () => {
    const answer = await t.app.inject({ url: SITEMAP, headers: { 'accept-encoding': 'br, gzip' } });
    expect(answer.headers['content-encoding']).toBe('gzip');
    const whole = JSON.parse(gunzipSync(answer.rawPayload).toString());
    expect(whole.data.items.length).toBeGreaterThan(MANY);
  });
});

/** Sends a request over a real connection and reads nothing until resumed. */
async function slowReader(cookie = UNCACHED.cookie): Promise<{ socket: Socket; read: () => Promise<string> }> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  onTestFinished(() => {
    socket.destroy();
  });
  await once(socket, 'connect');
  socket.pause().write(head(`GET ${SITEMAP}`, 'Connection: close', ...(cookie === '' ? [] : [`Cookie: ${cookie}`])));
  return {
    socket,
    async read() {
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.resume();
      await once(socket, 'close');
      return text;
    },
  };
}

/** Runs something before each batch of items is read; call the result to stop. */
function beforeEachBatch(work: () => Promise<void>): () => void {
  const { executor } = t.deps.database;
  const { run } = executor;
  executor.run = async (calls) => {
    if (calls.some(({ name }) => name === 'profiles.list_sitemap')) await work();
    return run(calls);
  };
  return () => {
    executor.run = run;
  };
}

/** Whether the chunked body is complete. */
const isWhole = (text: string) => text.endsWith('\r\n0\r\n\r\n');

describe('while a page is sent', () => {
  it('holds no connection or snapshot between two batches', async () => {
    const held: unknown[] = [];
    onTestFinished(
      beforeEachBatch(async () => {
        const { rows } = await t.pool.query(
          "select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
        );
        held.push([t.pool.totalCount - t.pool.idleCount, rows.length]);
      }),
    );
    const reader = await slowReader();
    expect(isWhole(await reader.read())).toBe(true);
    expect(held).toEqual(Array(Math.ceil(MANY / 1000)).fill([0, 0]));
  });

  it.each([
    ['', UNCACHED.cookie],
    [' that was to be cached', ''],
  ])('an error closes the connection%s, so that a partial list is noticed', async (_cached, cookie) => {
    let batches = 0;
    const restore = beforeEachBatch(async () => {
      batches += 1;
      if (batches === 3) await t.pool.query('alter table profiles rename column username to gone');
    });
    const reader = await slowReader(cookie);
    const text = await reader.read();
    restore();
    await t.pool.query('alter table profiles rename column gone to username');
    expect(text).toMatch(/^HTTP\/1.1 200 /);
    expect(text).toContain('"username":"many-');
    expect(isWhole(text)).toBe(false);
    await expect(fetch(`http://127.0.0.1:${port}${SITEMAP}`).then((answer) => answer.json())).resolves.toMatchObject({
      ok: true,
    });
  });

  it('stops reading when the client disconnects', async () => {
    const reader = await slowReader();
    await sleep(50);
    reader.socket.destroy();
    await sleep(100);
    const before = t.logLines.length;
    expect((await read('?limit=1')).status).toBe(200);
    expect(t.logLines.slice(before).filter((line) => JSON.parse(line).level === 'error')).toEqual([]);
  });

  it('many readers share two connections, then wait, and from the 43rd on get Retry-After', async () => {
    let most = 0;
    let open = () => {};
    const refusedOne = new Promise<void>((resolve) => {
      open = resolve;
    });
    onTestFinished(
      beforeEachBatch(async () => {
        most = Math.max(most, t.pool.totalCount - t.pool.idleCount);
        await refusedOne;
      }),
    );
    const readers = Array.from({ length: 60 }, async () => {
      const answer = await fetch(`http://127.0.0.1:${port}${SITEMAP}`, { headers: UNCACHED });
      if (answer.status === 503) open();
      return answer;
    });
    const answers = await Promise.all(readers);
    const refused = answers.filter(({ status }) => status === 503);
    expect(answers.filter(({ status }) => status === 200).length + refused.length).toBe(60);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.map(({ headers }) => headers.get('retry-after'))).toEqual(refused.map(() => '5'));
    const read = answers
      .filter(({ status }) => status === 200)
      .map((answer) => answer.json() as Promise<{ ok: boolean }>);
    expect((await Promise.all(read)).every(({ ok }) => ok)).toBe(true);
    expect(most).toBeLessThanOrEqual(2);
  });
});
