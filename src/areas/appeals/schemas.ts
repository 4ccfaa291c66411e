import { z } from 'zod';
import { LIMITS } from '../../core/limits.ts';
import { prose } from '../../core/text.ts';

export const AppealBody = z.strictObject({
  post_id: z
    .string()
    .max(LIMITS.path_word.max_length)
    .optional()
    .describe('Without it: the suspension of the account.'),
  text: prose(LIMITS.appeal_text.max_length, { min: 1 }),
});
export const Appealed = z.object({ appeal_id: z.uuid() });
