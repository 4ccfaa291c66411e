import { sql } from '../../../db/drizzle.ts';
import { isLive } from '../../posts/visibility.ts';
import { kind, ofObject, toOther } from './kind.ts';

/** A draft that a manager submitted, for its owner to decide. */
export const approvalRequested = kind({
  type: 'post.approval_requested',
  madeBy: {
    'post.approval_requested': ({ profile_id, object_id, manager_profile_id }) => ({
      recipientId: profile_id,
      groupId: object_id,
      actorId: manager_profile_id,
      objectId: object_id,
    }),
  },
  holds: ({ object }) => isLive(object),
  undoneBy: { 'post.removed': ofObject },
  isOpen: (group) =>
    sql`exists (select from posts po where po.id = ${group} and po.status = 'pending_approval' offset 0)`,
  settledBy: {
    'post.published': ({ object_id }) => object_id,
    'comment.created': ({ object_id }) => object_id,
    'post.updated': ({ object_id }) => object_id,
    'post.returned': ({ object_id }) => object_id,
  },
});

/** The decision, for the manager that submitted it. */
export const postPublished = kind({
  type: 'post.published',
  madeBy: { 'post.published': toOther },
  holds: ({ object }) => isLive(object),
  undoneBy: { 'post.removed': ofObject },
});
/** A scheduled post that the service made a draft again, until somebody decides what becomes of it. */
export const postUnscheduled = kind({
  type: 'post.unscheduled',
  madeBy: { 'post.unscheduled': toOther },
  holds: ({ object }) => isLive(object),
  undoneBy: { 'post.removed': ofObject },
  isOpen: (group) => sql`exists (select from posts po where po.id = ${group} and po.status = 'draft' offset 0)`,
  settledBy: { 'post.published': ({ object_id }) => object_id, 'comment.created': ({ object_id }) => object_id },
});

export const postReturned = kind({
  type: 'post.returned',
  madeBy: { 'post.returned': toOther },
  holds: ({ object }) => isLive(object),
  undoneBy: { 'post.removed': ofObject },
});
