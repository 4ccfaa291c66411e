import { describe, expect, expectTypeOf, it } from 'vitest';
import { sql } from '../../../src/db/drizzle.ts';
import type { PreparedCall } from '../../../src/db/pipeline.ts';
import { batch, type Call, p, type StatementContext, statement } from '../../../src/db/statement.ts';

const one = statement('test.batch_one', { n: 'int' }, sql<{ n: number }>`select ${p('n', 'int')} as n`);
const named = statement('test.batch_named', {}, sql<{ name: string }>`select 'a' as name`);

/** Answers each call with its values. */
function context(runs: PreparedCall[][] = []): StatementContext {
  const run = async (calls: readonly PreparedCall[]) => {
    runs.push([...calls]);
    return calls.map(({ name, values }) => [{ name, n: values[0] }]);
  };
  return { sql: { run }, stats: { statements: 0, roundTrips: 0 }, isTx: false };
}

describe('a batch by name', () => {
  it('returns the rows of each call, list of calls and null, in one round trip', async () => {
    const ctx = context();
    const none = null as Call<{ n: number }> | null;
    const results = await batch(ctx, {
      first: one.call({ n: 1 }),
      none,
      list: [one.call({ n: 2 }), one.call({ n: 3 })],
      empty: [],
      last: named.call(),
    });
    expect(results.first[0]!.n).toBe(1);
    expect(results.none).toBeNull();
    expect(results.list.flat().map(({ n }) => n)).toEqual([2, 3]);
    expect(results.empty).toEqual([]);
    expect(results.last[0]!.name).toBe('test.batch_named');
    expect(ctx.stats).toEqual({ statements: 4, roundTrips: 1 });
  });

  it('knows the types of the rows', async () => {
    const results = await batch(context(), { first: one.call({ n: 1 }), last: named.call() });
    expectTypeOf(results.first).toEqualTypeOf<{ n: number }[]>();
    expectTypeOf(results.last).toEqualTypeOf<{ name: string }[]>();
    // @ts-expect-error no such name
    expect(results.other).toBeUndefined();
  });

  it('asks nothing of the database without a call', async () => {
    const runs: PreparedCall[][] = [];
    expect(await batch(context(runs), { none: null, empty: [] })).toEqual({ none: null, empty: [] });
    expect(runs).toEqual([]);
  });
});
