import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { cloneDatabase } from '../support/database.ts';
import { serveHonestly } from './aftermath.ts';
import type { Case } from './case.ts';
import { catalogue } from './cases/index.ts';
import { runCase, type Stage } from './run-case.ts';
import { closeStage, openStage } from './stage.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

/** Clients call from many loopback addresses, so that each has its own limits; only Linux has all of 127.0.0.0/8. */
describe.skipIf(process.platform !== 'linux')('the server under attack, short form', () => {
  let stage: Stage;
  let cases: Case[];
  let database: Awaited<ReturnType<typeof cloneDatabase>>;

  beforeAll(async () => {
    database = await cloneDatabase();
    stage = await openStage({ DATABASE_URL: urlOf(database.connection) });
    cases = (await catalogue(stage.server.port)).filter(({ short }) => short);
  });
  afterAll(async () => {
    if (stage) await closeStage(stage);
    await database?.drop();
  });

  it('withstands one case of every family', async () => {
    expect(cases.length).toBeGreaterThan(15);
    const broken: string[] = [];
    for (const one of cases) {
      const { problems } = await runCase(stage, one);
      broken.push(...problems.map((problem) => `${one.family}: ${one.name}: ${problem}`));
      if (stage.server.ended() !== null) break;
    }
    expect(broken).toEqual([]);
  });

  it('still serves ordinary members', async () => {
    expect((await serveHonestly(stage)).problems).toEqual([]);
  });

  it('satisfies every rule of its data', async () => {
    expect(await stage.server.command('verify')).toMatchObject({ code: 0 });
  });
});

function urlOf(connection: Awaited<ReturnType<typeof cloneDatabase>>['connection']): string {
  if (connection.connectionString) return connection.connectionString;
  const { host = 'localhost', port = 5432, user = '', database = '' } = connection;
  const url = new URL(`postgres://localhost/${database}`);
  url.username = user;
  if (typeof connection.password === 'string') url.password = connection.password;
  if (host.startsWith('/')) url.searchParams.set('host', host);
  else url.hostname = host;
  url.port = String(port);
  return url.href;
}
