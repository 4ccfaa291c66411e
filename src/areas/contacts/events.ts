import { type SQL, sql } from 'drizzle-orm';
import type { EventType } from '../../core/enums.ts';

/** What became of the request in CTE `cr`, in the logs of both sides; by the hand of `actor`. */
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
