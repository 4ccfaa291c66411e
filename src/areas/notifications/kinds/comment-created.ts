import { idOrNull } from '../../../core/ids.ts';
import type { DispatchedEvent } from '../../../events/dispatcher.ts';
import { authorOf, isLive, isReadBy } from '../../posts/visibility.ts';
import { kind, type PastAct, toOther } from './kind.ts';

/** A removed comment. The operator and the deletion of a profile are no actors of the event, whose log is the author's. */
const removed = (event: DispatchedEvent): PastAct | null => {
  const groupId = idOrNull(event.data['reply_to_post_id']);
  return groupId && event.profile_id ? { groupId, actorId: event.profile_id, objectId: event.object_id } : null;
};

/** Comments on a post or comment of the recipient, by what they answer. */
export const commentCreated = kind({
  type: 'comment.created',
  madeBy: {
    'comment.created': (event) => {
      const act = toOther(event);
      const groupId = idOrNull(event.data['reply_to_post_id']);
      return act && groupId ? { ...act, groupId } : null;
    },
  },
  holds: ({ object }) => isLive(object),
  concerns: ({ object, recipient }) => isReadBy(object, recipient),
  undoneBy: { 'post.removed': removed },
  recipientOf: authorOf,
});
