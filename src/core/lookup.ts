import { z } from 'zod';

export const notFoundField = () =>
  z
    .array(z.string())
    .describe('What was requested and is not in `items`, in the requested order, each once and as it was written.');

const lowerCase = (text: string) => text.toLowerCase();

/** The requested ids or usernames without a result. Those with the same key are the same. */
export function notFound(requested: readonly string[], found: readonly string[], keyOf = lowerCase): string[] {
  const known = new Set(found.map(keyOf));
  return requested.filter((text) => {
    const key = keyOf(text);
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
}
