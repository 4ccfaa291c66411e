import { c } from '../../auth/credential-state.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { type Selected, selectList } from '../../db/query.ts';

export { c };

/** A key without its profiles, from the table under the alias `c`. */
export const keyFields = {
  id: c.id,
  name: c.name,
  prefix: c.prefix,
  scopes: c.scopes,
  permissions: c.permissions,
  for_agent: c.forAgent,
  parent_id: c.parentId,
  expires_at: c.expiresAt,
  last_used_at: c.lastUsedAt,
  created_at: c.createdAt,
  revoked_at: c.revokedAt,
};

export type KeyRow = Selected<typeof keyFields> & { rotated_at: Date | null; profile_ids: string[] };

export const keyColumns = selectList(keyFields);

/** When a key got its current secret; null if that is its first one. */
export const rotatedAt: SQL<Date | null> = sql`(select max(s.created_at) from credential_secrets s where s.credential_id = c.id and s.created_at > c.created_at)`;

/** The profiles that a credential is attached to, in a stable order. */
export function attachedTo(credential: SQL): SQL<string[]> {
  return sql`array(select cp.profile_id from credential_profiles cp where cp.credential_id = ${credential} order by cp.profile_id)`;
}
