import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTableName } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { CONSTRAINT_CODES } from '../../src/db/constraints.ts';
import { allStatements } from '../../src/db/statement.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type Column, describeStatement, readCatalog } from '../support/described-columns.ts';
import { plannedWrites } from '../support/planned-writes.ts';
import { rowMismatches } from '../support/row-mismatches.ts';
import { type RowTypes, readRowTypes } from '../support/row-types.ts';
import { TABLES } from '../support/schema.ts';
import { ROOT, sourceFiles } from '../support/source-files.ts';
import { EXCEPTIONS, OWNERS, SHARED } from './table-owners.ts';

/** Postgres truncates longer names, so two statements could collide. */
const MAX_NAME_BYTES = 63;

const SOURCES = 'src/{areas,auth,db,events,http,jobs,oauth,adapters,demo}/**/*.ts';
const WRONG_ROWS = 'test/support/wrong-rows.ts';

/** Values that a column may have, but not in the rows that the statement selects. */
const EXCLUDED_VALUES = [
  'account.list_managers: account_id: may be null',
  'jobs.list_dead: job_id: may be null',
  'jobs.list_dead: name: may be null',
  'verifications.list_waiting: asked_name: may be null',
];

/** Without those of other test files, which run in the same process. */
const ownStatements = () => [...allStatements().values()].filter(({ name }) => !name.startsWith('test.'));

let t: TestApp;
const columnsOf = new Map<string, Column[]>();
const parametersOf = new Map<string, string[]>();
const plannedOf = new Map<string, string[]>();
const refused: string[] = [];
let types: RowTypes;
beforeAll(async () => {
  types = readRowTypes([...sourceFiles(SOURCES), WRONG_ROWS]);
  t = await startTestApp();
  for (const file of sourceFiles(SOURCES)) await import(join(ROOT, file));
  const client = await t.pool.connect();
  try {
    const catalog = await readCatalog(client);
    for (const { name, text } of ownStatements()) {
      await describeStatement(client, catalog, text).then(
        (described) => {
          columnsOf.set(name, described.columns);
          parametersOf.set(name, described.parameters);
        },
        (error: Error) => refused.push(`${name}: ${error.message}`),
      );
      if (columnsOf.has(name)) plannedOf.set(name, await plannedWrites(client, text));
    }
  } finally {
    client.release();
  }
});

describe('named statements', () => {
  it('are valid for the migrated database: tables, columns, parameter types', () => {
    expect(refused).toEqual([]);
    expect(columnsOf.size).toBeGreaterThan(10);
  });

  it('have descriptive names that Postgres does not truncate', () => {
    for (const { name } of ownStatements()) {
      expect(name).toMatch(/^[a-z_]+\.[a-z0-9_.]+( [a-z0-9_.]+)?$/);
      expect(Buffer.byteLength(name), name).toBeLessThanOrEqual(MAX_NAME_BYTES);
    }
  });
});

/** What a person can still read, without indentation. Leaves room for another condition in each rule that it contains. */
const MAX_LENGTH = 4000;
/** Ranks and counts by what the reader may find, with all of that condition, in one round trip. */
const LONGER: Readonly<Record<string, number>> = { 'search.rank_posts': 4700 };

describe('the text of a statement', () => {
  it('is short enough to be read', () => {
    const long = ownStatements().filter(
      ({ name, text }) => text.replace(/\s+/g, ' ').length > (LONGER[name] ?? MAX_LENGTH),
    );
    expect(long.map(({ name }) => name)).toEqual([]);
  });
});

describe('the query builder', () => {
  /** Variants of a statement, named after a space, count once. This may only grow. */
  const MIN_SHARE = 1 / 3;

  it('makes at least a third of all statements', () => {
    const own = [...types.rows].filter(([name]) => columnsOf.has(name));
    const count = (rows: typeof own) => new Set(rows.map(([name]) => name.split(' ')[0])).size;
    const built = count(own.filter(([, row]) => row.built));
    expect(built / count(own), `${built} of ${count(own)} statements are built with qb`).toBeGreaterThan(MIN_SHARE);
  });
});

describe('parameter types', () => {
  it('are those that Postgres describes', () => {
    const wrong = ownStatements().flatMap(({ name, parameters, types }) => {
      const described = parametersOf.get(name) ?? [];
      return parameters.flatMap((parameter, index) => {
        const declared = types[parameter]!.replace('?', '');
        return declared === described[index]
          ? []
          : [`${name}: ${parameter} is ${declared}, but ${described[index]} is expected`];
      });
    });
    expect(wrong).toEqual([]);
  });
});

describe('row types', () => {
  const mismatches = (name: string, columns: readonly Column[]) => {
    const row = types.rows.get(name);
    return row ? rowMismatches(types.checker, row, columns) : [`no row type was found`];
  };

  it('have the columns that the database returns, with the types that they are parsed into', () => {
    const wrong = [...columnsOf].flatMap(([name, columns]) =>
      mismatches(name, columns).map((mismatch) => `${name}: ${mismatch}`),
    );
    expect(wrong.sort()).toEqual(EXCLUDED_VALUES);
  });

  it('belong to statements that exist', () => {
    const names = [...types.rows].filter(([, { file }]) => file !== WRONG_ROWS).map(([name]) => name);
    expect(names.filter((name) => !columnsOf.has(name))).toEqual([]);
  });

  it('are found to have a column that the statement lacks, and to lack one that it has', () => {
    const id: Column = { name: 'id', kind: 'string' };
    expect(mismatches('wrong.missing', [id])).toEqual(['nickname: no such column']);
    expect(mismatches('wrong.write', [id])).toEqual(['nickname: no such column']);
    expect(mismatches('wrong.undeclared', [id, { name: 'bio', kind: 'string' }])).toEqual(['bio: not in the row type']);
    expect(mismatches('wrong.undeclared', [id, id])).toEqual(['id: two columns']);
    expect(mismatches('wrong.open', [id, { name: 'bio', kind: 'string' }])).toEqual([]);
    expect(mismatches('wrong.unread', [id])).toEqual([]);
    expect(mismatches('wrong.undeclared', [{ name: 'lock', kind: 'void' }, id])).toEqual([]);
  });

  it('are found to have another type than the column', () => {
    const columns: Column[] = [
      { name: 'id', kind: 'string' },
      { name: 'created_at', kind: 'Date' },
      { name: 'count', kind: 'number' },
      { name: 'tags', kind: { array: 'string' } },
      { name: 'data', kind: 'json' },
    ];
    expect(mismatches('wrong.types', columns)).toEqual([
      'id: number, but string is returned',
      'created_at: string, but Date is returned',
      'count: string, but number is returned',
      'tags: number[], but string[] is returned',
      'data: { at: Date; }, but json is returned',
    ]);
    expect(mismatches('wrong.undeclared', [{ name: 'id', kind: 'string', nullable: true }])).toEqual([
      'id: may be null',
    ]);
    const others: Column[] = [
      { name: 'kind', kind: 'string', nullable: true },
      { name: 'on', kind: 'boolean' },
      { name: 'hash', kind: 'Buffer' },
    ];
    expect(mismatches('wrong.nothing', [...columns, ...others])).toEqual([]);
  });

  it('are found to leave out a value of the column', () => {
    const nullable: Column = { name: 'id', kind: 'string', nullable: true };
    expect(mismatches('wrong.undeclared', [nullable])).toEqual(['id: may be null']);
    const values: Column[] = [
      { name: 'id', kind: 'string' },
      { name: 'kind', kind: 'string', nullable: true, values: ['a', 'b', 'c', 'd'] },
      { name: 'tags', kind: { array: 'string' }, values: ['x', 'y', 'z'] },
    ];
    expect(mismatches('wrong.values', values)).toEqual(['kind: may be c, d', 'tags: may be z']);
  });
});

describe('tables', () => {
  /** The folder of `src`, or the area, in which a statement is declared. */
  const folderOf = (name: string) => /^src\/((?:areas\/)?[^/]+)/.exec(types.rows.get(name)?.file ?? '')?.[1] ?? '';

  it('are written by statements of their owners', () => {
    const foreign = ownStatements().flatMap(({ name, writes }) =>
      writes
        .filter((table) => !(table in SHARED) && !OWNERS[table]?.includes(folderOf(name)))
        .map((table) => `${folderOf(name)}: ${table}`),
    );
    const hint = 'list a table in `tables` of its area.ts, and write it only there';
    expect([...new Set(foreign)].sort(), hint).toEqual([...EXCEPTIONS].sort());
  });

  it('that many areas write are written by shared SQL', () => {
    const copies = sourceFiles('src/**/*.ts').flatMap((file) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(/writes\('([a-z_.]+)'\)/g)]
        .map(([, table]) => table!)
        .filter((table) => SHARED[table]?.every((owner) => !file.startsWith(`src/${owner}`)))
        .map((table) => `${file}: ${table}`),
    );
    expect(copies).toEqual([]);
  });

  it('all have an owner', () => {
    const tables = TABLES.map(getTableName);
    const unowned = tables.filter((table) => !(table in OWNERS) && !(table in SHARED));
    expect(unowned, 'not in `tables` of any area.ts').toEqual([]);
    expect(tables.length).toBeGreaterThan(10);
  });

  it('that a statement declares are those that Postgres writes', () => {
    const wrong = ownStatements().flatMap(({ name, writes }) => {
      const [declared, planned] = [[...writes].sort().join(), plannedOf.get(name)?.join()];
      return declared === planned ? [] : [`${name} declares ${declared || 'nothing'}, writes ${planned || 'nothing'}`];
    });
    expect(wrong, 'use `writes` of src/db/writes.ts for the table of a write').toEqual([]);
    expect([...plannedOf.values()].filter((tables) => tables.length > 0).length).toBeGreaterThan(100);
  });
});

describe('schema beyond drizzle', () => {
  it('partitions the event log', async () => {
    const { rows } = await t.pool.query("select relkind from pg_class where oid = 'events'::regclass");
    expect(rows).toEqual([{ relkind: 'p' }]);
  });
});

describe('constraints with a public error code', () => {
  it('exist under that name', async () => {
    const { rows } = await t.pool.query<{ name: string }>(
      'select conname as name from pg_constraint union select indexname from pg_indexes',
    );
    const names = new Set(rows.map(({ name }) => name));
    expect(Object.keys(CONSTRAINT_CODES).filter((name) => !names.has(name))).toEqual([]);
  });
});
