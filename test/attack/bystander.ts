import { Worker } from 'node:worker_threads';

export type Waits = { longestMs: number; asked: number; failures: string[] };
export type Given = { port: number; token: string; profile: string };
export type Bystander = { reset(): Promise<Waits>; read(): Promise<Waits>; stop(): Promise<void> };

/**
 * Another client of the server, in a separate thread: it requests `/healthz` many times a second, sometimes reads as a
 * member, and records the longest wait. Work in the attacker's own process does not affect it.
 */
export function startBystander(given: Given): Bystander {
  const worker = new Worker(new URL('./bystander-thread.ts', import.meta.url), { workerData: given });
  const ask = (order: string) =>
    new Promise<Waits>((resolve) => {
      worker.once('message', resolve);
      worker.postMessage(order);
    });
  return { reset: () => ask('reset'), read: () => ask('read'), stop: async () => void (await worker.terminate()) };
}
