import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { withDatabase } from '../setup/cluster.ts';

/** A database for this file, cloned from the migrated template. */
export async function cloneDatabase(): Promise<{ connection: pg.ClientConfig; drop(): Promise<void> }> {
  const connection = inject('connection');
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
