import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { startServer } from '../../process/server.ts';
import { followGuide, PATIENCE_MS } from '../follow-guide.ts';
import { readGuide } from '../guide.ts';
import { makeCheckout, runGuide } from '../run-guide.ts';

followGuide('docs/guides/first-post.md');

test('README.md and then the first guide can be followed on one server', { timeout: PATIENCE_MS }, async () => {
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
