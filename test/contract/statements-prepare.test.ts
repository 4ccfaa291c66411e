import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { CONSTRAINT_CODES } from '../../src/db/constraints.ts';
import { allStatements } from '../../src/db/statement.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { ROOT, sourceFiles } from '../support/source-files.ts';

/** Postgres truncates longer names, so two statements could collide. */
const MAX_NAME_BYTES = 63;

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
  for (const file of sourceFiles('src/{areas,auth,db,events,http,jobs,mail,storage,demo}/**/*.ts'))
    await import(join(ROOT, file));
});

/** Without those of other test files, which run in the same process. */
const ownStatements = () => [...allStatements().values()].filter(({ name }) => !name.startsWith('test.'));

describe('named statements', () => {
  it('are valid for the migrated database: tables, columns, parameter types', async () => {
    const client = await t.pool.connect();
    const broken: string[] = [];
    try {
      for (const { name, text } of ownStatements()) {
        await client
          .query(`prepare "${name}" as ${text}`)
          .catch((error: Error) => broken.push(`${name}: ${error.message}`));
      }
    } finally {
      client.release(true);
    }
    expect(broken).toEqual([]);
    expect(ownStatements().length).toBeGreaterThan(10);
  });

  it('have descriptive names that Postgres does not truncate', () => {
    for (const { name } of ownStatements()) {
      expect(name).toMatch(/^[a-z_]+\.[a-z0-9_.]+( [a-z0-9_.]+)?$/);
      expect(Buffer.byteLength(name), name).toBeLessThanOrEqual(MAX_NAME_BYTES);
    }
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
