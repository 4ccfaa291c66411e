import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { bannerText } from '../../src/commands/banner.ts';
import { ENV_NAMES } from '../../src/config/env.ts';
import { runCommand, startServer } from '../process/server.ts';
import { ROOT, sourceFiles } from '../support/source-files.ts';
import { historyMarks, readGuide } from './guide.ts';
import { makeCheckout, runGuide } from './run-guide.ts';
import { ShownAnswers } from './shape.ts';

vi.setConfig({ testTimeout: 480_000 });

/** How many blocks of each file no test runs: `npm ci` would replace the packages under test, there is no docker here. */
const NOT_RUN: Record<string, number> = {
  'README.md': 5,
  'docs/guides/mcp.md': 3,
  'docs/guides/operators.md': 11,
};

/** Tables alone: `flows.test.ts` holds them to the routes. */
const WITHOUT_COMMANDS = ['docs/guides/flows.md'];

/** Names in capitals that are no settings of ours. */
const FOREIGN_NAMES = ['NODE_ENV', 'MALLOC_ARENA_MAX', 'POSTGRES_PASSWORD', 'TEST_DATABASE_URL'];

const files = ['README.md', ...sourceFiles('docs/guides/*.md')];

test('README.md and then the first guide can be followed on one server', async () => {
  const cwd = await makeCheckout();
  const before = await readdir(cwd);
  const { baseUrl } = await startServer({ cwd, env: { RATE_LIMIT_ENABLED: 'true' } });
  const place = (text: string) => text.replaceAll('{{base_url}}', baseUrl).replaceAll('http://127.0.0.1:3000', baseUrl);
  // Its commands for operators have their own test; they take a minute.
  const readme = readGuide('README.md').steps.filter(({ script }) => !script.includes('npm run'));
  expect(readme.length).toBeGreaterThanOrEqual(4);
  const steps = [...readme, ...readGuide('docs/guides/first-post.md').steps];
  expect(await runGuide(steps, cwd, place)).toEqual([]);
  expect((await readdir(cwd)).filter((name) => !before.includes(name))).toEqual(['.data']);
});

test.each(files.filter((path) => readFileSync(join(ROOT, path), 'utf8').includes('field() {')))(
  '%s: a step that is refused prints one line',
  (path) => {
    const helper = /^field\(\) \{[\s\S]*?"; \}$/m.exec(readFileSync(join(ROOT, path), 'utf8'))![0];
    const refusal = JSON.stringify({ ok: false, error_code: 'email_taken', agent: { hint: 'Sign in.' } });
    const answers = [
      [refusal, 'email_taken: Sign in.\n'],
      ['', 'No answer: is the server running?\n'],
    ] as const;
    for (const [input, line] of answers) {
      const { status, stdout, stderr } = spawnSync('sh', ['-c', `${helper}\nfield id`], { input, encoding: 'utf8' });
      expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: line });
    }
  },
);

test('README.md shows the banner with every line that a start prints', () => {
  const shown = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const printed = bannerText(
    { baseUrl: 'http://127.0.0.1:3000', authUrl: 'http://127.0.0.1:3000', dataDir: '.data' },
    { email: 'demo@example.com', password: '…', profileId: '…' },
  );
  expect(shown).toContain(printed.slice(0, printed.indexOf('\n\nA first post')));
});

describe.each(files)('%s', (path) => {
  test.skipIf(WITHOUT_COMMANDS.includes(path))('every command works as written and prints what is shown', async () => {
    const { steps, logs } = readGuide(path);
    expect(steps.filter(({ script }) => historyMarks(script) > 0)).toEqual([]);
    const cwd = await makeCheckout();
    const { baseUrl, output } = await startServer({ cwd, env: { RATE_LIMIT_ENABLED: 'true' } });
    // As the site does it; the README stands for itself and shows the address of a first start.
    const place = (text: string) =>
      text.replaceAll('{{base_url}}', baseUrl).replaceAll('http://127.0.0.1:3000', baseUrl);
    expect(await runGuide(steps, cwd, place)).toEqual([]);
    expect(steps.length).toBeGreaterThan(0);
    const lines = output().split('\n');
    for (const { line, text } of logs) {
      const like = lines.filter((one) => new ShownAnswers().compareJson(text, one).length === 0);
      expect(like.length, `line ${line}: no such line in the log`).toBeGreaterThan(0);
    }
  });

  test('what is not run is little, and names only what there is', async () => {
    const { notRun, steps } = readGuide(path);
    expect(steps.length > 0).toBe(!WITHOUT_COMMANDS.includes(path));
    expect(notRun.length, notRun.map(({ line }) => line).join()).toBe(NOT_RUN[path] ?? 0);
    const { stdout: help } = await runCommand(['--help'], { cwd: ROOT });
    for (const { script, line } of notRun) {
      for (const [, name] of script.matchAll(/npm run (?:--silent )?([\w:]+)/g)) {
        expect(Object.keys(packageJson.scripts), `line ${line}`).toContain(name);
      }
      for (const [, name] of script.matchAll(/(?:npm run pronet --|src\/main\.js) ([a-z]+)/g)) {
        expect(help, `line ${line}`).toMatch(new RegExp(`^ {2}${name} `, 'm'));
      }
      for (const [, name] of script.matchAll(/\b([A-Z][A-Z0-9_]{3,})=/g)) {
        expect([...ENV_NAMES, ...FOREIGN_NAMES], `line ${line}`).toContain(name);
      }
    }
  });

  test('settings, links and files that it names are there', () => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    for (const [, name] of text.matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?:=[^`]*)?`/g)) {
      expect([...ENV_NAMES, ...FOREIGN_NAMES]).toContain(name);
    }
    for (const [, target] of text.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)) {
      expect(sourceFiles(join(dirname(path), target!)), target).toHaveLength(1);
    }
    for (const file of readGuide(path).files) {
      expect(`${file.text}\n`, file.path).toBe(readFileSync(join(ROOT, file.path), 'utf8'));
    }
  });
});
