import { z } from 'zod';
import { EXPORT_STATUSES } from '../../core/enums.ts';
import { pathWord } from '../../core/words.ts';

export const Export = z
  .object({
    id: z.uuid(),
    status: z.enum(EXPORT_STATUSES),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime().nullable().describe('Until when the file is there; null unless it is ready.'),
    url: z
      .string()
      .nullable()
      .describe('Where the file is. Needs no credential, so whoever has it can read all; null unless it is ready.'),
  })
  .meta({ id: 'Export' });

export type ExportWire = z.output<typeof Export>;

export const ExportData = z.object({ export: Export });
export const ExportPath = z.strictObject({ export_id: pathWord() });
