import { setTimeout as sleep } from 'node:timers/promises';
import { png } from '../support/pictures.ts';
import { FORM, form } from './bodies.ts';
import type { Case } from './case.ts';
import { type Result, runCase, type Stage } from './run-case.ts';

/** How much memory may stay allocated, and how long the rest may take to return. */
const KEPT_MIB = 150;
const RETURN_MS = 30_000;
const LOOK_MS = 5_000;

const HONEST: Case = {
  family: 'aftermath',
  name: 'serves an honest member as before',
  steps: [
    { call: 'GET /healthz', as: 'nobody', expect: { status: 200 } },
    { call: 'GET /readyz', as: 'nobody', expect: { status: 200 } },
    {
      call: 'POST /v1/posts',
      as: 'm1',
      json: { body: 'Still here.' },
      expect: { status: 201 },
      keep: { mine: 'data.id' },
    },
    { call: 'GET /v1/posts/{mine}', as: 'nobody', expect: { status: 200, has: 'Still here.' } },
    {
      call: 'POST /v1/posts/with-images',
      as: 'm1',
      body: async () =>
        form([
          { name: 'body', body: 'With a picture.' },
          { name: 'images', filename: 'p.png', type: 'image/png', body: await png() },
        ]),
      type: FORM,
      expect: { status: 201 },
    },
  ],
};

export const serveHonestly = (stage: Stage): Promise<Result> => runCase(stage, HONEST);

/**
 * Memory that was needed temporarily can be returned. `collect` frees what V8 frees when memory is short. An idle server
 * returns it later: without allocations, V8 does not collect.
 */
export async function returnMemory({ server }: Stage, baselineMiB: number): Promise<Result> {
  const begunAt = performance.now();
  let { rssMiB, heapMiB, buffersMiB } = await server.collect();
  while (rssMiB > baselineMiB + KEPT_MIB && performance.now() < begunAt + RETURN_MS) {
    await sleep(LOOK_MS);
    ({ rssMiB, heapMiB, buffersMiB } = await server.collect());
  }
  const keeps = rssMiB > baselineMiB + KEPT_MIB;
  const problem = `${Math.round(rssMiB)} MiB (heap ${Math.round(heapMiB)}, buffers ${Math.round(buffersMiB)}), ${Math.round(baselineMiB)} before the attacks`;
  return result('returns its memory', keeps ? [problem] : [], begunAt, rssMiB - baselineMiB);
}

/** The data satisfies its rules: `pronet verify`. */
export async function verifyData({ server }: Stage): Promise<Result> {
  const begunAt = performance.now();
  const { code, output } = await server.command('verify');
  return result('satisfies every rule of its data', code === 0 ? [] : [`verify: ${output.slice(-500)}`], begunAt);
}

function result(name: string, problems: string[], begunAt: number, rssMiB = 0): Result {
  const seconds = (performance.now() - begunAt) / 1000;
  return { family: 'aftermath', name, problems, statuses: [], blockMs: 0, cpuMs: 0, rssMiB, seconds };
}
