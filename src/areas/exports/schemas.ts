import { z } from 'zod';
import { EXPORT_STATUSES } from '../../core/enums.ts';
import { pathSegment } from '../../core/url-input.ts';

export const Export = z
  .object({
    id: z.uuid(),
    status: z.enum(EXPORT_STATUSES),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime().nullable().describe('When the file is deleted; null unless the export is ready.'),
    url: z
      .string()
      .nullable()
      .describe(
        'The URL of the file. It needs no credential, so anyone who has it can download the file. It ends early with a new password, or when another session is ended. Null unless the export is ready.',
      ),
  })
  .meta({ id: 'Export' });

export type ExportWire = z.output<typeof Export>;

export const ExportData = z.object({ export: Export });
export const ExportPath = z.strictObject({ export_id: pathSegment() });
