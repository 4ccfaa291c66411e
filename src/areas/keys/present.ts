import type { z } from 'zod';
import type { KeyRow } from './columns.ts';
import type { ApiKey } from './schemas.ts';

export function presentKey(row: KeyRow): z.output<typeof ApiKey> {
  const { parent_id, expires_at, last_used_at, created_at, rotated_at, revoked_at, ...same } = row;
  return {
    ...same,
    parent_key_id: parent_id,
    expires_at: expires_at?.toISOString() ?? null,
    last_used_at: last_used_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
    rotated_at: rotated_at?.toISOString() ?? null,
    revoked_at: revoked_at?.toISOString() ?? null,
  };
}
