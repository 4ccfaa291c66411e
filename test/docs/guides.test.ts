import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { startServer } from '../process/server.ts';
import { ROOT, sourceFiles } from '../support/source-files.ts';
import { readGuide } from './guide.ts';
import { makeCheckout, runGuide } from './run-guide.ts';

vi.setConfig({ testTimeout: 300_000 });

/** How many blocks of each file no test runs: `npm ci` would replace the packages under test. */
const NOT_RUN: Record<string, number> = {
  'README.md': 4,
};

const guides = sourceFiles('docs/guides/*.md');

describe.each(['README.md', ...guides])('%s', (path) => {
  test('every command works as written and prints what is shown', async () => {
    const { steps } = readGuide(path);
    const cwd = await makeCheckout();
    const { baseUrl } = await startServer({ cwd, env: { RATE_LIMIT_ENABLED: 'true' } });
    // As the site does it; the README stands for itself and shows the address of a first start.
    const place = (text: string) =>
      text.replaceAll('{{base_url}}', baseUrl).replaceAll('http://127.0.0.1:3000', baseUrl);
    expect(await runGuide(steps, cwd, place)).toEqual([]);
    expect(steps.length).toBeGreaterThan(0);
  });

  test('what is not run is little, and the files that it shows are those of the repository', () => {
    const { notRun, files } = readGuide(path);
    expect(notRun.length, notRun.map(({ line }) => line).join()).toBe(NOT_RUN[path] ?? 0);
    for (const file of files) expect(`${file.text}\n`, file.path).toBe(readFileSync(join(ROOT, file.path), 'utf8'));
  });
});
