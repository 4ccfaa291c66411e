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
