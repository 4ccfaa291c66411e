import { type SQL, sql } from '../../../db/drizzle.ts';
import { isLive } from '../../posts/visibility.ts';
import { type Act, kind, ofObject, toOther } from './kind.ts';

const isDraft = (group: SQL) =>
  sql`exists (select from posts po where po.id = ${group} and po.status = 'draft' offset 0)`;
const untilRemoved = { holds: ({ object }: Act) => isLive(object), undoneBy: { 'post.removed': ofObject } } as const;

/** What managers and the service do about posts of a profile, and what is decided about those of managers. */
export const postDecisions = {
  /** A draft that a manager, or a key or app of the owner that may only draft, submitted, for the owner to decide. */
  'post.approval_requested': kind({
    type: 'post.approval_requested',
    madeBy: {
      'post.approval_requested': (event) => toOther({ ...event, actor_profile_id: event.manager_profile_id }),
    },
    withoutActor: true,
    ...untilRemoved,
    isOpen: (group) =>
      sql`exists (select from posts po where po.id = ${group} and po.status = 'pending_approval' offset 0)`,
    settledBy: ['post.published', 'comment.created', 'post.updated', 'post.returned'],
  }),
  /** The decision, for the manager that submitted it. */
  'post.published': kind({ type: 'post.published', madeBy: { 'post.published': toOther }, ...untilRemoved }),
  /** Until it is submitted again. */
  'post.returned': kind({
    type: 'post.returned',
    madeBy: { 'post.returned': toOther },
    repeats: true,
    ...untilRemoved,
    isOpen: isDraft,
    settledBy: ['post.approval_requested', 'post.published', 'comment.created', 'post.updated'],
  }),
  /** A scheduled post that the service made a draft again, until somebody decides what becomes of it. */
  'post.unscheduled': kind({
    type: 'post.unscheduled',
    madeBy: { 'post.unscheduled': toOther },
    withoutActor: true,
    ...untilRemoved,
    isOpen: isDraft,
    settledBy: ['post.published', 'comment.created'],
  }),
  /** A removal by the operator, for the author. */
  'post.removed': kind({
    type: 'post.removed',
    madeBy: { 'post.removed': (event) => (event.data['removed_by'] === 'operator' ? toOther(event) : null) },
    withoutActor: true,
  }),
} as const;
