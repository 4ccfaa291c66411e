import type { ActorRow, ProfileRow } from './columns.ts';
import type { ProfileAddresses } from './present.ts';
import { presentAvatars } from './present-pictures.ts';
import type { ActorWire } from './schemas-actor.ts';

/** The actor of a profile on the wire. */
export function presentActor(
  actor: ActorRow,
  row: ProfileRow,
  { baseUrl }: Pick<ProfileAddresses, 'baseUrl'>,
): ActorWire {
  return {
    id: actor.actor_id,
    type: actor.actor_type,
    entity_id: row.profile_id,
    handle: row.username,
    name: row.profile_name,
    legal_name_verified: row.legal_name_verified,
    verified_domain: row.verified_domain,
    active_plan: row.active_plan,
    ...presentAvatars(row, baseUrl),
    created_at: actor.actor_created_at.toISOString(),
    updated_at: actor.actor_updated_at.toISOString(),
  };
}
