import { spawnSync } from 'node:child_process';

/** Whether programs in Python can be tested here. */
export const hasPython = spawnSync('python3', ['-c', 'import sys; assert sys.version_info >= (3, 10)']).status === 0;

/** What runs an example in each language. */
export const LANGUAGES = [['mjs', process.execPath] as const, ...(hasPython ? [['py', 'python3'] as const] : [])];
