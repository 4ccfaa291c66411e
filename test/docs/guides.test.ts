import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { ENV_NAMES } from '../../src/config/env.ts';
import { runCommand, startServer } from '../process/server.ts';
import { ROOT, sourceFiles } from '../support/source-files.ts';
import { historyMarks, readGuide } from './guide.ts';
import { makeCheckout, runGuide } from './run-guide.ts';
import { ShownAnswers } from './shape.ts';

vi.setConfig({ testTimeout: 480_000 });

/** How many blocks of each file no test runs: `npm ci` would replace the packages under test, there is no docker here. */
const NOT_RUN: Record<string, number> = {
  'README.md': 4,
  'docs/guides/mcp.md': 2,
  'docs/guides/operators.md': 10,
};

/** Tables alone: `flows.test.ts` holds them to the routes. */
const WITHOUT_COMMANDS = ['docs/guides/flows.md'];

/** Names in capitals that are no settings of ours. */
const FOREIGN_NAMES = ['NODE_ENV', 'MALLOC_ARENA_MAX', 'POSTGRES_PASSWORD', 'TEST_DATABASE_URL'];

const files = ['README.md', ...sourceFiles('docs/guides/*.md')];

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
