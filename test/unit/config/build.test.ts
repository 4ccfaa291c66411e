import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { readBuild } from '../../../src/config/build.ts';
import { ROOT } from '../../support/source-files.ts';

it('names the commit of the checkout and its time', () => {
  const git = (format: string) =>
    execFileSync('git', ['log', '-1', `--format=${format}`], { cwd: ROOT, encoding: 'utf8' }).trim();
  expect(readBuild()).toEqual({ commit: git('%H'), committedAt: new Date(git('%cI')).toISOString() });
});
