import { idOrNull } from '../../../core/ids.ts';
import { sql } from '../../../db/drizzle.ts';
import { kind, toOther } from './kind.ts';

/** New followers of the recipient, in one running group. */
export const followCreated = kind({
  type: 'follow.created',
  madeBy: {
    'follow.created': (event) => {
      const act = toOther(event);
      return act && { ...act, groupId: act.recipientId! };
    },
  },
  holds: ({ object }) => sql`exists (select from follows f where f.id = ${object} offset 0)`,
  undoneBy: {
    'follow.removed': ({ object_id, data }) => {
      const [actorId, groupId] = [idOrNull(data['follower_profile_id']), idOrNull(data['followed_profile_id'])];
      return actorId && groupId ? { groupId, actorId, objectId: object_id } : null;
    },
  },
  recipientOf: (group) => group,
});
