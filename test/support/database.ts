import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { withDatabase } from '../setup/cluster.ts';

export type Clone = {
  connection: pg.ClientConfig;
  /** With `TEST_POOLER=1`: leads to it through a pooler. */
  poolerUrl: string | undefined;
  drop(): Promise<void>;
};

/** A database for this file, cloned from the migrated template. */
export async function cloneDatabase(): Promise<Clone> {
  const connection = inject('connection');
  const pooler = inject('poolerUrl');
  const name = `t_${randomBytes(6).toString('hex')}`;
  const run = async (text: string) => {
    const admin = new pg.Client(connection);
    await admin.connect();
    try {
      await admin.query(text);
    } finally {
      await admin.end();
    }
  };
  // Copying the files takes a third of the time of copying their blocks through the write-ahead log.
  await again(run, `create database ${name} template ${inject('template')} strategy file_copy`);
  return {
    connection: withDatabase(connection, name),
    poolerUrl: pooler === null ? undefined : withDatabase({ connectionString: pooler }, name).connectionString,
    drop: () => again(run, `drop database if exists ${name} with (force)`),
  };
}

/** The template is in use, or a process that only a superuser may end is vacuuming the database. */
const PASSING = ['55006', '42501'];

async function again(run: (text: string) => Promise<void>, text: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run(text);
    } catch (error) {
      if (attempt >= 50 || !PASSING.includes((error as { code?: string }).code ?? '')) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20 * attempt));
    }
  }
}
