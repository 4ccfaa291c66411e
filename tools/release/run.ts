import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { migrations, releases } from '../../src/db/migration-files.ts';
import { filesOf, problemsOf, type Sources, serverSbom } from './plan.ts';

const USAGE = `npm run release -- [--out <folder>] [--tag]

Checks that this commit can be released, and says what would be made. With --out it writes the text of the tag, the notes, the
commands that build the image, and an SBOM (CycloneDX). With --tag it also makes the tag; it never pushes.`;
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = (program: string, args: string[]) =>
  execFileSync(program, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const lines = (text: string) => text.split('\n').filter((line) => line !== '');
const found = (path: string, pattern: RegExp) => pattern.exec(read(path))?.[1];

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    tag: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
const sources = gather();
const problems = problemsOf(sources);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
const sbom = run('npm', ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only']);
const files = filesOf(sources, serverSbom(sbom));
for (const [name, text] of Object.entries(files)) {
  if (values.out) {
    mkdirSync(values.out, { recursive: true });
    writeFileSync(join(values.out, name), text, { mode: name.endsWith('.sh') ? 0o755 : 0o644 });
  }
  console.log(`${values.out ? 'wrote' : 'would write'} ${name}: ${text.length} characters`);
}
const tag = `v${sources.version}`;
if (values.tag) execFileSync('git', ['tag', '--annotate', tag, '--file', '-'], { cwd: ROOT, input: files['tag.txt'] });
console.log(`${values.tag ? 'made' : 'would make'} the tag ${tag} at ${sources.commit}`);

function gather(): Sources {
  const [commit, committedAt] = run('git', ['log', '-1', '--format=%H %cI']).trim().split(' ');
  const lock = JSON.parse(read('package-lock.json')) as { version: string };
  return {
    version: (JSON.parse(read('package.json')) as { version: string }).version,
    commit: commit!,
    committedAt: committedAt!,
    changelog: read('CHANGELOG.md'),
    clientChangelog: read('clients/typescript/CHANGELOG.md'),
    elsewhere: {
      'package-lock.json': lock.version,
      'docker-compose.yml': found('docker-compose.yml', /image: pronet:\$\{PRONET_VERSION:-(\S+)\}/),
      'clients/typescript/package.json': found('clients/typescript/package.json', /"version": "([^"]+)"/),
      'clients/typescript/README.md': found('clients/typescript/README.md', /pronet-client-(\d+\.\d+\.\d+)\.tgz/),
      'clients/python/README.md': found('clients/python/README.md', /pronet-(\d+\.\d+\.\d+)-py3/),
      'examples/web/README.md': found('examples/web/README.md', /pronet-client-(\d+\.\d+\.\d+)\.tgz/),
    },
    releases: releases.releases,
    newestMigration: migrations.at(-1)!.tag,
    changes: lines(run('git', ['status', '--porcelain'])),
    tags: lines(run('git', ['tag', '--list'])),
  };
}
