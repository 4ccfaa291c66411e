import { expect, it } from 'vitest';
import { LONGEST } from '../../setup/longest-first.ts';
import { sourceFiles } from '../../support/source-files.ts';

it('names only existing test files', () => {
  const files = sourceFiles('test/**/*.test.ts');
  expect(LONGEST.filter((path) => !files.includes(path))).toEqual([]);
});
