import { DrizzleQueryError } from 'drizzle-orm/errors';
import pg from 'pg';
import { expect, it } from 'vitest';
import { explained } from '../../../src/commands/database-errors.ts';
import { ApiError } from '../../../src/core/errors.ts';
import { StartError } from '../../../src/core/start-error.ts';
import { loneClient } from '../../../src/db/lone-client.ts';
import { translateDatabaseError } from '../../../src/db/pg-errors.ts';
import { startTcpProxy } from '../../support/tcp-proxy.ts';

const databaseUrl = 'postgres://pronet:hunter2secret@db.example.com:5432/pronet';
const PLACE = 'DATABASE_URL: db.example.com:5432/pronet';

const coded = (code: string, message: string) => Object.assign(new pg.DatabaseError(message, 1, 'error'), { code });

it.each<[string, Error, string]>([
  ['a timeout of the pool', new Error('timeout exceeded when trying to connect'), 'does not respond: timeout exceeded'],
  ['a timeout of a connection', new Error('timeout expired'), 'does not respond: timeout expired'],
  ['a lost connection', new Error('Connection terminated unexpectedly'), 'does not respond: Connection terminated'],
  ['a shutdown', coded('57P01', 'terminating connection'), 'does not respond: terminating connection'],
  ['a lock', coded('55P03', 'canceling statement'), 'another process is migrating, or a transaction holds a table'],
])('%s during the start is one line without the password', (_what, error, words) => {
  for (const one of [error, translateDatabaseError(error), new DrizzleQueryError('alter table posts', [], error)]) {
    const line = explained(one, { databaseUrl }) as Error;
    expect(line).toBeInstanceOf(StartError);
    expect(line.message).toContain(PLACE);
    expect(line.message).toContain(words);
    expect(line.message).not.toMatch(/hunter2secret|\n/);
  }
});

it('leaves other errors as they are', () => {
  const missing = Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open', errno: -2 });
  for (const error of [missing, new TypeError('a bug'), new StartError('PORT: …'), new ApiError('post_not_found')]) {
    expect(explained(error, { databaseUrl })).toBe(error);
  }
  expect((explained(new Error('timeout expired'), { databaseUrl: undefined }) as Error).message).toContain(
    'The embedded PostgreSQL does not respond',
  );
});

it('a connection outside of the pool gives up if the database does not answer', async () => {
  const proxy = await startTcpProxy(1);
  await proxy.set({ kind: 'hang' });
  const client = loneClient({ host: '127.0.0.1', port: proxy.port, user: 'pronet', ssl: false }, 'check');
  await expect(client.connect()).rejects.toThrow('timeout expired');
  await proxy.close();
});
