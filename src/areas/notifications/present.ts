import { LIMITS } from '../../core/limits.ts';
import { NOTIFICATIONS } from '../../core/notification-types.ts';
import { preview } from '../../core/text.ts';
import { type ProfileAddresses, presentCompactProfile } from '../profiles/present.ts';
import type { LoadedNotification } from './list.ts';
import type { NotificationWire } from './schemas.ts';

/** A reason cannot be read elsewhere. */
const maxPreview = ({ type }: LoadedNotification): number =>
  type === 'post.removed' ? LIMITS.removal_note.max_length : LIMITS.notification.max_preview_length;

export function presentNotification(row: LoadedNotification, addresses: ProfileAddresses): NotificationWire {
  const actors = row.actors.map((actor) => presentCompactProfile(actor, addresses));
  return {
    id: row.id,
    type: row.type,
    actor_profile: actors[0] ?? null,
    actor_count: row.actor_count,
    actors,
    object: { type: NOTIFICATIONS[row.type].object, id: row.object_id },
    preview: preview(row.text ?? '', maxPreview(row)).preview || null,
    needs_human: row.needs_human,
    managed_profile_id: row.managed_profile_id,
    read_at: row.read_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
