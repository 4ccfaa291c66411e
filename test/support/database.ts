import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { withDatabase } from '../setup/postgres.ts';

/** A database of this file's own, cloned from the migrated template. */
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
  await cloneOnce(run, `create database ${name} template ${inject('template')}`);
  return {
    connection: withDatabase(connection, name),
    drop: () => run(`drop database if exists ${name} with (force)`),
  };
}

async function cloneOnce(run: (text: string) => Promise<void>, text: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run(text);
    } catch (error) {
      if (attempt >= 50 || (error as { code?: string }).code !== '55006') throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
