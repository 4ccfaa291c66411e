import { and, eq, sql } from '../../db/drizzle.ts';
import { named } from '../../db/query.ts';
import { type ExportSection, exportOwner, listOwned } from '../export-section.ts';
import { c } from './columns.ts';

const columns = [
  c.id,
  c.name,
  c.createdAt,
  c.lastUsedAt,
  c.expiresAt,
  c.revokedAt,
  c.prefix,
  c.forAgent,
  named(c.parentId, 'parent_key_id'),
  c.scopes,
  c.permissions,
  sql`array(select cp.profile_id from credential_profiles cp where cp.credential_id = c.id order by 1)`.as(
    'profile_ids',
  ),
];

export const exportSections: readonly ExportSection[] = [
  {
    path: 'api_keys.json',
    about: 'API keys, without their secrets.',
    lists: [listOwned('account', 'api_keys', c.id, columns, and(eq(c.accountId, exportOwner), eq(c.type, 'api_key')))],
  },
];
