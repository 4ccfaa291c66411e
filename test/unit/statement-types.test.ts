import { describe, expect, it } from 'vitest';
import { found } from '../../src/db/authority.ts';
import { sql } from '../../src/db/drizzle.ts';
import { allStatements, authorizedStatement, batch, p, type Statement, statement } from '../../src/db/statement.ts';
import { write } from '../../src/events/write.ts';
import { writeStatement } from '../../src/events/write-statement.ts';

const read = statement(
  'test.typed_read',
  { id: 'uuid', at: 'timestamptz', note: 'text?', ids: 'uuid[]' },
  sql<{
    found: number;
  }>`select 1 as found where ${p('id', 'uuid')} = any(${p('ids', 'uuid[]')}) and ${p('note')} < ${p('at')}`,
);
const values = { id: 'a', at: new Date(0), note: null, ids: ['a'] };

describe('a typed statement', () => {
  it('takes the values that it declares, in any order', () => {
    expect(read.call(values).values).toEqual(['a', ['a'], null, values.at]);
    expect(read.call({ ...values, note: 'x' }).values).toContain('x');
  });

  it('does not compile without a value, with a wrong one, or with one that it does not have', () => {
    // @ts-expect-error no `ids`
    expect(() => read.call({ id: 'a', at: new Date(0), note: null })).toThrow('needs a value for ids');
    // @ts-expect-error nothing
    expect(() => read.call()).toThrow('needs a value');
    // @ts-expect-error a number is no uuid
    read.call({ ...values, id: 1 });
    // @ts-expect-error `id` may not be null
    read.call({ ...values, id: null });
    // @ts-expect-error a list of numbers
    read.call({ ...values, ids: [1] });
    // @ts-expect-error no such parameter
    read.call({ ...values, extra: 1 });
    // @ts-expect-error nor in `all`, which therefore does not run here
    () => read.all({} as never, { ...values, extra: 1 });
    // @ts-expect-error nor in `one`
    () => read.one({} as never, { ...values, at: 1 });
  });

  it('knows the type of its rows', () => {
    const row: { found: number } | undefined = read.call(values).row;
    // @ts-expect-error a number
    const wrong: { found: string } | undefined = read.call(values).row;
    expect([row, wrong]).toEqual([undefined, undefined]);
  });

  it('takes nothing if it declares nothing', () => {
    const plain = statement('test.typed_plain', {}, sql<{ one: number }>`select 1 as one`);
    expect(plain.call().values).toEqual([]);
    // @ts-expect-error no parameters
    plain.call({ id: 'a' });
  });

  it('does not compile without a declaration', () => {
    // @ts-expect-error no types
    () => statement('test.undeclared', sql`select 1`);
    // @ts-expect-error no types
    () => authorizedStatement('test.undeclared', sql`select 1`);
    // @ts-expect-error no types
    () => writeStatement('test.undeclared', { change: sql``, audit: {} as never, answer: sql`select 1` });
    expect(allStatements().has('test.undeclared')).toBe(false);
  });

  it('is not accepted where less is given than it needs', () => {
    // @ts-expect-error `ids` and others are missing
    const narrower: Statement<{ found: number }, { id: string }> = read;
    const wider: Statement<{ found: number }, Parameters<typeof read.call>[0] & { extra: number }> = read;
    expect(narrower).toBe(wider);
  });

  it('must declare what it uses, and use what it declares', () => {
    expect(() => statement('test.typed_more', { id: 'uuid' }, sql`select 1`)).toThrow('does not use id');
    expect(() => statement('test.typed_less', {}, sql`select ${p('id', 'uuid')}`)).toThrow('does not declare id');
    expect(() => statement('test.typed_other', { id: 'text' }, sql`select ${p('id', 'uuid')}`)).toThrow('casts it to');
  });
});

describe('a typed write', () => {
  const typed = writeStatement(
    'test.typed_write',
    { post_id: 'uuid' },
    {
      change: sql`changed as (select ${p('post_id', 'uuid')} as id)`,
      audit: { from: sql`changed`, objectType: 'post', object: sql`changed.id` },
      answer: sql<{ id: string }>`select id from changed`,
    },
  );

  it('takes the values that it declares, and may replace those of the audit row', () => {
    const ctx = {} as never;
    () => typed.call(ctx, { post_id: 'a' });
    () => typed.call(ctx, { post_id: 'a', account_id: 'b' });
    // @ts-expect-error no `post_id`
    () => typed.call(ctx, {});
    // @ts-expect-error not a date
    () => typed.call(ctx, { post_id: 'a', now: 1 });
    // @ts-expect-error no such parameter
    () => typed.run(ctx, { post_id: 'a', extra: 1 });
    expect(typed).toHaveProperty('run');
  });
});

describe('a statement that reads what authorize has found', () => {
  const ctx = {} as never;
  const change = authorizedStatement('test.after_authorize', {}, sql<{ id: string }>`select ${found.grant_id} as id`);

  it('runs in write, but not in a batch', () => {
    () => write(ctx, { permissions: [], checks: [change.call()], change: { changed: change.call() } });
    // @ts-expect-error it needs `authorize`
    () => batch(ctx, [change.call()]);
    // @ts-expect-error also by name
    () => batch(ctx, { changed: change.call() });
    expect(change.call()).toMatchObject({ name: 'test.after_authorize', after: 'authorize' });
    expect(change).not.toHaveProperty('one');
  });

  it('is declared as such, and no other one is', () => {
    expect(() => statement('test.unauthorized', {}, sql`select ${found.permitted}`)).toThrow('authorizedStatement');
    expect(() => authorizedStatement('test.authorized_for_nothing', {}, sql`select 1`)).toThrow('nothing of `found`');
  });
});
