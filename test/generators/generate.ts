import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { generate } from 'orval';
import type { OpenApiDocument } from '../../src/http/openapi.ts';
import { ROOT } from '../support/source-files.ts';

/** Writes what the generators that people use make of the document: `openapi.ts`, `hey` and `orval.ts`. */
export async function generateClients(document: OpenApiDocument, folder: string): Promise<void> {
  const input = join(folder, 'openapi.json');
  await writeFile(input, JSON.stringify(document));
  await writeFile(join(folder, 'openapi.ts'), astToString(await openapiTypescript(JSON.stringify(document))));
  await createClient({
    input,
    output: { path: join(folder, 'hey') },
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    logs: { level: 'silent', file: false },
  });
  await generate({
    input: { target: input },
    output: { target: join(folder, 'orval.ts'), client: 'fetch', mode: 'single' },
  });
}

const OPTIONS = {
  strict: true,
  noEmit: true,
  target: 'es2024',
  module: 'preserve',
  lib: ['es2024', 'dom', 'dom.iterable'],
  types: [],
};

/** The errors of the compiler in a folder, one a line. */
export async function compile(folder: string, files: readonly string[]): Promise<string[]> {
  const project = join(folder, 'tsconfig.json');
  await writeFile(project, JSON.stringify({ compilerOptions: OPTIONS, files }));
  const { stdout } = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), ['--project', project], { encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line !== '');
}
