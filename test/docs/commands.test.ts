import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { NPM_MODULES, NPM_PACKAGE } from '../../src/web/docs/npm-package.ts';
import { WHEEL } from '../../src/web/docs/wheel.ts';
import { startServer } from '../process/server.ts';
import { atEndOfFile } from '../support/end-of-file.ts';
import { historyMarks, readGuide } from './guide.ts';
import { GUIDES, WITHOUT_COMMANDS } from './guides.ts';
import { makeCheckout, runGuide } from './run-guide.ts';
import { ShownAnswers } from './shape.ts';

const PATIENCE_MS = 780_000;
/** These run on the machine of the server. The requests of each other guide come through a proxy, from its own address. */
const ON_THE_MACHINE = ['README.md', 'docs/guides/alerts.md', 'docs/guides/operators.md'];
/** What commands leave behind on purpose. */
const LEFT: Record<string, string[]> = {
  'docs/guides/alerts.md': ['backups-by-hand'],
  'docs/guides/apps.md': ['feed.json'],
  'docs/guides/operators.md': ['.data-seeded'],
};

describe('a server in a fresh checkout, with the limits of the program', { timeout: PATIENCE_MS }, () => {
  let checkout: string;
  /** Of a reader who has only the address: without files of the repository. */
  let empty: string;
  let baseUrl: string;
  let output: () => string;

  beforeAll(async () => {
    checkout = await makeCheckout(atEndOfFile);
    empty = await mkdtemp(join(tmpdir(), 'pronet-reader-'));
    atEndOfFile(() => rm(empty, { recursive: true, force: true }));
    const env = { RATE_LIMIT_ENABLED: 'true', TRUST_PROXY: '1' };
    ({ baseUrl, output } = await startServer({ cwd: checkout, env, atEnd: atEndOfFile }));
  });

  test.each(GUIDES.filter((path) => !WITHOUT_COMMANDS.includes(path)))(
    '%s: every command works as written and prints what is shown',
    async (path) => {
      const reader = 1 + GUIDES.indexOf(path);
      const { steps, tabs, logs } = readGuide(path);
      expect(steps.length).toBeGreaterThan(0);
      expect(steps.filter(({ script }) => historyMarks(script) > 0)).toEqual([]);
      // Readers of the README continue with the first guide in the same terminal.
      if (path === 'README.md') steps.push(...readGuide('docs/guides/first-post.md').steps);
      // Like the site; the README shows the address of a first start. Each guide has a reader of its own.
      const place = (text: string) =>
        text
          .replaceAll('{{npm_package}}', NPM_PACKAGE)
          .replaceAll('{{npm_modules}}', NPM_MODULES)
          .replaceAll('{{python_wheel}}', WHEEL)
          .replaceAll(/\{\{base_url\}\}|http:\/\/127\.0\.0\.1:3000/g, baseUrl)
          .replaceAll(/\byou(?=@)|\byour-name\b/g, `$&${reader}`);
      const cwd = ON_THE_MACHINE.includes(path) ? checkout : empty;
      const before = await readdir(cwd);
      const settings = join(checkout, '.data');
      const header = `header = "X-Forwarded-For: 192.0.2.${reader}"\n`;
      await writeFile(join(settings, '.curlrc'), ON_THE_MACHINE.includes(path) ? '' : header);
      expect(await runGuide({ steps, tabs }, cwd, place, { CURL_HOME: settings })).toEqual([]);
      expect((await readdir(cwd)).sort()).toEqual([...before, ...(LEFT[path] ?? [])].sort());
      const lines = output().split('\n');
      for (const { line, text } of logs) {
        const like = lines.filter((one) => new ShownAnswers().compareJson(text, one).length === 0);
        expect(like.length, `line ${line}: no such line in the log`).toBeGreaterThan(0);
      }
    },
  );
});
