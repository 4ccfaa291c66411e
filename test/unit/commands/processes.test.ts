import { pino } from 'pino';
import { expect, it } from 'vitest';
import { Child } from '../../../src/commands/processes/child.ts';
import { ChildGroup } from '../../../src/commands/processes/child-group.ts';

const log = pino({ level: 'silent' });

it('a process that cannot be created is not ready, and counts as ended', async () => {
  const { execPath } = process;
  process.execPath = '/missing/node';
  try {
    const child = new Child('http-1', {}, () => undefined);
    await expect(child.ready).rejects.toThrow('could not be created');
    expect(await child.gone).toEqual({ code: null, signal: null });
  } finally {
    process.execPath = execPath;
  }
});

/** A process that is ready at once, and ends when it is asked to or when the test says so. */
function runningChild(name: string) {
  const gone = Promise.withResolvers<{ code: number | null; signal: string | null }>();
  const child = {
    name,
    startedAt: Number.NEGATIVE_INFINITY,
    ready: Promise.resolve(),
    gone: gone.promise,
    ending: false,
    async end() {
      child.ending = true;
      gone.resolve({ code: 0, signal: null });
    },
  };
  return { child: child as unknown as Child, kill: () => gone.resolve({ code: null, signal: 'SIGKILL' }) };
}

it('the others continue while a process cannot be created, and it is tried again', async () => {
  const started: ReturnType<typeof runningChild>[] = [];
  let failures = 0;
  const fork = (name: string) => {
    if (failures > 0) {
      failures--;
      throw new Error('spawn ENOMEM');
    }
    const one = runningChild(name);
    started.push(one);
    return one.child;
  };
  const group = new ChildGroup({ log, endMs: 1000, fork });
  await group.start(['http-1', 'http-2']);

  failures = 1;
  await group.replace();
  expect(group.children).toEqual(started.map(({ child }) => child));
  expect(group.children.map(({ ending }) => ending)).toEqual([false, false]);

  failures = 2;
  started[1]!.kill();
  await expect.poll(() => group.children.map(({ name }) => name)).toEqual(['http-1', 'http-2']);
  expect(started).toHaveLength(3);
  await group.end();
  expect(group.children).toEqual([]);
});
