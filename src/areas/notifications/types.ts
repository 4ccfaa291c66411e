import type { AttachedProfile } from '../../auth/principal.ts';
import { requireActing } from '../../auth/require.ts';
import { NOTIFICATION_TYPES, type NotificationType, type Permission } from '../../core/enums.ts';
import type { Ctx } from '../../ctx.ts';

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
] as const;
export type ObjectType = (typeof OBJECT_TYPES)[number];

type Kind = {
  /** The type of `object`. */
  object: ObjectType;
  /** A manager reads it with one of these, as it does the event; nobody but the owner without any. */
  permissions: readonly Permission[];
};

const post: Kind = { object: 'post', permissions: ['posting', 'drafting', 'commenting'] };
const contact: Kind = { object: 'contact_request', permissions: ['networking'] };
const access: Kind = { object: 'access_grant', permissions: ['access_management'] };

/** What each type of notification is about, and who may read it. */
export const KINDS: Readonly<Record<NotificationType, Kind>> = {
  'reaction.changed': post,
  'comment.created': post,
  'quote.created': post,
  'mention.created': post,
  // For those who may decide, not for the drafter.
  'post.approval_requested': { object: 'post', permissions: ['posting', 'commenting'] },
  'post.returned': post,
  'post.published': post,
  'follow.created': { object: 'profile_follow', permissions: ['following'] },
  'contact_request.created': contact,
  'contact_request.accepted': contact,
  'contact_request.rejected': contact,
  'message.created': { object: 'conversation', permissions: ['messaging'] },
  'access_grant.invited': access,
  'access_grant.resent': access,
  'access_grant.accepted': access,
  'access_grant.declined': access,
  'access_grant.updated': access,
  'access_grant.revoked': access,
  'access_grant.expired': access,
  'profile.verified': { object: 'profile', permissions: ['profile_editing'] },
  'verification.rejected': { object: 'verification', permissions: ['profile_editing'] },
  'report.settled': { object: 'report', permissions: [] },
  'api_key.revoked': { object: 'api_key', permissions: [] },
};

/** The types that the caller may read for a profile: all for its owner, for a manager those of its permissions. */
export function typesFor({ owned, permissions }: Pick<AttachedProfile, 'owned' | 'permissions'>): NotificationType[] {
  return NOTIFICATION_TYPES.filter((type) => owned || KINDS[type].permissions.some((one) => permissions.includes(one)));
}

/** The same for the acting profile. */
export const readableTypes = (ctx: Ctx): NotificationType[] => typesFor(requireActing(ctx));
