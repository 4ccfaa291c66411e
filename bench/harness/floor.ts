import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastify from 'fastify';
import type { Pool } from 'pg';
import '../../src/areas/index.ts';
import { CredentialCache } from '../../src/auth/credential-cache.ts';
import type { AttachedProfile, Principal } from '../../src/auth/principal.ts';
import { systemClock } from '../../src/core/clock.ts';
import { PERMISSIONS } from '../../src/core/enums.ts';
import { type CtxDeps, makeCtx } from '../../src/ctx.ts';
import { openDatabase } from '../../src/db/client.ts';
import { joinEmbedded } from '../../src/db/embedded.ts';
import { allStatements } from '../../src/db/statement.ts';
import { makeLogger } from '../../src/telemetry/logger.ts';
import { SCENARIOS } from '../scenarios/index.ts';
import type { FloorTools, World } from '../scenarios/scenario.ts';

/**
 * The floor: a separate process on the server's database, with bare Fastify, the handlers of one scenario, and a pool of
 * the same size. Sends its address to the parent process.
 *
 * Arguments: the folder of the run, the name of the scenario, the size of the pool.
 */
const [directory, name, poolSize] = process.argv.slice(2) as [string, string, string];
const { floor } = SCENARIOS.find((one) => one.name === name)!;
if (typeof floor === 'string') throw new Error(`${name} is compared with a server, not with a floor`);
const world = JSON.parse(readFileSync(join(directory, 'world.json'), 'utf8')) as World;
const joined = await joinEmbedded({ dataDir: join(directory, 'data') });
const log = makeLogger('warn', process.stderr);
const database = openDatabase(joined.connection, {
  poolSize: Number(poolSize),
  applicationName: 'bench-floor',
  log,
});
const { pool, close } = database;

/** The order of a statement's values, found by running it with the names as values. */
function orderOf(statementName: string): { text: string; order: readonly unknown[] } {
  const statement = allStatements().get(statementName);
  if (!statement) throw new Error(`there is no statement ${statementName}`);
  const named = Object.fromEntries(statement.parameters.map((parameter) => [parameter, { parameter }]));
  const { values: order } = statement.call(named);
  return { text: statement.text, order };
}

function makeQuery(ownPool: Pool): FloorTools['query'] {
  return (statementName) => {
    const { text, order } = orderOf(statementName);
    return async (values, on = ownPool) => {
      return on.query({
        name: statementName,
        text,
        values: order.map((slot) => {
          const { parameter } = (slot ?? {}) as { parameter?: string };
          return parameter === undefined ? slot : values[parameter];
        }),
      });
    };
  };
}

/** Only what the service functions need; those that write check the credential in the database. */
const deps = {
  keys: { cursor: [randomBytes(32)] },
  database,
  log,
  clock: systemClock,
  credentialCache: new CredentialCache(),
} as unknown as CtxDeps;

const makeMemberCtx: FloorTools['ctx'] = (member, operation, request) => {
  const acting: AttachedProfile = {
    id: member.profileId,
    actorId: member.actorId,
    type: 'human',
    isOwn: true,
    owned: true,
    permissions: PERMISSIONS,
    suspended: false,
  };
  const principal = {
    type: 'api_key',
    id: member.credentialId,
    secretId: member.secretId,
    accountId: member.accountId,
    scopes: ['all:all'],
    forAgent: false,
    profiles: new Map([[acting.id, acting]]),
  } as unknown as Principal;
  return makeCtx({ deps, operation, requestId: request.id, principal, acting });
};

const anonymous: FloorTools['anonymous'] = (operation, request) => makeCtx({ deps, operation, requestId: request.id });

const app = fastify({ logger: false });
floor(app as never, { world, pool, query: makeQuery(pool), ctx: makeMemberCtx, anonymous, directory });
const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.once('SIGTERM', async () => {
  await app.close();
  await close();
  await joined.close();
  process.disconnect?.();
});
process.send!({ url });
