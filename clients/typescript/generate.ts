import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { makeConfig } from '../../src/config/config.ts';
import { OPERATION_PATHS } from '../../src/core/operation-paths.ts';
import { makeOpenApiDocument, type OpenApiDocument } from '../../src/http/openapi.ts';
import { buildOfflineApp } from '../../src/offline-app.ts';

const SCHEMA_FILE = fileURLToPath(new URL('src/schema.d.ts', import.meta.url));
const OPERATIONS_FILE = fileURLToPath(new URL('../../src/core/operation-paths.ts', import.meta.url));
const KEYLESS_FILE = fileURLToPath(new URL('src/keyless.ts', import.meta.url));

const HEAD = `// Generated from the OpenAPI document by \`npm run client:generate\`. Do not edit.\n\n`;

/**
 * The generated files by path: the addresses of all operations, their types, and the writes that take no key. Needs no
 * database.
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
  ]);
}

async function generatedDocument(): Promise<OpenApiDocument> {
  const app = await buildOfflineApp(makeConfig({}));
  const document = makeOpenApiDocument(app, { baseUrl: 'http://127.0.0.1', authUrl: 'http://127.0.0.1' });
  await app.close();
  return document;
}

/** Each operation with its method and its path as a URI template, with the names of its query parameters. */
function pathsOf({ paths }: OpenApiDocument): Record<string, string> {
  type Described = { operationId: string; parameters: { in?: string; name?: string }[] };
  return Object.fromEntries(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations as Record<string, Described>).map(([method, { operationId, parameters }]) => {
        const query = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
        return [operationId, `${method.toUpperCase()} ${path}${query.length === 0 ? '' : `{?${query}}`}`];
      }),
    ),
  );
}

function operationsModule(paths: Record<string, string>): string {
  const lines = Object.entries(paths).map(([name, path]) => {
    const line = `  '${name}': '${path}',\n`;
    return line.length <= 121 ? line : `  '${name}':\n    '${path}',\n`;
  });
  return `/** The method and path of every operation, as a URI template (RFC 6570). */
export const OPERATION_PATHS = {\n${lines.join('')}} as const;\n`;
}

/** Lists the few writes without the header `Idempotency-Key`. */
function keylessModule(document: OpenApiDocument): string {
  const parameters = document.components.parameters as Record<string, { name: string }>;
  const names = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations as Record<string, { parameters: { name?: string; $ref?: string }[] }>)
      .filter(([method]) => method !== 'get')
      .filter(([, operation]) => {
        const known = operation.parameters.map(({ name, $ref }) => name ?? parameters[$ref!.split('/').at(-1)!]?.name);
        return !known.includes('Idempotency-Key');
      })
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  const lines = names.map((name) => `  '${name}',\n`).join('');
  return `/** Writes that take no \`Idempotency-Key\`: every repeat would take effect again. */
export const KEYLESS: ReadonlySet<string> = new Set([\n${lines}]);\n`;
}

type Node = Record<string, unknown>;

/** Reduces the document to a third for the client's types: no examples, and one type for all errors. */
function forClients(): (this: unknown, key: string, value: unknown) => unknown {
  // Keys inside `properties` are names of fields, so they are never filtered, even if one is called `example`.
  const properties = new Set<unknown>();
  return function replace(key, value) {
    if (properties.has(this)) return value;
    if (key === 'properties') properties.add(value);
    if (key === 'example' || key === 'examples' || key === 'headers') return undefined;
    if (isNode(value) && key === 'responses') {
      const successes = Object.entries(value).filter(([status]) => /^[23]\d\d$/.test(status));
      return { ...Object.fromEntries(successes), default: FAILURE };
    }
    return value;
  };
}

const FAILURE = {
  description: 'A failure; its status is that of its code.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
};

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

if (import.meta.main) {
  for (const [file, text] of await generateClient()) await writeFile(file, text);
}
