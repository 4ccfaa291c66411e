import { sql } from '../../../db/drizzle.ts';
import { authorOf, isLive } from '../../posts/visibility.ts';
import { kind, ofObject, toOther } from './kind.ts';

export const reactionChanged = kind({
  type: 'reaction.changed',
  madeBy: { 'reaction.changed': (event) => (event.data['active'] === true ? toOther(event) : null) },
  holds: ({
    actor,
    object,
  }) => sql`exists (select from reactions re where re.post_id = ${object} and re.profile_id = ${actor} offset 0)
    and ${isLive(object)}`,
  undoneBy: {
    'reaction.changed': ({ actor_profile_id, object_id, data }) =>
      actor_profile_id === null || data['active'] === true
        ? null
        : { groupId: object_id, actorId: actor_profile_id, objectId: object_id },
    'post.removed': ofObject,
  },
  recipientOf: authorOf,
});
