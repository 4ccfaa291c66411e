import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import spectralCore from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { generateClient } from '../../clients/typescript/generate.ts';
import { makeConfig } from '../../src/config/config.ts';
import { makeOpenApiDocument, type OpenApiDocument } from '../../src/http/openapi.ts';
import { buildOfflineApp } from '../../src/offline-app.ts';

/**
 * The published document passes redocly's strictest rules and those of Spectral, describes every parameter, and the project's
 * client is current and compiles. `test/generators` has the clients that others generate. Needs no database.
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The linter requires a real https address; the service's own depends on where it runs. */
const SERVER = 'https://network.pronet.dev';

const app = await buildOfflineApp(makeConfig({}));
const document = makeOpenApiDocument(app, { baseUrl: SERVER, authUrl: SERVER });
await app.close();
const folder = await mkdtemp(join(tmpdir(), 'pronet-openapi-'));
try {
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(document, null, 2));
  const problems = [
    ...undescribed(document),
    ...[...lint(file), ...(await lintWithSpectral(document))].filter((problem) => !isNamed(document, problem)),
    ...(await checkClient()),
  ];
  for (const problem of problems) console.error(problem);
  const operations = Object.values(document.paths).flatMap((path) => Object.keys(path)).length;
  console.log(`openapi: ${operations} operations, ${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Redocly has no rules for parameters without a description and bodies without an example. */
function undescribed({ paths }: OpenApiDocument): string[] {
  const problems: string[] = [];
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    const { operationId, parameters, requestBody } = operation as {
      operationId: string;
      parameters: { name?: string; description?: string }[];
      requestBody?: { required: boolean; content: Record<string, { example?: unknown }> };
    };
    for (const { name, description } of parameters) {
      if (name && !description) problems.push(`${operationId}: parameter ${name} has no description`);
    }
    if (requestBody?.required && requestBody.content['application/json']?.example === undefined) {
      problems.push(`${operationId}: its recipe has no body, or npm run examples:record is due`);
    }
  }
  return problems;
}

/** Whether a component without references is one that a description names, because only a parameter asks for it. */
function isNamed(document: OpenApiDocument, problem: string): boolean {
  const name = /unused-component.*schemas\/(\w+)/.exec(problem)?.[1];
  return name !== undefined && JSON.stringify(document.paths).includes(`as the schema \`${name}\``);
}

function lint(file: string): string[] {
  const { stdout, stderr } = run('node_modules/.bin/redocly', [
    'lint',
    file,
    '--config',
    join(ROOT, 'redocly.yaml'),
    '--format',
    'json',
  ]);
  const start = stdout.indexOf('{');
  if (start < 0) return [`redocly gave no result: ${stdout}${stderr}`];
  const { totals, problems } = JSON.parse(stdout.slice(start, stdout.lastIndexOf('}') + 1)) as {
    totals: { errors: number; warnings: number };
    problems: { ruleId: string; severity: string; message: string; location: { pointer?: string }[] }[];
  };
  const lines = problems.map(
    (problem) => `redocly ${problem.severity} ${problem.ruleId}: ${problem.message} at ${problem.location[0]?.pointer}`,
  );
  return totals.errors + totals.warnings === 0 ? [] : lines;
}

async function lintWithSpectral(document: OpenApiDocument): Promise<string[]> {
  const spectral = new spectralCore.Spectral();
  // The types of the two packages differ.
  spectral.setRuleset({ extends: [oas as never], rules: {} });
  const problems = await spectral.run({ ...document });
  return problems.map(({ code, message, path }) => `spectral ${code}: ${message} at ${path.join('/')}`);
}

/** `clients/typescript` knows every current operation, and compiles with only a browser's types. */
async function checkClient(): Promise<string[]> {
  const stale: string[] = [];
  for (const [file, text] of await generateClient()) {
    if ((await readFile(file, 'utf8').catch(() => '')) === text) continue;
    stale.push(`${relative(ROOT, file)} is behind the document: npm run client:generate`);
  }
  const lines = compile('clients/typescript/src/index.ts', [
    ...['--lib', 'es2024,dom,dom.iterable,dom.asynciterable', '--types', '--allowImportingTsExtensions'],
  ]);
  return [...stale, ...lines];
}

function compile(file: string, more: string[] = []): string[] {
  const options = ['--noEmit', '--strict', '--target', 'es2024', '--module', 'nodenext'];
  const { status, stdout } = run('node_modules/.bin/tsc', [...options, ...more, file]);
  return status === 0 ? [] : stdout.trim().split('\n');
}

function run(command: string, args: string[]) {
  return spawnSync(join(ROOT, command), args, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, CI: 'true' },
  });
}
