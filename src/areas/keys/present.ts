import type { z } from 'zod';
import type { ApiKey } from './schemas.ts';

/** A row with the columns of `keyColumns`. */
export type KeyRow = {
  id: string;
  name: string;
  prefix: string;
  scopes: string[];
  profile_ids: string[];
  for_agent: boolean;
  parent_id: string | null;
  expires_at: Date | null;
  last_used_at: Date | null;
  created_at: Date;
  revoked_at: Date | null;
};

export function presentKey(row: KeyRow): z.output<typeof ApiKey> {
  const { parent_id, expires_at, last_used_at, created_at, revoked_at, ...same } = row;
  return {
    ...same,
    parent_key_id: parent_id,
    expires_at: expires_at?.toISOString() ?? null,
    last_used_at: last_used_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
    revoked_at: revoked_at?.toISOString() ?? null,
  };
}
