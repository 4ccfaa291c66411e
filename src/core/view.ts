import { z } from 'zod';
import { VIEWS } from './enums.ts';

/** `view` of reads that answer posts or profiles, to be spread into a query schema. */
export const viewQuery = {
  view: z
    .enum(VIEWS)
    .default('default')
    .describe('`compact`: the few fields that a reader needs; `full`: posts with their whole text.'),
};
