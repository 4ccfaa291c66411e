import { expect, test } from 'vitest';
import { WorkQueue } from '../../../src/core/work-queue.ts';

function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { promise, open: resolve };
}

test('runs at most the given number at once, the rest in order', async () => {
  const queue = new WorkQueue({ concurrency: 2, maxWaiting: 10, retryAfterSeconds: 5 });
  const gates = Array.from({ length: 6 }, gate);
  const started: number[] = [];
  const runs = gates.map((hold, index) =>
    queue.run(async () => {
      started.push(index);
      await hold.promise;
      return index;
    }),
  );
  expect([queue.active, queue.waiting]).toEqual([2, 4]);
  gates[1]!.open();
  await runs[1];
  await Promise.resolve();
  expect(started).toEqual([0, 1, 2]);
  for (const hold of gates) hold.open();
  expect(await Promise.all(runs)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(started).toEqual([0, 1, 2, 3, 4, 5]);
  expect([queue.active, queue.waiting]).toEqual([0, 0]);
});

test("refuses a task beyond the queue's length with a retry time, without reserving a place", async () => {
  const queue = new WorkQueue({ concurrency: 1, maxWaiting: 1, retryAfterSeconds: 7 });
  const hold = gate();
  const running = queue.run(() => hold.promise);
  const waiting = queue.run(async () => 'done');
  let ran = false;
  await expect(queue.run(async () => (ran = true))).rejects.toMatchObject({
    code: 'service_unavailable',
    agent: { retry_after_seconds: 7 },
    headers: { 'retry-after': '7' },
  });
  hold.open();
  await running;
  expect(await waiting).toBe('done');
  expect(ran).toBe(false);
  expect(await queue.run(async () => 'free again')).toBe('free again');
});

test('never refuses a task that reserves no place', async () => {
  const queue = new WorkQueue({ concurrency: 1, maxWaiting: 1, retryAfterSeconds: 5 });
  const hold = gate();
  const running = queue.run(() => hold.promise);
  const waiting = [
    queue.run(async () => 'one'),
    queue.run(async () => 'two', { places: 0 }),
    queue.run(async () => 'three', { places: 0 }),
  ];
  hold.open();
  await running;
  expect(await Promise.all(waiting)).toEqual(['one', 'two', 'three']);
});

test('counts several pictures as that many places', async () => {
  const queue = new WorkQueue({ concurrency: 1, maxWaiting: 8, retryAfterSeconds: 5 });
  const hold = gate();
  const running = queue.run(() => hold.promise, { places: 4 });
  const waiting = [queue.run(async () => 'first', { places: 4 }), queue.run(async () => 'second', { places: 3 })];
  await expect(queue.run(async () => 'two more', { places: 2 })).rejects.toMatchObject({ code: 'service_unavailable' });
  waiting.push(queue.run(async () => 'one more'));
  hold.open();
  await running;
  expect(await Promise.all(waiting)).toEqual(['first', 'second', 'one more']);
});

test('frees the place of a caller that disconnects while waiting, and never runs its task', async () => {
  const queue = new WorkQueue({ concurrency: 1, maxWaiting: 1, retryAfterSeconds: 5 });
  const hold = gate();
  const running = queue.run(() => hold.promise);
  const client = new AbortController();
  let ran = false;
  const abandoned = queue.run(async () => (ran = true), { signal: client.signal });
  client.abort(new Error('client went away'));
  await expect(abandoned).rejects.toThrow('client went away');
  expect(queue.waiting).toBe(0);
  const next = queue.run(async () => 'in its place');
  hold.open();
  await running;
  expect(await next).toBe('in its place');
  expect(ran).toBe(false);
});

test('refuses a caller that has already disconnected; a running task keeps its place until it ends', async () => {
  const queue = new WorkQueue({ concurrency: 1, maxWaiting: 1, retryAfterSeconds: 5 });
  await expect(queue.run(async () => 1, { signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone');
  const hold = gate();
  const client = new AbortController();
  const running = queue.run(() => hold.promise, { signal: client.signal });
  client.abort();
  expect(queue.active).toBe(1);
  hold.open();
  await running;
  expect(queue.active).toBe(0);
});

test('frees the place of a task that throws', async () => {
  const queue = new WorkQueue({ concurrency: 1, maxWaiting: 5, retryAfterSeconds: 5 });
  const failing = queue.run(() => Promise.reject(new Error('broken picture')));
  const throwing = queue.run(() => {
    throw new Error('thrown at once');
  });
  const good = queue.run(async () => 'good');
  await expect(failing).rejects.toThrow('broken picture');
  await expect(throwing).rejects.toThrow('thrown at once');
  expect(await good).toBe('good');
  expect([queue.active, queue.waiting]).toEqual([0, 0]);
});

/** A queue whose only slot is taken, and what runs in it afterwards, in order. */
function busyQueue(options: { maxWaiting: number; maxWaitingOfGroup?: number }) {
  const queue = new WorkQueue({ concurrency: 1, retryAfterSeconds: 5, ...options });
  const hold = gate();
  const running = queue.run(() => hold.promise);
  const ran: string[] = [];
  const add = (name: string, places = 1, signal?: AbortSignal) =>
    queue.run(async () => void ran.push(name), { group: name[0]!, places, signal });
  const finish = async () => {
    hold.open();
    await running;
  };
  return { queue, ran, add, finish };
}

test('groups take turns, also one that arrives behind many tasks of another', async () => {
  const { queue, ran, add, finish } = busyQueue({ maxWaiting: 10 });
  const tasks = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => add(name));
  await finish();
  await Promise.all(tasks);
  expect(ran).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  expect([queue.active, queue.waiting]).toEqual([0, 0]);
});

test('a group beyond its share is refused alone, until its tasks have run', async () => {
  const { ran, add, finish } = busyQueue({ maxWaiting: 10, maxWaitingOfGroup: 4 });
  const tasks = [add('a1', 3), add('b1', 4)];
  await expect(add('a2', 2)).rejects.toMatchObject({ code: 'rate_limited', agent: { retry_after_seconds: 5 } });
  tasks.push(add('a3'), add('c1'));
  await finish();
  await Promise.all(tasks);
  await add('a4', 4);
  expect(ran).toEqual(['a1', 'b1', 'c1', 'a3', 'a4']);
});

test('in a full queue the group with the most places gives up its newest task for one with fewer', async () => {
  const { queue, ran, add, finish } = busyQueue({ maxWaiting: 6 });
  const tasks = [add('a1'), add('a2', 2), add('b1'), add('b2')];
  const newest = add('a3');
  const refused = expect(newest).rejects.toMatchObject({
    code: 'service_unavailable',
    headers: { 'retry-after': '5' },
  });
  tasks.push(add('c1'));
  await refused;
  expect(queue.waiting).toBe(5);
  await expect(add('a4'), 'of the largest group itself').rejects.toMatchObject({ code: 'service_unavailable' });
  await expect(add('d1', 3), 'of a group that would be as large').rejects.toMatchObject({
    code: 'service_unavailable',
  });
  await finish();
  await Promise.all(tasks);
  expect(ran).toEqual(['a1', 'b1', 'c1', 'a2', 'b2']);
});

test('a caller that disconnects takes no turn of its group', async () => {
  const { queue, ran, add, finish } = busyQueue({ maxWaiting: 3 });
  const client = new AbortController();
  const gone = expect(add('a1', 1, client.signal)).rejects.toThrow('client went away');
  const tasks = [add('b1'), add('a2')];
  client.abort(new Error('client went away'));
  await gone;
  expect(queue.waiting).toBe(2);
  await finish();
  await Promise.all(tasks);
  expect(ran).toEqual(['a2', 'b1']);
});

test('serves quick tasks of a group before slow ones of others that came first', async () => {
  const queue = new WorkQueue({ concurrency: 1, maxWaiting: 20, retryAfterSeconds: 5 });
  const order: string[] = [];
  const task = (group: string, ms: number) =>
    queue.run(
      async () => {
        await new Promise((resolve) => setTimeout(resolve, ms));
        order.push(group);
      },
      { group },
    );
  const slow = ['a', 'b', 'c', 'd', 'a', 'b', 'c', 'd', 'a', 'b', 'c', 'd'].map((group) => task(group, 110));
  for (let n = 0; n < 4; n++) await task('quick', 1);
  // One turn of each of the others, and then what already runs.
  expect(order.length).toBeLessThanOrEqual(12);
  await Promise.all(slow);
  expect(order.length).toBe(16);
});
