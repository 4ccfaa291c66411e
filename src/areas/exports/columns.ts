import { alias } from '../../db/drizzle.ts';
import { type Selected, selectList } from '../../db/query.ts';
import { exports } from '../../db/schema/exports.ts';

export const x = alias(exports, 'x');

/** An export, from the table under the alias `x`. */
export const exportFields = { id: x.id, status: x.status, created_at: x.createdAt, expires_at: x.expiresAt };

export type ExportRow = Selected<typeof exportFields>;

export const exportColumns = selectList(exportFields);
