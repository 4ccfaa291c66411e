import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { filesOf, problemsOf, type Sources, sectionOf, serverSbom } from '../../tools/release/plan.ts';
import { ROOT } from '../support/source-files.ts';

const CHANGELOG = `# Changelog

## [Unreleased]

## [1.2.0] - 2027-01-04

### Added

- One thing.

## [1.1.0] - 2026-12-01

- Another one.
`;

const sources: Sources = {
  version: '1.2.0',
  commit: 'a'.repeat(40),
  committedAt: '2027-01-04T10:00:00+00:00',
  changelog: CHANGELOG,
  clientChangelog: CHANGELOG,
  elsewhere: { 'docker-compose.yml': '1.2.0' },
  releases: [{ version: '1.2.0', newest: '0009_next' }],
  newestMigration: '0009_next',
  changes: [],
  tags: ['v1.1.0'],
};

it('takes the notes of one version', () => {
  expect(sectionOf(CHANGELOG, '1.2.0')).toBe('### Added\n\n- One thing.');
  expect(sectionOf(CHANGELOG, '1.1.0')).toBe('- Another one.');
  expect(sectionOf(CHANGELOG, '1.3.0')).toBeUndefined();
});

it.each<[string, Partial<Sources>, string]>([
  ['what is not committed', { changes: ['?? new.ts'] }, 'not committed: ?? new.ts'],
  ['a tag that exists', { tags: ['v1.2.0'] }, 'the tag v1.2.0 exists'],
  ['notes that are missing', { changelog: '## [Unreleased]\n' }, 'CHANGELOG.md: has no section "## [1.2.0] - <date>"'],
  ['another version elsewhere', { elsewhere: { 'docker-compose.yml': '1.1.0' } }, 'docker-compose.yml: has 1.1.0'],
  ['a migration after the stated one', { newestMigration: '0010_more' }, '"newest": "0010_more"'],
])('refuses %s', (_name, change, words) => {
  expect(problemsOf(sources)).toEqual([]);
  expect(problemsOf({ ...sources, ...change })).toEqual([expect.stringContaining(words)]);
});

it('makes a tag that git keeps as it is, and an image of the commit', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'release-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const files = filesOf(sources, '{}');
  expect(Object.keys(files)).toEqual(['tag.txt', 'notes.md', 'image.sh', 'sbom.cdx.json']);
  const git = (args: string[], input?: string) =>
    execFileSync('git', ['-c', 'user.name=R', '-c', 'user.email=r@example.com', ...args], {
      cwd: folder,
      encoding: 'utf8',
      input,
    });
  git(['init', '--quiet']);
  git(['commit', '--quiet', '--allow-empty', '--message', 'chore: begin']);
  git(['tag', '--annotate', 'v1.2.0', '--file', '-'], files['tag.txt']);
  const kept = git(['tag', '--list', '--format=%(contents)', 'v1.2.0']);
  expect(kept).toContain(`pronet 1.2.0\n\nCommit ${sources.commit}, schema 0009_next.\n\nAdded\n\n- One thing.`);
  await writeFile(join(folder, 'image.sh'), files['image.sh']!);
  execFileSync('sh', ['-n', 'image.sh'], { cwd: folder });
  expect(files['image.sh']).toContain(`--build-arg VERSION=1.2.0 --build-arg COMMIT=${sources.commit}`);
});

it('lists the packages that the server runs with, and no others', () => {
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'];
  const text = execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const { bomFormat, metadata, components, dependencies } = JSON.parse(serverSbom(text));
  expect([bomFormat, metadata.component.name]).toEqual(['CycloneDX', 'pronet']);
  expect(metadata.component['bom-ref']).toMatch(/^pronet@\d+\.\d+\.\d+$/);
  expect(dependencies.map(({ ref }: { ref: string }) => ref)).toContain(metadata.component['bom-ref']);
  const packages = Object.keys(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).dependencies);
  const names = components.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(packages));
  expect(names).not.toContain('vitest');
});

it('has all versions equal, so that only the notes and the commit are left', () => {
  const run = () =>
    execFileSync(process.execPath, ['tools/release/run.ts'], { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' });
  let said = '';
  try {
    said = run();
  } catch (error) {
    said = (error as { stderr: string }).stderr;
  }
  expect(said.split('\n').filter((line) => !line.startsWith('not committed: '))).not.toContainEqual(
    expect.stringMatching(/instead of|releases\.json/),
  );
});
