import type { EventRow } from './log-walk.ts';
import type { EventWire } from './schemas.ts';

export function presentEvent(row: Omit<EventRow, 'position' | 'account_id'>): EventWire {
  return {
    id: row.id,
    type: row.type,
    created_at: row.created_at.toISOString(),
    profile_id: row.profile_id,
    actor_profile_id: row.actor_profile_id,
    // Others don't learn which manager acted for a member.
    manager_profile_id: row.actor_profile_id === row.profile_id ? row.manager_profile_id : null,
    object: { type: row.object_type, id: row.object_id },
    data: row.data,
  } as EventWire;
}
