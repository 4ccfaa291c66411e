import { expect, it } from 'vitest';
import { tryAgainIn } from '../../../src/web/kit/try-again.ts';

it.each([
  [0, '1 second'],
  [0.2, '1 second'],
  [1, '1 second'],
  [30, '30 seconds'],
  [90, '90 seconds'],
  [91, '2 minutes'],
  [900, '15 minutes'],
  [5400, '90 minutes'],
  [5401, '2 hours'],
  [86_400, '24 hours'],
  [400_000, '5 days'],
])('describes %d s as %s', (seconds, words) => {
  expect(tryAgainIn(seconds)).toBe(`Try again in ${words}.`);
});
