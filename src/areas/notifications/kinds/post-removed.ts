import { kind } from './kind.ts';

/** A removal by the operator, for the author. */
export const postRemoved = kind({
  type: 'post.removed',
  madeBy: {
    'post.removed': ({ profile_id, object_id, data }) =>
      data['removed_by'] === 'operator'
        ? { recipientId: profile_id, groupId: object_id, actorId: null, objectId: object_id }
        : null,
  },
});
