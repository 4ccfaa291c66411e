import type { z } from 'zod';
import type { OAuthGrant } from './schemas.ts';

/** A grant as `listGrants` reads it. */
export type OAuthGrantRow = {
  id: string;
  client_id: string;
  client_name: string;
  client_host: string | null;
  scopes: string[];
  profile_ids: string[];
  created_at: Date;
  last_used_at: Date | null;
};

export function presentGrant(row: OAuthGrantRow): z.output<typeof OAuthGrant> {
  return {
    id: row.id,
    client: { id: row.client_id, name: row.client_name, host: row.client_host },
    scopes: row.scopes,
    profile_ids: row.profile_ids,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  };
}
