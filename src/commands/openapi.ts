import { makeConfig } from '../config/config.ts';
import { readEnv } from '../config/env.ts';
import { makeOpenApiDocument } from '../http/openapi.ts';
import { buildOfflineApp } from '../offline-app.ts';
import { readOptions } from './arguments.ts';

export const HELP = `Usage: npm run --silent pronet -- openapi > openapi.json

Prints the OpenAPI document for the current settings. It needs no database and takes no options.
Without --silent, npm prints two extra lines first.`;

export async function run(args: string[]): Promise<number> {
  readOptions('openapi', args, {});
  const app = await buildOfflineApp(makeConfig(readEnv()));
  const document = makeOpenApiDocument(app, app.deps.config);
  await app.close();
  process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
  return 0;
}
