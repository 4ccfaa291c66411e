import { z } from 'zod';
import { REPORT_REASONS, REPORT_STATUSES, REPORT_TARGET_TYPES } from '../../core/enums.ts';
import { idField } from '../../core/ids.ts';
import { LIMITS } from '../../core/limits.ts';
import { prose } from '../../core/text.ts';

export const ReportAnswer = z.object({
  report: z
    .object({
      id: z.uuid(),
      status: z
        .enum(REPORT_STATUSES)
        .describe('`open` until the operator has reviewed it, then `resolved` (action was taken) or `dismissed`.'),
      created_at: z.iso.datetime(),
    })
    .meta({ id: 'Report' }),
});

export const CreateReport = z.strictObject({
  target_type: z.enum(REPORT_TARGET_TYPES).describe('`post` also covers comments and quotes.'),
  target_id: idField().describe('The id of the post, profile or message.'),
  reason: z.enum(REPORT_REASONS).describe('The kind of violation.'),
  comment: prose(LIMITS.report_comment.max_length)
    .optional()
    .describe('What the operator should know. Only the operator reads it.'),
});

export type CreateReportInput = z.output<typeof CreateReport>;
