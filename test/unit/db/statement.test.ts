import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { named, qb, type Selected, selectList } from '../../../src/db/query.ts';
import { accounts, workspaces } from '../../../src/db/schema/accounts.ts';
import { exports } from '../../../src/db/schema/exports.ts';
import { p, type RowOf, statement } from '../../../src/db/statement.ts';

describe('statement', () => {
  it('numbers placeholders by name and writes constants as literals, which partial indexes match', () => {
    const { text, parameters } = statement(
      'test.constants',
      { account: 'uuid' },
      qb
        .select({ id: exports.id })
        .from(exports)
        .where(
          and(eq(exports.status, 'pending'), eq(exports.accountId, p('account')), sql`${p('account')} <> ${"it's"}`),
        )
        .limit(5),
    );
    expect(text).toBe(
      `select id from exports where (exports.status = 'pending' and exports.account_id = $1 and $1 <> 'it''s') limit 5`,
    );
    expect(parameters).toEqual(['account']);
  });

  it('takes placeholders as values and limits of a builder query', () => {
    const insert = qb.insert(workspaces).values({
      id: sql.placeholder('id'),
      accountId: sql.placeholder('account'),
      name: 'Home',
      createdAt: p('now'),
      updatedAt: p('now'),
    });
    const { text, parameters } = statement(
      'test.placeholders',
      { id: 'uuid', account: 'uuid', now: 'timestamptz' },
      insert,
    );
    expect(text).toBe(
      `insert into workspaces (id, account_id, name, created_at, updated_at) values ($1, $2, 'Home', $3, $3)`,
    );
    expect(parameters).toEqual(['id', 'account', 'now']);
    const list = qb.select({ id: workspaces.id }).from(workspaces).limit(sql.placeholder('rows'));
    expect(statement('test.limit', { rows: 'bigint' }, list).text).toBe(`select id from workspaces limit $1`);
  });

  it('refuses a constant that is not a literal', () => {
    expect(() => statement('test.refused', {}, sql`select ${new Date(0)}`)).toThrow(
      'neither a placeholder nor a literal',
    );
  });
});

describe('row types', () => {
  it('come from the columns of a builder query', () => {
    const read = statement(
      'test.inferred',
      {},
      qb
        .select({ status: exports.status, expires_at: exports.expiresAt, owner: named(accounts.email, 'owner') })
        .from(exports)
        .innerJoin(accounts, eq(accounts.id, exports.accountId)),
    );
    expectTypeOf<RowOf<typeof read>>().toEqualTypeOf<{
      status: 'pending' | 'ready' | 'failed';
      expires_at: Date | null;
      owner: string;
    }>();
  });

  it('have null in the columns of an outer join', () => {
    const read = statement(
      'test.outer_join',
      {},
      qb.select({ name: workspaces.name }).from(accounts).leftJoin(workspaces, eq(workspaces.accountId, accounts.id)),
    );
    expectTypeOf<RowOf<typeof read>>().toEqualTypeOf<{ name: string | null }>();
  });

  it('are never for a write that returns nothing', () => {
    const write = statement('test.no_rows', {}, qb.delete(exports));
    expectTypeOf<RowOf<typeof write>>().toBeNever();
  });

  it('do not compile with an unknown column', () => {
    const query = qb.select({ id: exports.id }).from(exports);
    const read = statement('test.unknown_column', {}, query);
    type Row = RowOf<typeof read>;
    // @ts-expect-error the query does not select it
    type Unselected = Row['nickname'];
    // @ts-expect-error the table does not have it
    type Unknown = (typeof exports)['nickname'];
    expectTypeOf<Unselected | Unknown>().toBeAny();
  });
});

describe('selectList', () => {
  it('writes a selection for raw SQL, with the names of its rows', () => {
    const x = alias(exports, 'x');
    const fields = { id: x.id, key: named(x.blobKey, 'key'), ready: sql<boolean>`${x.status} = 'ready'`.as('ready') };
    expectTypeOf<Selected<typeof fields>>().toEqualTypeOf<{ id: string; key: string | null; ready: boolean }>();
    const { text } = statement('test.select_list', {}, sql`select ${selectList(fields)} from made x`);
    expect(text).toBe(`select x.id, x.blob_key as key, x.status = 'ready' as ready from made x`);
  });
});
