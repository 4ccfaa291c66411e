import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startEmbedded } from '../src/db/embedded.ts';
import { ADMIN } from '../src/db/embedded-cluster.ts';
import { migrateDatabase } from '../src/db/migrate.ts';
import { migrations } from '../src/db/migration-files.ts';
import { migrateJobs } from '../src/jobs/migrate.ts';

/**
 * `npm run test:previous`: the tests of the last release, with its code, on the schema of this checkout. That is what runs
 * between `migrate` and the last restart of an upgrade, and after a rollback. The other way round never runs: a version
 * migrates before it listens.
 */
const USAGE = `npm run test:previous -- [--from <tag or commit>] [test files]

Without --from: the newest tag v*. Without files: test/contract and test/areas.`;
const ROOT = fileURLToPath(new URL('../', import.meta.url));
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' };
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined };
const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { from: { type: 'string' }, help: { type: 'boolean', default: false } },
});
const from = values.from ?? git('tag', '--list', 'v*', '--sort=-v:refname').split('\n')[0];
if (values.help || !from) {
  console.log(values.help ? USAGE : `There is no tag v*: name a commit with --from.\n\n${USAGE}`);
  process.exit(values.help ? 0 : 2);
}
const commit = git('rev-parse', '--verify', `${from}^{commit}`);
const folder = await mkdtemp(join(tmpdir(), 'pronet-previous-'));
const checkout = join(folder, 'checkout');
try {
  git('worktree', 'add', '--quiet', '--detach', checkout, commit);
  await addPackages();
  const server = await startEmbedded({ dataDir: join(folder, 'data'), log: quiet, settings: FAST });
  try {
    const { host, port } = server.connection as { host: string; port: number };
    const urlOf = (name: string) => `postgres://${ADMIN}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
    // Every database of the tests begins as a copy of it, and their code leaves a newer schema as it is.
    await migrateDatabase({ connectionString: urlOf('template1') }, migrateJobs);
    const paths = positionals.length > 0 ? positionals : ['test/contract', 'test/areas'];
    const ok = await runTests(paths, urlOf('postgres'));
    const { tag } = migrations.at(-1)!;
    console.log(JSON.stringify({ previous: from, commit: commit.slice(0, 10), schema: tag, ok }));
    process.exitCode = ok ? 0 : 1;
  } finally {
    await server.stop();
  }
} finally {
  if (existsSync(checkout)) git('worktree', 'remove', '--force', checkout);
  await rm(folder, { recursive: true, force: true });
}

/** Those of this checkout, if they are the same. */
async function addPackages(): Promise<void> {
  const [here, there] = await Promise.all(
    [ROOT, checkout].map((root) => readFile(join(root, 'package-lock.json'), 'utf8')),
  );
  const withoutVersion = (text: string) =>
    text.replace(/"version": "[^"]*"/g, (found, at: number) => (at < 300 ? '' : found));
  if (withoutVersion(here!) === withoutVersion(there!))
    return symlink(join(ROOT, 'node_modules'), join(checkout, 'node_modules'));
  execFileSync('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: checkout, stdio: 'inherit' });
}

async function runTests(paths: readonly string[], url: string): Promise<boolean> {
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...paths], {
    cwd: checkout,
    env: { ...process.env, TEST_DATABASE_URL: url },
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  return code === 0;
}
