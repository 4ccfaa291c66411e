import { z } from 'zod';

export const notFoundField = () =>
  z
    .array(z.string())
    .describe('What was requested and is not in `items`, in the requested order, each once and as it was written.');

/** The requested ids or usernames without a result. Capitals make no difference. */
export function notFound(requested: readonly string[], found: Iterable<string>): string[] {
  const known = new Set(found);
  return requested.filter((text) => {
    const key = text.toLowerCase();
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
}
