import { type SQL, sql } from 'drizzle-orm';
import type { EventType } from '../../core/enums.ts';

/** Events about the request in CTE `cr`, for the logs of both sides. */
export function requestEvents(type: EventType | SQL, actor: SQL) {
  return [sql`cr.requester_profile_id`, sql`cr.addressee_profile_id`].map((profile) => ({
    type,
    from: sql`cr`,
    profile,
    actor,
    objectType: 'contact_request',
    object: sql`cr.id`,
    data: sql`jsonb_build_object('requester_profile_id', cr.requester_profile_id,
      'addressee_profile_id', cr.addressee_profile_id, 'status', cr.status)`,
  }));
}
