import type { AttachedProfile } from '../../auth/principal.ts';
import { requireActing } from '../../auth/require.ts';
import { NOTIFICATION_TYPES, type NotificationType, type Permission } from '../../core/enums.ts';
import type { Ctx } from '../../ctx.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { mayReadType } from '../../events/readers.ts';

/** The values of `object.type`. */
export const OBJECT_TYPES = [
  'post',
  'profile_follow',
  'contact_request',
  'conversation',
  'access_grant',
  'profile',
  'verification',
  'report',
  'api_key',
  'webhook',
] as const;
export type ObjectType = (typeof OBJECT_TYPES)[number];

/** What each type of notification is about. Who may read it is decided by `EVENT_PERMISSIONS`. */
export const OBJECT_TYPE_OF: Readonly<Record<NotificationType, ObjectType>> = {
  'reaction.changed': 'post',
  'comment.created': 'post',
  'quote.created': 'post',
  'mention.created': 'post',
  'post.approval_requested': 'post',
  'post.returned': 'post',
  'post.published': 'post',
  'post.removed': 'post',
  'follow.created': 'profile_follow',
  'contact_request.created': 'contact_request',
  'contact_request.accepted': 'contact_request',
  'contact_request.rejected': 'contact_request',
  'message.created': 'conversation',
  'access_grant.invited': 'access_grant',
  'access_grant.resent': 'access_grant',
  'access_grant.accepted': 'access_grant',
  'access_grant.declined': 'access_grant',
  'access_grant.updated': 'access_grant',
  'access_grant.revoked': 'access_grant',
  'access_grant.expired': 'access_grant',
  'profile.verified': 'profile',
  'verification.rejected': 'verification',
  'report.settled': 'report',
  'api_key.revoked': 'api_key',
  'webhook.disabled': 'webhook',
};

/** Approvals notify those who may decide, not the drafter. */
const DECIDERS: readonly Permission[] = ['posting', 'commenting'];

/** The types that the caller may read for a profile: its owner all (null), a manager those that its permissions cover. */
export function typesFor(profile: Pick<AttachedProfile, 'owned' | 'permissions'>): NotificationType[] | null {
  if (profile.owned) return null;
  const decides = DECIDERS.some((one) => profile.permissions.includes(one));
  return NOTIFICATION_TYPES.filter(
    (type) => mayReadType(profile, type) && (decides || type !== 'post.approval_requested'),
  );
}

/** The same for the acting profile. */
export const readableTypes = (ctx: Ctx): NotificationType[] | null => typesFor(requireActing(ctx));

/** Condition: the notification `n` has one of these types. Comparing it with all 24 would cost as much as finding it. */
export const hasType = (types: SQL): SQL => sql`(${types} is null or n.type = any(${types}))`;
