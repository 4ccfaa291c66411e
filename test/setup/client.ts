import { spawnSync } from 'node:child_process';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildNpmPackage } from '../../src/web/docs/npm-package.ts';
import { ROOT } from '../support/source-files.ts';

const SCOPE = join(ROOT, 'node_modules/@pronet');

/** Installs the TypeScript client as servers offer it, because tests import the package and not its sources. */
export default async function installClient(): Promise<void> {
  const bytes = await buildNpmPackage();
  const kept = join(SCOPE, 'client.tgz');
  if ((await readFile(kept).catch(() => null))?.equals(bytes)) return;
  // Other runs may use the folder at the same time.
  const folder = join(SCOPE, `new-${process.pid}`);
  await mkdir(folder, { recursive: true });
  const { status, stderr } = spawnSync('tar', ['-xz', '--strip-components=1', '-C', folder], { input: bytes });
  if (status !== 0) throw new Error(String(stderr));
  await rm(join(SCOPE, 'client'), { recursive: true, force: true });
  await rename(folder, join(SCOPE, 'client'));
  await writeFile(kept, bytes);
}
