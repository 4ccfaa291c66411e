import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { makeConfig } from '../../src/config/config.ts';
import { OPERATION_PATHS } from '../../src/core/operation-paths.ts';
import { makeOpenApiDocument, type OpenApiDocument } from '../../src/http/openapi.ts';
import { buildOfflineApp } from '../../src/offline-app.ts';
import { operationsOf } from '../document.ts';
import { pythonModules } from '../python/generate.ts';
import { typescriptModules } from './methods.ts';

const SOURCES = new URL('src/', import.meta.url);
const DECLARATIONS = new URL('declarations/', import.meta.url);
const OPERATIONS_FILE = fileURLToPath(new URL('../../src/core/operation-paths.ts', import.meta.url));
const PYTHON_FOLDER = new URL('../python/src/pronet/', import.meta.url);

const HEAD = `// Generated from the OpenAPI document by \`npm run client:generate\`. Do not edit.\n\n`;

const EMIT = { declaration: true, isolatedDeclarations: true, target: ts.ScriptTarget.ES2024 };
const HOST = { getCanonicalFileName: (name: string) => name, getCurrentDirectory: () => '', getNewLine: () => '\n' };

/**
 * The generated files by path: the addresses of all operations, and modules of the two clients. Needs no database.
 */
export async function generateClient(): Promise<Map<string, string>> {
  const paths = pathsOf(await generatedDocument());
  // Texts of the document name operations, which may be new.
  Object.assign(OPERATION_PATHS, paths);
  const document = await generatedDocument();
  const inFolder = (modules: Map<string, string>, folder: URL, head = '') =>
    [...modules].map(([name, text]): [string, string] => [fileURLToPath(new URL(name, folder)), head + text]);
  const modules = typescriptModules(document);
  return new Map([
    [OPERATIONS_FILE, HEAD + operationsModule(paths)],
    ...inFolder(modules, SOURCES, HEAD),
    ...inFolder(await declarations(modules), DECLARATIONS, HEAD),
    ...inFolder(pythonModules(document), PYTHON_FOLDER),
  ]);
}

async function generatedDocument(): Promise<OpenApiDocument> {
  const app = await buildOfflineApp(makeConfig({}));
  const document = makeOpenApiDocument(app, { baseUrl: 'http://127.0.0.1', authUrl: 'http://127.0.0.1' }, 'all');
  await app.close();
  return document;
}

/** Each operation with its method and its path as a URI template, with the names of its query parameters. */
function pathsOf(document: OpenApiDocument): Record<string, string> {
  const paths = operationsOf(document).map(({ operationId, method, path, parameters }) => {
    const query = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
    return [operationId, `${method} ${path}${query.length === 0 ? '' : `{?${query}}`}`];
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

/** The declarations of the modules that `index.ts` shows: servers pack the client, and have no compiler. */
async function declarations(modules: Map<string, string>): Promise<Map<string, string>> {
  const made = new Map<string, string>();
  const add = async (name: string): Promise<void> => {
    if (made.has(name) || name.endsWith('.d.ts')) return;
    const text = modules.get(name) ?? (await readFile(new URL(name, SOURCES), 'utf8'));
    const { outputText, diagnostics = [] } = ts.transpileDeclaration(text, { fileName: name, compilerOptions: EMIT });
    if (diagnostics.length > 0) throw new Error(ts.formatDiagnostics(diagnostics, HOST));
    made.set(name, outputText);
    for (const [, other] of outputText.matchAll(/ from '\.\/([\w.-]+)'/g)) await add(other!);
  };
  await add('index.ts');
  return new Map([...made].map(([name, text]) => [name.replace(/\.ts$/, '.d.ts'), text]));
}

if (import.meta.main) {
  for (const [file, text] of await generateClient()) await writeFile(file, text);
}
