import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { PATIENCE_MS, startGuideServer } from '../follow-guide.ts';
import { readGuide } from '../guide.ts';

test('README.md and then the first guide can be followed on one server', { timeout: PATIENCE_MS }, async () => {
  const { cwd, run } = await startGuideServer();
  const before = await readdir(cwd);
  // Its commands for operators have their own test; they take a minute.
  const readme = readGuide('README.md').steps.filter(({ script }) => !script.includes('npm run'));
  expect(readme.length).toBeGreaterThanOrEqual(4);
  expect(await run([...readme, ...readGuide('docs/guides/first-post.md').steps])).toEqual([]);
  expect(await readdir(cwd)).toEqual(before);
  expect(before).toContain('.data');
});
