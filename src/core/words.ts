import { z } from 'zod';

/** A list of words in one query parameter, comma-separated, without empty ones. */
export const commaList = z
  .string()
  .min(1)
  .transform((text) =>
    text
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  )
  .refine((words) => words.length > 0, { params: { rule: 'min_items', limit: 1, actual: 0 } });

/** The last segment of a path or URL, without query and fragment; the text itself where it has no slash. */
export function lastPathWord(text: string): string | undefined {
  const [path = ''] = text.trim().split(/[?#]/, 1);
  return path.split('/').findLast((word) => word !== '');
}
