import type { z } from 'zod';
import type { OAuthGrant } from './schemas.ts';
import type { OAuthGrantRow } from './service.ts';

export function presentGrant(row: OAuthGrantRow): z.output<typeof OAuthGrant> {
  return {
    id: row.id,
    client: { id: row.client_id, name: row.client_name, host: row.client_host },
    scopes: row.scopes,
    permissions: row.permissions,
    profile_ids: row.profile_ids,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  };
}
