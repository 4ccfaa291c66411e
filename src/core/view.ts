import { z } from 'zod';
import { VIEWS } from './enums.ts';

/** Metadata of a list that is always shown as with this `view`. The document describes its items as they are. */
export const VIEW_KEY = 'x-view';

/** `view` of operations that return posts or profiles; spread it into a query schema. */
export const viewQuery = {
  view: z
    .enum(VIEWS)
    .default('default')
    .describe('`compact`: only the most important fields; `full`: posts with their complete text.'),
};
