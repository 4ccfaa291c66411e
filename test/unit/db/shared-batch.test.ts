import pg from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sql } from '../../../src/db/drizzle.ts';
import type { PreparedCall, Rows } from '../../../src/db/pipeline.ts';
import { callRows, callTypes, sharedBatch } from '../../../src/db/shared-batch.ts';
import { statement } from '../../../src/db/statement.ts';

type Answered = { n: number; name: string };
type Given = { n: number; name: string };

const read = statement(
  'test.shared_read',
  callTypes({ name: 'text' }),
  sql<Answered>`select i.n, i.name from ${callRows({ name: 'text' })}`,
);
const shared = sharedBatch<Answered>({ answer: read });

/** A database whose runs end when the test says so. */
function fakeDatabase() {
  const runs: { names: string[]; statements: string[]; end: (answer?: Rows) => void; fail: (error: Error) => void }[] =
    [];
  const executor = {
    run(calls: readonly PreparedCall[]): Promise<Rows[]> {
      const names = calls.at(-1)!.values[read.parameters.indexOf('name')] as string;
      const given = (JSON.parse(`[${names.slice(1, -1)}]`) as string[]).map((name, n): Given => ({ n, name }));
      return new Promise((resolve, reject) => {
        runs.push({
          names: given.map(({ name }) => name),
          statements: calls.map(({ name }) => name),
          end: (answer = given) => resolve(calls.map(() => answer)),
          fail: reject,
        });
      });
    },
  };
  const stats = { statements: 0, roundTrips: 0 };
  const ctx = { sql: executor, isTx: false, stats };
  return { runs, stats, ctx, ask: (name: string, key = name) => shared.one(ctx, { name }, key) };
}

const tick = () => new Promise((resolve) => setImmediate(resolve));
const databaseError = (code: string) => Object.assign(new pg.DatabaseError('failed', 1, 'error'), { code });

afterEach(() => {
  vi.useRealTimers();
});

describe('a shared batch', () => {
  it('runs a lone call at once', async () => {
    const { runs, ask, stats } = fakeDatabase();
    const answer = ask('a');
    await tick();
    runs[0]!.end();
    expect(await answer).toEqual({ n: 0, name: 'a' });
    expect(stats).toEqual({ statements: 1, roundTrips: 1 });
  });

  it('runs the calls of one turn together, and those that arrive meanwhile in the next run', async () => {
    const { runs, ask } = fakeDatabase();
    const answers = ['a', 'b'].map((name) => ask(name));
    await tick();
    answers.push(ask('c'));
    await tick();
    answers.push(ask('d'));
    await tick();
    expect(runs.map(({ names }) => names)).toEqual([['a', 'b']]);
    runs[0]!.end();
    await tick();
    expect(runs.map(({ names }) => names)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    runs[1]!.end();
    expect((await Promise.all(answers)).map((row) => row?.name)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('gives each call its own row, in any order, and undefined without one', async () => {
    const { runs, ask } = fakeDatabase();
    const answers = ['a', 'b', 'c'].map((name) => ask(name));
    await tick();
    runs[0]!.end([
      { n: 2, name: 'c' },
      { n: 0, name: 'a' },
    ]);
    expect((await Promise.all(answers)).map((row) => row?.name)).toEqual(['a', undefined, 'c']);
  });

  it('does not run calls with the same key together', async () => {
    const { runs, ask } = fakeDatabase();
    const answers = [ask('a', 'one'), ask('b', 'one'), ask('c', 'other')];
    await tick();
    runs[0]!.end();
    await tick();
    expect(runs.map(({ names }) => names)).toEqual([['a', 'c'], ['b']]);
    runs[1]!.end();
    await Promise.all(answers);
  });

  it('waits for locks only briefly if other calls wait too', async () => {
    const { runs, ask } = fakeDatabase();
    const answers = [ask('a'), ask('b'), ask('c', 'a')];
    await tick();
    runs[0]!.end();
    await tick();
    expect(runs.map(({ statements }) => statements)).toEqual([
      ['db.limit_lock_waits', 'test.shared_read'],
      ['test.shared_read'],
    ]);
    runs[1]!.end();
    await Promise.all(answers);
  });

  it('runs at most 32 calls together, and at most two runs at once', async () => {
    const { runs, ask } = fakeDatabase();
    const sizes = () => runs.map(({ names }) => names.length);
    const answers = Array.from({ length: 75 }, (_, index) => ask(`${index}`));
    await tick();
    expect(sizes()).toEqual([32, 32]);
    runs[0]!.end();
    await tick();
    expect(sizes()).toEqual([32, 32, 11]);
    for (const { end } of runs) end();
    await Promise.all(answers);
  });

  it('starts a second run when ten calls wait', async () => {
    const { runs, ask } = fakeDatabase();
    const answers = [ask('a')];
    await tick();
    answers.push(...'bcdefghij'.split('').map((name) => ask(name)));
    await tick();
    expect(runs).toHaveLength(1);
    answers.push(ask('k'));
    await tick();
    expect(runs.map(({ names }) => names.length)).toEqual([1, 10]);
    for (const { end } of runs) end();
    await Promise.all(answers);
  });

  it('starts a second run for a single call when the first one takes 15 ms', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { runs, ask } = fakeDatabase();
    const answers = [ask('a'), ask('b')];
    await tick();
    answers.push(ask('c'));
    await tick();
    vi.advanceTimersByTime(14);
    expect(runs).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(runs.map(({ names }) => names)).toEqual([['a', 'b'], ['c']]);
    // Then a run that ends in time needs ten calls again.
    runs[0]!.end();
    runs[1]!.end();
    await Promise.all(answers);
    answers.push(ask('d'));
    await tick();
    answers.push(ask('e'));
    await tick();
    expect(runs.map(({ names }) => names)).toEqual([['a', 'b'], ['c'], ['d']]);
    runs[2]!.end();
    await tick();
    runs[3]!.end();
    await Promise.all(answers);
  });

  it('waits for a slow call with the same key for 50 ms at most, but never runs two together', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { runs, ask } = fakeDatabase();
    const names = () => runs.map((run) => run.names);
    const answers = ['a', 'b', 'c'].map((name) => ask(name, 'one'));
    await tick();
    vi.advanceTimersByTime(49);
    expect(names()).toEqual([['a']]);
    vi.advanceTimersByTime(1);
    expect(names()).toEqual([['a'], ['b']]);
    runs[0]!.end();
    await tick();
    expect(names()).toEqual([['a'], ['b']]);
    runs[1]!.end();
    await tick();
    expect(names()).toEqual([['a'], ['b'], ['c']]);
    runs[2]!.end();
    expect((await Promise.all(answers)).map((row) => row?.name)).toEqual(['a', 'b', 'c']);
  });

  it('starts no third run and no small second one when a run ends in the turn in which calls arrive', async () => {
    const { runs, ask } = fakeDatabase();
    const answers = [ask('first')];
    await tick();
    answers.push(...Array.from({ length: 75 }, (_, index) => ask(`${index}`)));
    runs[0]!.end();
    await tick();
    await tick();
    expect(runs.map(({ names }) => names.length)).toEqual([1, 32, 32]);
    runs[1]!.end();
    await tick();
    expect(runs.map(({ names }) => names.length)).toEqual([1, 32, 32, 11]);
    for (const { end } of runs) end();
    await Promise.all(answers);
  });

  it('repeats each call alone after a failure, so that only its cause fails', async () => {
    const { runs, ask } = fakeDatabase();
    const answers = Promise.allSettled(['a', 'b'].map((name) => ask(name)));
    await tick();
    runs[0]!.fail(databaseError('55P03'));
    await tick();
    expect(runs.map(({ names }) => names)).toEqual([['a', 'b'], ['a'], ['b']]);
    runs[1]!.fail(databaseError('55P03'));
    runs[2]!.end();
    expect(await answers).toMatchObject([
      { status: 'rejected', reason: { code: 'service_unavailable' } },
      { status: 'fulfilled', value: { name: 'b' } },
    ]);
  });

  it('never repeats a call whose connection broke, because it may have been committed', async () => {
    const { runs, ask } = fakeDatabase();
    const answers = Promise.allSettled(['a', 'b'].map((name) => ask(name)));
    await tick();
    runs[0]!.fail(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
    expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(runs).toHaveLength(1);
  });

  it('lets others wait for a slow run for 50 ms at most', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { runs, ask } = fakeDatabase();
    const answers = [ask('a')];
    await tick();
    answers.push(ask('b'));
    await tick();
    vi.advanceTimersByTime(15);
    answers.push(ask('c'));
    await tick();
    vi.advanceTimersByTime(34);
    expect(runs.map(({ names }) => names)).toEqual([['a'], ['b']]);
    vi.advanceTimersByTime(1);
    expect(runs.map(({ names }) => names)).toEqual([['a'], ['b'], ['c']]);
    for (const { end } of runs) end();
    await Promise.all(answers);
  });

  it('runs a call of a transaction alone, on its connection', async () => {
    const { ctx, runs } = fakeDatabase();
    const answers = ['a', 'b'].map((name) => shared.one({ ...ctx, isTx: true }, { name }, name));
    expect(runs.map(({ names }) => names)).toEqual([['a'], ['b']]);
    for (const { end } of runs) end();
    await Promise.all(answers);
  });
});
