import { expect, it } from 'vitest';
import { wordsFor } from '../../../src/console/activity-words.ts';
import { jobOperation, readOperation } from '../../../src/core/job-operation.ts';

it('names jobs consistently, even in older rows', () => {
  expect(jobOperation('mail.send')).toBe('job.mail.send');
  expect(readOperation('jobs.mail.send')).toBe('job.mail.send');
  expect(readOperation('job.mail.send')).toBe('job.mail.send');
  expect(readOperation('posts.create')).toBe('posts.create');
  expect(wordsFor(jobOperation('mail.send'), new Map())).toBe('Background job');
});
