import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Pronet } from '../../clients/typescript/src/index.ts';
import { messagesOf } from '../../clients/typescript/src/sse.ts';
import { joinEmbedded } from '../../src/db/embedded.ts';
import { startTcpProxy } from '../../test/support/tcp-proxy.ts';
import { end, startCommand } from './processes.ts';

const ACCOUNTS = 8;
const PROFILES_EACH = 50;
const STREAMS_EACH = 5;
const WRITES_PER_SECOND = 200;
const CUTS = 50;
const RSS_MAX_MIB = 300;
const DRAIN_MS = 20_000;
type Reader = { id: string; token: string };

const INSERT = `insert into events (id, created_at, type, profile_id, object_type, object_id, data)
  values (gen_random_uuid(), clock_timestamp(), 'profile.updated', $1, 'profile', $1, jsonb_build_object('fields', array[$2::int::text]))`;

async function call<T>(base: string, path: string, token: string | null, body: unknown, as?: string): Promise<T> {
  const headers = {
    'content-type': 'application/json',
    ...(token && { authorization: `Bearer ${token}` }),
    ...(as && { 'x-profile-id': as }),
  };
  const response = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
  return ((await response.json()) as { data: T }).data;
}

/** Profiles, each with a key of its own. */
async function makeReaders(base: string): Promise<Reader[]> {
  const word = randomBytes(4).toString('hex');
  const readers: Reader[] = [];
  for (let account = 0; account < ACCOUNTS; account++) {
    const login = { email: `${word}-${account}@example.com`, password: 'seven quiet herons over the lake' };
    const { session } = await call<{ session: { token: string } }>(base, '/v1/account', null, login);
    for (let n = 0; n < PROFILES_EACH; n++) {
      const profile = { type: 'ai_agent', username: `c${word}${account}x${n}`, name: 'A reader' };
      const { id } = await call<{ id: string }>(base, '/v1/profiles', session.token, profile);
      const key = { name: 'a reader', scopes: ['notifications:read', 'posts:all'], profile_ids: [id] };
      const { secret } = await call<{ secret: string }>(base, '/v1/api-keys', session.token, key);
      readers.push({ id, token: secret });
    }
  }
  return readers;
}

async function rssMib(pid: number): Promise<number> {
  const [, kib] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))!;
  return Math.round(Number(kib) / 1024);
}

/** Opens all streams. Returns how many the server accepted; `take` gets each event. */
async function openAll(base: string, readers: readonly Reader[], signal: AbortSignal, take: (data: string) => void) {
  const readings: Promise<void>[] = [];
  let open = 0;
  const openOne = async ({ token }: Reader) => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${base}/v1/events/stream`, { headers, signal });
    if (response.ok) open++;
    const read = async () => {
      for await (const { data } of messagesOf(response.body!)) if (data) take(data);
    };
    readings.push(read().catch(() => undefined));
  };
  for (const reader of readers) await Promise.all(Array.from({ length: STREAMS_EACH }, () => openOne(reader)));
  return { open, closed: Promise.all(readings) };
}

/** Publishes posts of all profiles in turn, at a steady rate. Returns how many. */
async function publish(base: string, readers: readonly Reader[], seconds: number): Promise<number> {
  const pending: Promise<unknown>[] = [];
  for (const begunAt = Date.now(); Date.now() - begunAt < seconds * 1000; await sleep(20)) {
    const due = Math.floor(((Date.now() - begunAt) / 1000) * WRITES_PER_SECOND);
    while (pending.length < due) {
      const { id, token } = readers[pending.length % readers.length]!;
      pending.push(call(base, '/v1/posts', token, { body: `Post number ${pending.length}` }, id));
    }
  }
  await Promise.all(pending);
  return pending.length;
}

/** Many open streams on a server that takes writes. */
async function load(base: string, pid: number, readers: readonly Reader[], seconds: number) {
  const lagsMs: number[] = [];
  const stop = new AbortController();
  const before = await rssMib(pid);
  const { open, closed } = await openAll(base, readers, stop.signal, (data) => {
    const { type, created_at } = JSON.parse(data) as { type: string; created_at: string };
    if (type === 'post.published') lagsMs.push(Date.now() - Date.parse(created_at));
  });
  const idle = await rssMib(pid);
  let peak = idle;
  const sampling = setInterval(async () => {
    peak = Math.max(peak, await rssMib(pid));
  }, 200);
  const written = await publish(base, readers, seconds);
  const expected = written * STREAMS_EACH;
  for (let waited = 0; lagsMs.length < expected && waited < DRAIN_MS; waited += 100) await sleep(100);
  clearInterval(sampling);
  stop.abort();
  await closed;
  lagsMs.sort((a, b) => a - b);
  const percentile = (part: number) => lagsMs[Math.floor((lagsMs.length - 1) * part)];
  const lag_ms = { p50: percentile(0.5), p99: percentile(0.99), max: lagsMs.at(-1) };
  const ok = open === readers.length * STREAMS_EACH && lagsMs.length === expected && peak < RSS_MAX_MIB;
  return { ok, open, rss_mib: { before, idle, peak }, written, received: lagsMs.length, expected, lag_ms };
}

/** One client whose connection is cut again and again. */
async function cuts(base: string, pool: pg.Pool, { id, token }: Reader) {
  const proxy = await startTcpProxy(Number(new URL(base).port));
  const seen: unknown[] = [];
  const stop = new AbortController();
  const headers = { authorization: `Bearer ${token}` };
  const now = (await (await fetch(`${base}/v1/events?cursor=now`, { headers })).json()) as {
    data: { next_cursor: string };
  };
  const client = new Pronet({ baseUrl: `http://127.0.0.1:${proxy.port}`, token });
  const reading = (async () => {
    const { next_cursor: cursor } = now.data;
    for await (const { event } of client.events.stream({ cursor }, { signal: stop.signal }))
      seen.push(event.type === 'profile.updated' ? Number(event.data.fields[0]) : event);
  })();
  let last = 0;
  for (let cut = 0; cut < CUTS; cut++) {
    const cutAt = Date.now() + Math.random() * 3000;
    while (Date.now() < cutAt) {
      await pool.query(INSERT, [id, ++last]);
      await sleep(Math.random() * 20);
    }
    await proxy.set({ kind: 'none' });
  }
  for (let waited = 0; seen.at(-1) !== last && waited < DRAIN_MS; waited += 100) await sleep(100);
  stop.abort();
  await reading;
  await proxy.close();
  const ok = seen.length === last && seen.every((n, index) => n === index + 1);
  return { ok, cuts: CUTS, written: last, seen: seen.length };
}

/** 2,000 open streams at 200 posts a second, then 50 cuts of one: every event arrives once and in order. */
export async function run(seconds: number): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pronet-chaos-'));
  const env = { DATA_DIR: dataDir, PORT: '0', MAX_CONNECTIONS: '5000' };
  // The first start makes the demo network, which takes memory of its own.
  await end((await startCommand('serve', 'ready', env)).child, 'SIGTERM');
  const { child, line } = await startCommand('serve', 'ready', env);
  const { connection } = await joinEmbedded({ dataDir });
  const pool = new pg.Pool({ ...connection, max: 4 });
  try {
    const base = String(line['base_url']);
    const readers = await makeReaders(base);
    const loaded = await load(base, child.pid!, readers, seconds);
    const cut = await cuts(base, pool, readers[0]!);
    console.log(JSON.stringify({ chaos: 'streams', ok: loaded.ok && cut.ok, seconds, load: loaded, cuts: cut }));
    return loaded.ok && cut.ok;
  } finally {
    await pool.end();
    await end(child, 'SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  }
}
