import type pg from 'pg';
import { resealFactors } from '../areas/account/reseal.ts';
import { resealWebhooks } from '../areas/webhooks/reseal.ts';
import { keepFormerKeys } from '../auth/former-keys.ts';
import { loadSecretKeys, previousKeysPath, readSecrets, replaceGeneratedKey, secretKeyPath } from '../auth/secrets.ts';
import { type Config, makeConfig } from '../config/config.ts';
import { readEnv } from '../config/env.ts';
import { StartError } from '../core/start-error.ts';
import { systemCtx } from '../ctx.ts';
import { finishRotation, isInUse, readKeyFacts } from '../db/instance-facts.ts';
import { loneClient } from '../db/lone-client.ts';
import type { Deps } from '../deps.ts';
import { resealResponses } from '../http/reseal-responses.ts';
import { resealJobs } from '../jobs/reseal.ts';
import { readOptions } from './arguments.ts';
import { withInstance } from './instance.ts';

export const HELP = `Usage: npm run pronet -- rotate-key

Encrypts with SECRET_KEY what the database has encrypted with the keys in SECRET_KEY_PREVIOUS. First restart all servers and
workers with both settings; they may run meanwhile. Running it again continues, and changes nothing that is done.

Without SECRET_KEY, it generates another key in DATA_DIR/secret-key and keeps the one before in secret-key-previous. For
this, stop the server first.

When it is done, SECRET_KEY_PREVIOUS (or the file) can go. What only earlier keys have signed ends then: cursors, addresses
of pictures and exports, open forms, and links in mails that stop them.`;

const PARTS = {
  'secrets of webhooks': resealWebhooks,
  'secrets of authenticator apps': resealFactors,
  'stored responses': resealResponses,
  jobs: resealJobs,
};

/** How many previous keys a server accepts. */
const PREVIOUS_MAX = 2;

export async function run(args: string[]): Promise<number> {
  readOptions('rotate-key', args, {});
  const config = makeConfig(readEnv());
  const isGenerated = config.secretKey === undefined;
  const keys = await readSecrets(config);
  if (!isGenerated && keys.length === 1)
    throw new StartError('SECRET_KEY_PREVIOUS: must be set to the key that SECRET_KEY replaces.');
  if (keys.length === 0)
    throw new StartError(`SECRET_KEY: there is no key to replace: ${secretKeyPath(config.dataDir)} does not exist.`);
  const prepare = async (connection: pg.ClientConfig) => (isGenerated ? generate(config, connection) : undefined);
  const lines = await withInstance(rotate, undefined, config, prepare);
  for (const line of lines) console.log(line);
  const rest = isGenerated ? previousKeysPath(config.dataDir) : 'SECRET_KEY_PREVIOUS';
  console.log(`done: ${rest} can be removed. Cursors and links that it has signed end then.`);
  return 0;
}

/** Another key in the file, unless a rotation has not ended. */
async function generate(config: Config, connection: pg.ClientConfig): Promise<void> {
  const client = loneClient(connection, 'check');
  await client.connect();
  try {
    if (await isInUse(client, { any: true }))
      throw new StartError('A server, a worker or another command uses this database. Stop it first.');
    const { current, unfinished } = await readKeyFacts(client);
    const [{ fingerprint }] = await loadSecretKeys(config);
    if (unfinished.length === 0 && current === fingerprint)
      await replaceGeneratedKey(config.dataDir, (await readSecrets(config)).slice(0, PREVIOUS_MAX));
  } finally {
    await client.end();
  }
}

async function rotate(deps: Deps): Promise<string[]> {
  const { config, database, keys } = deps;
  if (await isInUse(database.pool, { any: false })) {
    throw new StartError(
      'A server or worker still runs with the earlier key alone. Restart all of them with SECRET_KEY and SECRET_KEY_PREVIOUS first.',
    );
  }
  const ctx = systemCtx(deps, 'keys.rotate_secret');
  const lines: string[] = [];
  for (const [name, reseal] of Object.entries(PARTS)) {
    const { checked, resealed } = await reseal(ctx);
    lines.push(`${name}: ${resealed} of ${checked} encrypted again`);
  }
  const secrets = await loadSecretKeys(config);
  await keepFormerKeys(database.pool, keys, secrets);
  await finishRotation(database.pool, secrets[0].fingerprint);
  return lines;
}
