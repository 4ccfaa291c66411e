import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { Given, Waits } from './bystander.ts';

/** The thread of `bystander.ts`. */
const PAUSE_MS = 40;
const READ_EACH_MS = 2500;
const TIMEOUT_MS = 90_000;

const { port, token, profile } = workerData as Given;
const agent = new Agent({ keepAlive: true });
let waits: Waits = { longestMs: 0, asked: 0, failures: [] };
let askedAt: number | null = null;
const pendingMs = () => (askedAt === null ? 0 : performance.now() - askedAt);
parentPort!.on('message', (order: string) => {
  parentPort!.postMessage({ ...waits, longestMs: Math.max(waits.longestMs, pendingMs()) });
  if (order === 'reset') waits = { longestMs: 0, asked: 0, failures: [] };
});

const once = (path: string, headers: Record<string, string>) =>
  new Promise<number>((resolve) => {
    const outgoing = request({ host: '127.0.0.1', port, localAddress: '127.0.0.9', path, headers, agent });
    outgoing.setTimeout(TIMEOUT_MS, () => outgoing.destroy());
    outgoing.on('error', () => resolve(0));
    outgoing.on('response', (incoming) => {
      incoming.resume().on('end', () => resolve(incoming.statusCode ?? 0));
    });
    outgoing.end();
  });

let readAt = performance.now();
for (;;) {
  const reads = performance.now() > readAt + READ_EACH_MS;
  if (reads) readAt = performance.now();
  askedAt = performance.now();
  const status = reads
    ? await once('/v1/me', { authorization: `Bearer ${token}`, 'x-profile-id': profile })
    : await once('/healthz', {});
  waits.longestMs = Math.max(waits.longestMs, pendingMs());
  askedAt = null;
  waits.asked++;
  if (status !== 200 && waits.failures.length < 3) waits.failures.push(`${reads ? '/v1/me' : '/healthz'} ${status}`);
  await sleep(PAUSE_MS);
}
