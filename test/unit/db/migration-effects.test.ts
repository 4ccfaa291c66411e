import pg from 'pg';
import { expect, it } from 'vitest';
import { type Effect, effectsOf } from '../../../src/db/migration-effects.ts';
import { problemsOf } from '../../checks/migration-rules.ts';
import { cloneDatabase } from '../../support/database.ts';
import { atEndOfFile } from '../../support/end-of-file.ts';

/** Each with who it keeps out of which tables, and the work. */
const STATEMENTS: [string, Effect['locks'], string[], Effect['work']][] = [
  ['alter table big add column a text', 'everyone', ['big'], 'none'],
  [`alter table big add column a timestamptz not null default now()`, 'everyone', ['big'], 'none'],
  [`alter table big add column a text default nullif(current_setting('a.b', true), '')`, 'everyone', ['big'], 'none'],
  ['alter table big add column a uuid default gen_random_uuid()', 'everyone', ['big'], 'rewrites the table'],
  ['alter table big add column a float default random() + 1', 'everyone', ['big'], 'rewrites the table'],
  ['alter table big add column a int generated always as (id + 1) stored', 'everyone', ['big'], 'rewrites the table'],
  ['alter table big add column a int generated always as identity', 'everyone', ['big'], 'rewrites the table'],
  ['alter table big add column a bigserial', 'everyone', ['big'], 'rewrites the table'],
  ['alter table big alter column note type varchar(9)', 'everyone', ['big'], 'rewrites the table'],
  ['alter table big add column a int unique', 'everyone', ['big'], 'builds an index'],
  ['alter table big alter column note set not null', 'everyone', ['big'], 'reads all rows'],
  ['alter table big alter column note set default 1', 'everyone', ['big'], 'none'],
  ['alter table big drop column note', 'everyone', ['big'], 'none'],
  ['alter table big rename column note to a', 'everyone', ['big'], 'none'],
  ['alter table big add constraint c check (id > 0)', 'everyone', ['big'], 'reads all rows'],
  ['alter table big add constraint c check (id > 0) not valid', 'everyone', ['big'], 'none'],
  [
    'alter table big add constraint c foreign key (id) references other(id)',
    'writers',
    ['big', 'other'],
    'reads all rows',
  ],
  [
    'alter table big add constraint c foreign key (id) references other(id) not valid',
    'writers',
    ['big', 'other'],
    'none',
  ],
  ['alter table big add constraint c unique (note)', 'everyone', ['big'], 'builds an index'],
  ['alter table big add constraint c unique using index big_id', 'everyone', ['big'], 'none'],
  ['alter table big validate constraint unchecked', 'nobody', ['big'], 'reads all rows'],
  ['create index on big (note)', 'writers', ['big'], 'builds an index'],
  ['update big set note = id', 'nobody', ['big'], 'changes rows'],
  [
    'create trigger t after insert on big for each row execute function suppress_redundant_updates_trigger()',
    'writers',
    ['big'],
    'none',
  ],
  ['truncate other', 'everyone', ['other'], 'none'],
  [`comment on table big is 'x'`, 'nobody', ['big'], 'none'],
];

const LOCKED = `select c.relname as name, bool_or(mode = 'AccessExclusiveLock') as entirely from pg_locks join pg_class c on c.oid = relation
  where pid = pg_backend_pid() and c.relname in ('big', 'other')
    and mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock') group by 1 order by 1`;

it('says of each statement what PostgreSQL then does', async () => {
  const { connection, drop } = await cloneDatabase();
  atEndOfFile(drop);
  const client = new pg.Client(connection);
  atEndOfFile(() => client.end());
  await client.connect();
  await client.query(`create table other (id int primary key); create table big (id int not null, note int);
    create unique index big_id on big (id); alter table big add constraint unchecked check (id > 0) not valid;
    insert into big select n, n from generate_series(1, 100) n; insert into other select id from big`);
  const file = `select pg_relation_filenode('big') as file`;
  const rewritten: string[] = [];
  for (const [statement, locks, tables, work] of STATEMENTS) {
    const [effect] = await effectsOf(statement);
    if (locks !== 'nobody')
      expect({ statement, locks: effect!.locks, tables: effect!.tables, work: effect!.work }).toEqual({
        statement,
        locks,
        tables,
        work,
      });
    await client.query('begin');
    const before = (await client.query(file)).rows;
    await client.query(statement);
    const { rows } = await client.query<{ name: string; entirely: boolean }>(LOCKED);
    const after = (await client.query(file)).rows;
    await client.query('rollback');
    if (after[0].file !== before[0].file) rewritten.push(statement);
    const strongest = rows.some(({ entirely }) => entirely) ? 'everyone' : rows.length > 0 ? 'writers' : 'nobody';
    expect([statement, strongest]).toEqual([statement, locks]);
    if (locks !== 'nobody') expect(rows.map(({ name }) => name)).toEqual(tables);
  }
  expect(rewritten).toEqual(
    STATEMENTS.filter(([, , , work]) => work === 'rewrites the table').map(([statement]) => statement),
  );
});

const RELEASES = { releases: [{ version: '1.0.0', newest: '0_start' }], breaks: {} };
const START = { tag: '0_start', statements: ['drop table anything', 'create index on big (a)'] };

const check = (...migrations: string[][]) =>
  problemsOf([START, ...migrations.map((statements, place) => ({ tag: `${place + 1}_next`, statements }))], RELEASES);

it.each<[string, string]>([
  ['create index on big (a)', 'use CREATE INDEX CONCURRENTLY'],
  ['drop index big_idx', 'use DROP INDEX CONCURRENTLY'],
  ['alter table big add constraint c check (a > 0)', 'add it NOT VALID'],
  ['alter table big add column a int references other (id)', 'add it NOT VALID'],
  ['alter table big alter column a set not null', 'big_a_not_null CHECK (a IS NOT NULL)'],
  ['alter table big alter column a type bigint', 'add a new column'],
  ['alter table big add column a int not null', 'give it a constant DEFAULT'],
  ['alter table big add column a int, add column b uuid default gen_random_uuid()', 'let a job fill it'],
  ['alter table big add constraint c primary key (a)', 'add the constraint USING INDEX'],
  ['alter table big rename to large', 'running servers use the old name'],
  ['update big set a = 1', 'in batches, with a job'],
  ['insert into other select a from big', 'in batches, with a job'],
  ['do $$ begin perform 1; end $$', 'its locks are not known'],
  [`do $$ begin execute 'update big set a = 1'; end $$`, 'its locks are not known'],
  ['cluster big', 'its locks are not known'],
  ['drop table big', '1.0.0 fails after it'],
  ['alter table big drop column a', '"breaks" of releases.json'],
])('refuses `%s`', async (statement, words) => {
  const problems = await check([statement]);
  expect(problems.join()).toContain(words);
  expect(problems[0]).toMatch(/^migrations\/1_next\.sql: /);
});

it('accepts what locks nobody out for long', async () => {
  expect(
    await check(
      [
        'create table fresh (id int)',
        'create index on fresh (id)',
        'alter table fresh add constraint f foreign key (id) references big (id)',
      ],
      [
        'alter table big add column a int default 3 not null',
        `alter table big add constraint big_b_not_null check (b is not null) not valid`,
      ],
      ['alter table big validate constraint big_b_not_null'],
      ['alter table big alter column b set not null', 'alter table big drop constraint big_b_not_null'],
      // A table gets a successor of the same name, and the roles that used it may go on.
      [
        'alter table big rename to big_before',
        'create table big (id int) partition by range (id)',
        'alter table big attach partition big_before default',
        `do $$ begin execute format('GRANT %s ON big TO %I', 'SELECT', current_user); end $$`,
      ],
      ['create index concurrently big_a_idx on big (a)', 'drop index concurrently big_old_idx'],
    ),
  ).toEqual([]);
});

it('refuses what belongs in a migration of its own', async () => {
  const problems = await check(
    ['create index concurrently big_a_idx on big (a)', 'alter table big add column b int'],
    ['alter table big add constraint c check (a > 0) not valid', 'alter table big validate constraint c'],
    ['alter table big alter column a set not null'],
  );
  expect(problems).toEqual([
    expect.stringContaining('1_next.sql: CONCURRENTLY needs'),
    expect.stringContaining('2_next.sql: big: VALIDATE needs'),
    expect.stringContaining('3_next.sql: big: first add'),
  ]);
});

it('accepts a removal once the release before it does not need it', async () => {
  const migrations = [START, { tag: '1_gone', statements: ['drop table big'] }];
  expect(await problemsOf(migrations, { ...RELEASES, breaks: { '1_gone': '0_start' } })).toEqual([]);
  const released = { ...RELEASES, releases: [...RELEASES.releases, { version: '1.1.0', newest: '1_gone' }] };
  expect(await problemsOf(migrations, released)).toHaveLength(1);
  expect(await problemsOf(migrations, { ...RELEASES, breaks: { '2_missing': '0_start' } })).toEqual([
    'migrations/releases.json: there is no migration 2_missing',
  ]);
});
