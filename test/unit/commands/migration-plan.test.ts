import pg from 'pg';
import { expect, it } from 'vitest';
import { migrationPlan } from '../../../src/commands/migration-plan.ts';
import { migrations } from '../../../src/db/migration-files.ts';
import { cloneDatabase } from '../../support/database.ts';
import { atEndOfFile } from '../../support/end-of-file.ts';

const { time } = migrations.at(-1)!;

it('says what the pending migrations lock and rewrite, and changes nothing', async () => {
  const { connection, drop } = await cloneDatabase();
  atEndOfFile(drop);
  expect(await migrationPlan({ connection })).toBe('Nothing to do: the schema is up to date.');
  const client = new pg.Client(connection);
  atEndOfFile(() => client.end());
  await client.connect();
  await client.query(`create table big as select n from generate_series(1, 1234) n; analyze big;
    comment on function fold_text is '0123456789abcdef'`);
  const next = {
    tag: '0099_next',
    time: time + 1,
    hash: 'next',
    oldest: { time: time + 1, version: '7.1.0' },
    statements: [
      'alter table big add column a uuid default gen_random_uuid(),\n  alter column n set not null',
      'alter table "events" add column "b" text;',
      'create table fresh (id int)',
    ],
  };
  expect(
    await migrationPlan({ connection }, [...migrations, next]),
  ).toBe(`1 migration would run, each in a transaction of its own.

0099_next (after it, only 7.1.0 or newer may run)
  alter table big add column a uuid default gen_random_uuid(), alter column n set not null
    locks everyone out of big (about 1,234 rows), rewrites the table
    locks everyone out of big (about 1,234 rows), reads all rows
  alter table "events" add column "b" text;
    locks everyone out of events (number of rows unknown)
  create table fresh (id int)
    locks nobody out of fresh (a new table)

Functions that would be replaced or dropped: fold_text`);
  expect((await client.query(`select to_regclass('fresh') as fresh`)).rows).toEqual([{ fresh: null }]);
});
