import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { end, startCommand } from '../chaos/processes.ts';
import { growthOf, type Sample, sampleOf } from './growth.ts';

const USAGE = `npm run soak -- [--minutes 30] [--callers 8]

Starts a server with a database of its own, sends reads, writes, pictures and event streams, and fails if memory, heap, open files,
handles or database connections grow, or if a request fails.`;
const SAMPLES = 60;
const PAUSE_MS = 100;
const STREAM_MS = 2000;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    callers: { type: 'string', default: '8' },
    help: { type: 'boolean', default: false },
  },
});
const [minutes, callers] = [Number(values.minutes), Number(values.callers)];
if (values.help || !(minutes > 0) || !(callers > 0)) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}

const dataDir = await mkdtemp(join(tmpdir(), 'pronet-soak-'));
const server = await startCommand('serve', 'ready', { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'info' });
try {
  const ok = await soak(String(server.line['base_url']));
  process.exitCode = ok ? 0 : 1;
} finally {
  await end(server.child, 'SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
}

async function soak(base: string): Promise<boolean> {
  const authorization = `Bearer ${(await readFile(join(dataDir, 'demo-key'), 'utf8')).trim()}`;
  const me = (await (await fetch(`${base}/v1/me`, { headers: { authorization } })).json()) as {
    data: { profiles: { profile: { id: string } }[] };
  };
  const headers = { authorization, 'x-profile-id': me.data.profiles[0]!.profile.id };
  const failures = new Map<string, number>();
  let done = 0;
  const send = async (method: string, path: string, body?: object): Promise<{ id?: string }> => {
    const json = body && { body: JSON.stringify(body) };
    const type = body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const response = await fetch(base + path, { method, headers: { ...headers, ...type }, ...json });
    const { data } = (await response.json()) as { data: { id?: string } };
    done += 1;
    if (!response.ok) count(failures, `${method} ${path.replace(/[0-9a-f-]{36}/, 'ID')}: ${response.status}`);
    return data;
  };
  const picture = Buffer.from(await (await fetch(await pictureUrl(base))).arrayBuffer()).toString('base64');
  const first = (await send('POST', '/v1/posts', { body: 'The first' })).id!;
  const stream = async () => {
    const cut = AbortSignal.timeout(STREAM_MS);
    await fetch(`${base}/v1/events/stream?cursor=now`, { headers, signal: cut })
      .then((response) => response.text())
      .catch(() => undefined);
    done += 1;
  };
  const kinds: (() => Promise<unknown>)[] = [
    () => send('GET', '/v1/home'),
    () => send('GET', '/v1/feed?view=full'),
    () => send('GET', `/v1/posts/${first}`),
    async () => send('DELETE', `/v1/posts/${(await send('POST', '/v1/posts', { body: `At ${Date.now()}` })).id}`),
    () => send('PUT', `/v1/posts/${first}/reaction`, { reaction_type: 'like', active: done % 2 === 0 }),
    () => send('POST', `/v1/posts/${first}/comments`, { body: `Number ${done}` }),
    () => send('GET', '/v1/search/posts?q=coffee'),
    () => send('GET', '/v1/audit-log?limit=50'),
    stream,
    () => send('POST', '/v1/posts/with-images', { body: 'A picture', images: [{ content_base64: picture }] }),
  ];
  const endsAt = Date.now() + minutes * 60_000;
  const working = Array.from({ length: callers }, async (_, caller) => {
    for (let turn = caller; Date.now() < endsAt; turn += 1) {
      await kinds[turn % kinds.length]!().catch((error: Error) =>
        count(failures, String(error.cause ?? error.message)),
      );
      await sleep(PAUSE_MS);
    }
  });
  const samples: Sample[] = [];
  for (let number = 0; number < SAMPLES; number++) {
    await sleep((minutes * 60_000) / SAMPLES);
    samples.push(sampleOf(await (await fetch(`${base}/metrics`)).text()));
  }
  await Promise.all(working);
  const growth = growthOf(samples);
  const ok = failures.size === 0 && Object.values(growth).every(({ grows }) => !grows);
  console.log(JSON.stringify({ soak: minutes, ok, requests: done, failures: Object.fromEntries(failures), growth }));
  return ok;
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** One of the pictures of the demo. */
async function pictureUrl(base: string): Promise<string> {
  const posts = (await (await fetch(`${base}/v1/profiles/ledger-agent/posts`)).json()) as {
    data: { items: { images: { url: string }[] }[] };
  };
  return posts.data.items.flatMap(({ images }) => images)[0]!.url;
}
