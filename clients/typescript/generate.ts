import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { makeConfig } from '../../src/config/config.ts';
import { OPERATION_PATHS } from '../../src/core/operation-paths.ts';
import { makeOpenApiDocument, type OpenApiDocument } from '../../src/http/openapi.ts';
import { buildOfflineApp } from '../../src/offline-app.ts';
import { pythonModules } from '../python/generate.ts';

const SCHEMA_FILE = fileURLToPath(new URL('src/schema.d.ts', import.meta.url));
const OPERATIONS_FILE = fileURLToPath(new URL('../../src/core/operation-paths.ts', import.meta.url));
const KEYLESS_FILE = fileURLToPath(new URL('src/keyless.ts', import.meta.url));
const PYTHON_FOLDER = new URL('../python/src/pronet/', import.meta.url);

const HEAD = `// Generated from the OpenAPI document by \`npm run client:generate\`. Do not edit.\n\n`;

/**
 * The generated files by path: the addresses of all operations, their types, the writes that take no key, and the modules
 * of the Python client. Needs no database.
 */
export async function generateClient(): Promise<Map<string, string>> {
  const paths = pathsOf(await generatedDocument());
  // Texts of the document name operations, which may be new.
  Object.assign(OPERATION_PATHS, paths);
  const document = await generatedDocument();
  const types = astToString(await openapiTypescript(JSON.stringify(document, forClients())));
  return new Map([
    [OPERATIONS_FILE, HEAD + operationsModule(paths)],
    [SCHEMA_FILE, HEAD + types],
    [KEYLESS_FILE, HEAD + keylessModule(document)],
    ...[...pythonModules(document)].map(([name, text]) => [fileURLToPath(new URL(name, PYTHON_FOLDER)), text] as const),
  ]);
}

async function generatedDocument(): Promise<OpenApiDocument> {
  const app = await buildOfflineApp(makeConfig({}));
  const document = makeOpenApiDocument(app, { baseUrl: 'http://127.0.0.1', authUrl: 'http://127.0.0.1' }, 'all');
  await app.close();
  return document;
}

type Parameter = { in: string; name: string };

/** All operations, with their parameters in full. */
function operationsOf({ paths, components }: OpenApiDocument) {
  const shared = components['parameters'] as Record<string, Parameter>;
  type Described = { operationId: string; parameters: (Parameter & { $ref?: string })[] };
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations as Record<string, Described>).map(([method, { operationId, parameters }]) => ({
      operationId,
      call: `${method.toUpperCase()} ${path}`,
      parameters: parameters.map((one) => (one.$ref ? shared[one.$ref.split('/').at(-1)!]! : one)),
    })),
  );
}

/** Each operation with its method and its path as a URI template, with the names of its query parameters. */
function pathsOf(document: OpenApiDocument): Record<string, string> {
  const paths = operationsOf(document).map(({ operationId, call, parameters }) => {
    const query = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
    return [operationId, `${call}${query.length === 0 ? '' : `{?${query}}`}`];
  });
  return Object.fromEntries(paths);
}

function operationsModule(paths: Record<string, string>): string {
  const lines = Object.entries(paths).map(([name, path]) => {
    const line = `  '${name}': '${path}',\n`;
    return line.length <= 121 ? line : `  '${name}':\n    '${path}',\n`;
  });
  return `/** The method and path of every operation, as a URI template (RFC 6570). */
export const OPERATION_PATHS = {\n${lines.join('')}} as const;\n`;
}

const KEY = 'Idempotency-Key';

/** Lists the few writes without the header `Idempotency-Key`. */
function keylessModule(document: OpenApiDocument): string {
  const names = operationsOf(document)
    .filter(({ call, parameters }) => !call.startsWith('GET') && !parameters.some(({ name }) => name === KEY))
    .map(({ call }) => call);
  const lines = names.map((name) => `  '${name}',\n`).join('');
  return `/** Writes that take no \`Idempotency-Key\`: every repeat would take effect again. */
export const KEYLESS: ReadonlySet<string> = new Set([\n${lines}]);\n`;
}

const OMITTED = new Set(['example', 'examples', 'headers', 'discriminator', 'webhooks', 'pathItems']);

/** Omits what the client's types do not need. */
function forClients(): (this: unknown, key: string, value: unknown) => unknown {
  // Keys inside `properties` are names of fields, so they are never filtered, even if one is called `example`.
  const properties = new Set<unknown>();
  return function replace(key, value) {
    if (properties.has(this)) return value;
    if (key === 'properties') properties.add(value);
    return OMITTED.has(key) ? undefined : value;
  };
}

if (import.meta.main) {
  for (const [file, text] of await generateClient()) await writeFile(file, text);
}
