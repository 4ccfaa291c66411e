import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { sql } from '../../../src/db/drizzle.ts';
import type { PreparedCall, Rows } from '../../../src/db/pipeline.ts';
import { sharedReads, sharedStatement } from '../../../src/db/shared-reads.ts';
import { allStatements, p, statement } from '../../../src/db/statement.ts';

const names = sharedStatement<{ name: string }>(
  'test.names',
  sql`select name from people where id = any(${p('ids', 'uuid[]')}) and age > ${p('age', 'int')} limit ${p('age', 'int')}`,
);
const ages = sharedStatement<{ age: number }>('test.ages', sql`select age from people where id = ${p('id', 'uuid')}`);
const alone = statement<{ now: string }>('test.alone', sql`select ${p('now', 'text')} as now`);

/** A database whose runs end when the test says so. */
function fakeDatabase() {
  const runs: { calls: readonly PreparedCall[]; end: (rows: Rows[]) => void; fail: (error: Error) => void }[] = [];
  const sqlOf = {
    run: (calls: readonly PreparedCall[]) =>
      new Promise<Rows[]>((resolve, reject) => {
        runs.push({ calls, end: resolve, fail: reject });
      }),
  };
  return { runs, ctx: { sql: sqlOf, isTx: false, stats: { statements: 0, roundTrips: 0 } } };
}

const tick = () => new Promise((resolve) => setImmediate(resolve));
const namesOf = (run: { calls: readonly PreparedCall[] }) => run.calls.map(({ name }) => name);

describe('shared reads', () => {
  it('run the statements of a lone request as they are', async () => {
    const { runs, ctx } = fakeDatabase();
    const answer = sharedReads().run(ctx, [names.call({ ids: ['a'], age: 3 }), ages.call({ id: 'a' })]);
    await tick();
    expect(namesOf(runs[0]!)).toEqual(['test.names', 'test.ages']);
    runs[0]!.end([[{ name: 'Ada' }], [{ age: 36 }]]);
    expect(await answer).toEqual([[{ name: 'Ada' }], [{ age: 36 }]]);
    expect(ctx.stats).toEqual({ statements: 2, roundTrips: 1 });
  });

  it('answer several requests with one run of each statement', async () => {
    const { runs, ctx } = fakeDatabase();
    const reads = sharedReads();
    const answers = Promise.all([
      reads.run(ctx, [names.call({ ids: ['a', 'b'], age: 3 }), ages.call({ id: 'a' })]),
      reads.run(ctx, [names.call({ ids: [], age: 4 })]),
    ]);
    await tick();
    expect(namesOf(runs[0]!)).toEqual(['test.names of_many', 'test.ages']);
    expect(runs[0]!.calls[0]!.values).toEqual([
      [0, 1],
      ['{"a","b"}', '{}'],
      [3, 4],
    ]);
    runs[0]!.end([
      [
        { call_number: 1, name: 'Cy' },
        { call_number: 0, name: 'Ada' },
        { call_number: 1, name: 'Di' },
      ],
      [{ age: 36 }],
    ]);
    expect(await answers).toMatchObject([[[{ name: 'Ada' }], [{ age: 36 }]], [[{ name: 'Cy' }, { name: 'Di' }]]]);
  });

  it('parse a list once for each call, and limit the rows of each', () => {
    const { text } = allStatements().get('test.names of_many')!;
    expect(text).toContain('select call_number, ids::uuid[] as ids, age from unnest($1::int[], $2::text[], $3::int[])');
    expect(text).toContain(
      '(select name from people where id = any(i.ids::uuid[]) and age > i.age::int limit i.age::int',
    );
  });

  it('run a statement that is not shared for each request', async () => {
    const { runs, ctx } = fakeDatabase();
    const reads = sharedReads();
    const answers = Promise.all(['1', '2'].map((now) => reads.run(ctx, [alone.call({ now })])));
    await tick();
    expect(namesOf(runs[0]!)).toEqual(['test.alone', 'test.alone']);
    runs[0]!.end([[{ now: '1' }], [{ now: '2' }]]);
    expect(await answers).toEqual([[[{ now: '1' }]], [[{ now: '2' }]]]);
  });

  it('fail only for the request that makes their run fail', async () => {
    const { runs, ctx } = fakeDatabase();
    const reads = sharedReads();
    const answers = Promise.allSettled(['a', 'b'].map((id) => reads.run(ctx, [ages.call({ id })])));
    await tick();
    const failure = Object.assign(new pg.DatabaseError('failed', 1, 'error'), { code: '22P02' });
    runs[0]!.fail(failure);
    await tick();
    expect(runs.slice(1).map(({ calls }) => calls[0]!.values)).toEqual([['a'], ['b']]);
    runs[1]!.fail(failure);
    runs[2]!.end([[{ age: 1 }]]);
    expect(await answers).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled', value: [[{ age: 1 }]] }]);
  });

  it('run at once, and alone, in a transaction', () => {
    const { runs, ctx } = fakeDatabase();
    const reads = sharedReads();
    for (const id of ['a', 'b']) void reads.run({ ...ctx, isTx: true }, [ages.call({ id })]);
    expect(runs.map(namesOf)).toEqual([['test.ages'], ['test.ages']]);
  });

  it('need the types of all placeholders', () => {
    const untyped = sql`select ${sql.placeholder('id')}`;
    expect(() => sharedStatement('test.untyped', untyped)).toThrow("test.untyped can't be shared: id has no type");
  });
});
