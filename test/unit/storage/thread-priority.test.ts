import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const MODULE = new URL('../../../src/adapters/storage/thread-priority.ts', import.meta.url).href;

/** In a separate process: a lowered priority cannot be raised again. Field 19 of proc(5) stat is the nice value. */
const PROGRAM = `
import { readdirSync, readFileSync } from 'node:fs';
import { yieldToEventLoop } from ${JSON.stringify(MODULE)};
const lowered = await yieldToEventLoop();
const threads = readdirSync('/proc/self/task').map((id) => {
  const stat = readFileSync('/proc/self/task/' + id + '/stat', 'latin1');
  return { name: /\\((.*)\\)/.exec(stat)[1], nice: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]) };
});
console.log(JSON.stringify({ lowered, threads }));
`;

test.runIf(process.platform === 'linux')(
  'the threads of the pool, and only they, have a lower priority than all others',
  async () => {
    const env = { ...process.env, UV_THREADPOOL_SIZE: '6' };
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', PROGRAM], { env });
    const { lowered, threads } = JSON.parse(stdout) as { lowered: number; threads: { name: string; nice: number }[] };
    const [pool, others] = [true, false].map((isPool) =>
      threads.filter(({ name }) => (name === 'libuv-worker') === isPool).map(({ nice }) => nice),
    );
    expect([lowered, pool]).toEqual([6, Array(6).fill(10)]);
    expect(others!.length).toBeGreaterThan(1);
    expect(new Set(others)).toEqual(new Set([0]));
  },
);
