import { fail } from '../../core/errors.ts';
import { tooManyAttempts } from './hints.ts';

/** More than any person or program needs; each waiting task holds a request. */
const MAX_IN_LINE = 32;

type Line = { last: Promise<unknown>; length: number };

const lines = new Map<string, Line>();

/** Runs tasks with the same key one after the other in this process. Fails with `rate_limited` if the queue is full. */
export async function serialize<T>(key: string, task: () => Promise<T>): Promise<T> {
  const line = lines.get(key) ?? { last: Promise.resolve(), length: 0 };
  if (line.length >= MAX_IN_LINE) fail('rate_limited', { agent: tooManyAttempts(1), internal: 'line of sign-ins' });
  lines.set(key, line);
  line.length += 1;
  const mine = line.last.then(task);
  line.last = mine.catch(() => undefined);
  try {
    return await mine;
  } finally {
    line.length -= 1;
    if (line.length === 0) lines.delete(key);
  }
}
