import { type SQL, sql } from 'drizzle-orm';
import type { EXPORT_STATUSES } from '../../core/enums.ts';

/** An export with the column names of `exportColumns`. */
export type ExportRow = {
  id: string;
  status: (typeof EXPORT_STATUSES)[number];
  created_at: Date;
  expires_at: Date | null;
};

/** The columns of `ExportRow`, from the table as `x`. */
export const exportColumns: SQL = sql`x.id, x.status, x.created_at, x.expires_at`;
