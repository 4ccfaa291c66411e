import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { bannerText } from '../../src/commands/banner.ts';
import { COMPOSE_NAMES, ENV_NAMES } from '../../src/config/env.ts';
import { runCommand } from '../process/server.ts';
import { ROOT, sourceFiles } from '../support/source-files.ts';
import { readGuide } from './guide.ts';
import { GUIDES, WITHOUT_COMMANDS } from './guides.ts';

/**
 * How many blocks of each file no test runs: `npm ci` would replace the packages under test, and docker is missing
 * here.
 */
const NOT_RUN: Record<string, number> = {
  'docs/guides/oauth.md': 1,
  'CONTRIBUTING.md': 5,
  'README.md': 2,
  'docs/guides/alerts.md': 1,
  'docs/guides/apps.md': 2,
  'docs/guides/mcp.md': 3,
  'docs/guides/operators.md': 25,
  'test/README.md': 2,
};

/** Uppercase names that are not settings. */
const FOREIGN_NAMES = [
  'NODE_ENV',
  'MALLOC_ARENA_MAX',
  'MALLOC_MMAP_THRESHOLD_',
  'MALLOC_TRIM_THRESHOLD_',
  ...COMPOSE_NAMES,
  'PRONET_WAIT_SECONDS',
  'PRONET_KEY',
  'WEBHOOK_URL',
  'PRONET_URL',
  'TEST_DATABASE_URL',
  'UPDATE_SCREENS',
];

test.each(GUIDES.filter((path) => readFileSync(join(ROOT, path), 'utf8').includes('field() {')))(
  '%s: a refused step prints one line',
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
  expect(shown).toContain(printed.slice(0, printed.indexOf('\n\nTo publish a first post')));
});

describe.each(GUIDES)('%s', (path) => {
  test('few blocks are marked no-run, and they name only existing scripts, commands and settings', async () => {
    const { notRun, steps } = readGuide(path);
    expect(steps.length > 0).toBe(!WITHOUT_COMMANDS.includes(path));
    expect(notRun.length, notRun.map(({ line }) => line).join()).toBe(NOT_RUN[path] ?? 0);
    const { stdout: help } = await runCommand(['--help'], { cwd: ROOT });
    for (const { script, line } of notRun) {
      for (const [, name] of script.matchAll(/npm run (?:--silent )?([\w:]+)/g)) {
        expect(Object.keys(packageJson.scripts), `line ${line}`).toContain(name);
      }
      for (const [, name] of script.matchAll(/(?:npm run pronet --|src\/main\.js) ([a-z][a-z-]*)/g)) {
        expect(help, `line ${line}`).toMatch(new RegExp(`^ {2}${name} `, 'm'));
      }
      for (const [, name] of script.matchAll(/ops\/pronet ([a-z]+)/g)) {
        expect(readFileSync(join(ROOT, 'ops/pronet'), 'utf8'), `line ${line}`).toMatch(
          new RegExp(`^ {2}${name} `, 'm'),
        );
      }
      for (const [, name] of script.matchAll(/\b([A-Z][A-Z0-9_]{3,})=/g)) {
        expect([...ENV_NAMES, ...FOREIGN_NAMES], `line ${line}`).toContain(name);
      }
    }
  });

  test('settings, links and files exist', () => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    for (const [, name] of text.matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?:=[^`]*)?`/g)) {
      expect([...ENV_NAMES, ...FOREIGN_NAMES]).toContain(name);
    }
    for (const [, target] of text.matchAll(/\]\((?!https?:|\/docs\/)([^)#]+)[^)]*\)/g)) {
      expect(sourceFiles(join(dirname(path), target!)), target).toHaveLength(1);
    }
    for (const file of readGuide(path).files) {
      expect(`${file.text}\n`, file.path).toBe(readFileSync(join(ROOT, file.path), 'utf8'));
    }
  });
});
