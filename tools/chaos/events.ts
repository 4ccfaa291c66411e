import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { end, startCommand } from './processes.ts';

const WRITERS = 3;
const EVENTS_PER_SECOND = 1000;
const DRAIN_MS = 60_000;
const WRITER = fileURLToPath(new URL('./event-writer.ts', import.meta.url));

type Event = { id: string; created_at: string; data: { fields?: string[] } };

/** What a poller has seen. It stores nothing but its cursor. */
class Poller {
  readonly #ids = new Set<string>();
  readonly #next = new Map<string, number>();
  readonly lagsMs: number[] = [];
  seen = 0;
  twice = 0;
  outOfOrder = 0;

  async run(poll: (cursor: string) => Promise<{ items: Event[]; next_cursor: string }>, hasEnded: () => boolean) {
    for (let cursor = 'now'; ; ) {
      const { items, next_cursor } = await poll(cursor);
      for (const event of items) this.#take(event);
      cursor = next_cursor;
      if (items.length === 0 && hasEnded()) return;
    }
  }

  #take({ id, created_at, data }: Event): void {
    const [stream, number] = data.fields ?? [];
    if (stream === undefined || number === undefined) return;
    const n = Number(number);
    this.seen++;
    this.lagsMs.push(Date.now() - Date.parse(created_at));
    if (this.#ids.has(id)) this.twice++;
    this.#ids.add(id);
    if (n !== (this.#next.get(stream) ?? 0)) this.outOfOrder++;
    this.#next.set(stream, n + 1);
  }
}

async function startWriter(dataDir: string, profile: string, seconds: number): Promise<number> {
  const args = [WRITER, dataDir, profile, String(EVENTS_PER_SECOND / WRITERS), String(seconds)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`a writer ended with ${code}`);
  return (JSON.parse(output) as { committed: number }).committed;
}

const percentile = (sorted: readonly number[], part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? 0;

/**
 * Three processes write 1,000 events a second together, two pollers read them over HTTP, and the process with the
 * dispatcher is killed with SIGKILL in the middle. Each poller must see exactly what was committed, once and in order.
 */
export async function run(seconds: number): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pronet-chaos-'));
  const env = { DATA_DIR: dataDir, PORT: '0', WORKER: 'separate' };
  const server = await startCommand('serve', 'ready', env);
  let worker = (await startCommand('worker', 'working', env)).child;
  try {
    const base = String(server.line['base_url']);
    const headers = { authorization: `Bearer ${(await readFile(join(dataDir, 'demo-key'), 'utf8')).trim()}` };
    const get = async <T>(path: string): Promise<T> => {
      const response = await fetch(base + path, { headers });
      if (!response.ok) throw new Error(await response.text());
      return ((await response.json()) as { data: T }).data;
    };
    const me = await get<{ profiles: { profile: { id: string } }[] }>('/v1/me');
    const profiles = me.profiles.map(({ profile }) => profile.id);
    let written = false;
    const pollers = ['limit=50', 'limit=17&types=post.updated'].map((query) => {
      const poller = new Poller();
      const poll = (cursor: string) =>
        get<{ items: Event[]; next_cursor: string }>(`/v1/events?${query}&wait=5&cursor=${encodeURIComponent(cursor)}`);
      return { poller, done: poller.run(poll, () => written) };
    });
    await sleep(1000);
    const writers = Array.from({ length: WRITERS }, (_, n) =>
      startWriter(dataDir, profiles[n % profiles.length]!, seconds),
    );
    await sleep((seconds / 2) * 1000);
    await end(worker, 'SIGKILL');
    await sleep(3000);
    worker = (await startCommand('worker', 'working', env)).child;
    const committed = (await Promise.all(writers)).reduce((sum, count) => sum + count);
    written = true;
    await Promise.race([Promise.all(pollers.map(({ done }) => done)), sleep(DRAIN_MS)]);
    const results = pollers.map(({ poller }) => {
      const lags = poller.lagsMs.toSorted((a, b) => a - b);
      const { seen, twice, outOfOrder } = poller;
      return {
        seen,
        twice,
        out_of_order: outOfOrder,
        lag_ms: { p50: percentile(lags, 0.5), p99: percentile(lags, 0.99) },
      };
    });
    const ok = results.every((one) => one.seen === committed && one.twice === 0 && one.out_of_order === 0);
    console.log(JSON.stringify({ chaos: 'events', ok, seconds, committed, pollers: results }));
    return ok;
  } finally {
    await end(worker, 'SIGTERM');
    await end(server.child, 'SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  }
}
