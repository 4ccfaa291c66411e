import { z } from 'zod';
import { VIEWS } from './enums.ts';

/** `view` of operations that return posts or profiles; spread it into a query schema. */
export const viewQuery = {
  view: z
    .enum(VIEWS)
    .default('default')
    .describe('`compact`: only the most important fields; `full`: posts with their complete text.'),
};
