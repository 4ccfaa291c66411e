import { expect, it } from 'vitest';
import { jobOperation, readOperation } from '../../../src/core/job-operation.ts';
import { wordsFor } from '../../../src/web/console/activity-words.ts';

it('names jobs consistently, even in older rows', () => {
  expect(jobOperation('mail.send')).toBe('job.mail.send');
  expect(readOperation('jobs.mail.send')).toBe('job.mail.send');
  expect(readOperation('job.mail.send')).toBe('job.mail.send');
  expect(readOperation('posts.create')).toBe('posts.create');
  expect(wordsFor(jobOperation('mail.send'), new Map())).toBe('Background job');
});
