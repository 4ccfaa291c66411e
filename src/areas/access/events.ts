import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { EventType } from '../../core/enums.ts';

/** Events about the grant in CTE `g`, for the logs of both sides. The acting profile is their actor. */
export function grantEvents(
  type: EventType,
): { type: EventType; from: SQL; profile: SQL; actor: SQL; objectType: string; object: SQL; data: SQL }[] {
  return [sql`g.profile_id`, sql`g.manager_profile_id`].map((profile) => ({
    type,
    from: sql`g cross join authority`,
    profile,
    actor: sql`authority.profile_id`,
    objectType: 'access_grant',
    object: sql`g.id`,
    data: sql`jsonb_build_object('profile_id', g.profile_id, 'manager_profile_id', g.manager_profile_id, 'status', g.status)`,
  }));
}

/** The audit row for a change of the grant in CTE `g`. */
export const grantAudit = { from: sql`g`, objectType: 'access_grant', object: sql`g.id` };
