import { makeConfig } from '../config/config.ts';
import { readEnv } from '../config/env.ts';
import { makeOpenApiDocument } from '../http/openapi.ts';
import { buildOfflineApp } from '../offline-app.ts';

/** Prints the OpenAPI document that a server with these settings publishes. Needs no database. */
export async function run(): Promise<number> {
  const app = await buildOfflineApp(makeConfig(readEnv()));
  const document = makeOpenApiDocument(app.routes, app.deps.config);
  await app.close();
  process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
  return 0;
}
