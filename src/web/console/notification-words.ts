import type { NotificationWire } from '../../areas/notifications/schemas.ts';
import type { NotificationType } from '../../core/enums.ts';
import { LIMITS } from '../../core/limits.ts';
import type { ConsoleContext, ManagedProfile } from './console-context.ts';
import { type PostsById, pathOfPost } from './post-links.ts';

/** What happened, after the names of those who did it; a sentence of its own where nobody is named. */
const WORDS: Record<NotificationType, string> = {
  'reaction.changed': 'reacted to your post',
  'comment.created': 'commented on your post',
  'quote.created': 'quoted your post',
  'mention.created': 'mentioned you',
  'post.approval_requested': 'sent a draft for approval',
  'post.returned': 'sent your draft back',
  'post.published': 'approved your draft',
  'post.removed': 'The operator removed your post',
  'follow.created': 'followed you',
  'contact_request.created': 'sent you a contact request',
  'contact_request.accepted': 'accepted your contact request',
  'contact_request.rejected': 'declined your contact request',
  'message.created': 'sent you a message',
  'access_grant.invited': 'invited you to act for a profile',
  'access_grant.resent': 'reminded you of an invitation',
  'access_grant.accepted': 'accepted your invitation',
  'access_grant.declined': 'declined your invitation',
  'access_grant.updated': 'changed what you can do for a profile',
  'access_grant.revoked': 'revoked access to a profile',
  'access_grant.expired': 'Access to a profile expired',
  'profile.verified': 'Your name was verified',
  'verification.rejected': 'Your verification request was declined',
  'report.settled': 'Your report was reviewed',
  'api_key.revoked': 'An API key was revoked',
  'webhook.disabled': 'A webhook was disabled',
};

/** The types that a profile can choose, in groups. */
export const NOTIFICATION_GROUPS = {
  Posts: {
    'reaction.changed': 'Reactions',
    'comment.created': 'Comments',
    'quote.created': 'Quotes',
    'mention.created': 'Mentions',
    'post.approval_requested': 'Drafts to approve',
    'post.published': 'Approved drafts',
    'post.returned': 'Returned drafts',
    'post.removed': 'Removals by the operator',
  },
  'Network and messages': {
    'follow.created': 'New followers',
    'contact_request.created': 'Contact requests',
    'contact_request.accepted': 'Accepted contact requests',
    'contact_request.rejected': 'Declined contact requests',
    'message.created': 'Messages',
  },
  Access: {
    'access_grant.invited': 'Invitations to act for a profile',
    'access_grant.resent': 'Reminders of invitations',
    'access_grant.accepted': 'Accepted invitations',
    'access_grant.declined': 'Declined invitations',
    'access_grant.updated': 'Changed access',
    'access_grant.revoked': 'Revoked access',
    'access_grant.expired': 'Expired access',
    'api_key.revoked': 'Revoked API keys',
    'webhook.disabled': 'Disabled webhooks',
  },
  'Verification and reports': {
    'profile.verified': 'Name verified',
    'verification.rejected': 'Verification declined',
    'report.settled': 'Reviewed reports',
  },
} as const satisfies Record<string, Partial<Record<NotificationType, string>>>;

/** The page of the object, where there is one. */
const PAGES: Partial<Record<NotificationWire['object']['type'], (id: string, profileId: string) => string>> = {
  contact_request: (id, profileId) => `/console/network/requests/${id}?profile=${profileId}`,
  access_grant: () => '/console/access',
  verification: () => '/console/verification',
  profile: () => '/console/verification',
  api_key: () => '/console/api-keys',
  webhook: (id) => `/console/webhooks/${id}`,
};

/** The ids of the posts that the lines of these notifications may link to. */
export function postsNamed(items: readonly NotificationWire[]): string[] {
  return items.filter(({ object }) => object.type === 'post').map(({ object }) => object.id);
}

/** The page to read or change what a notification is about, for a person who acts as `profile`; null if there is none. */
function pathFor(
  page: ConsoleContext,
  { profile, permissions }: ManagedProfile,
  { type, object }: NotificationWire,
  posts: PostsById,
): string | null {
  if (object.type !== 'post') return PAGES[object.type]?.(object.id, profile.id) ?? null;
  const approves = permissions.includes('posting') || permissions.includes('commenting');
  if (type === 'post.approval_requested' && approves) return '/console/approvals';
  const post = posts.get(object.id);
  const path = pathOfPost(page, post);
  // A comment that isn't public has no page, but it answers a post of this profile.
  const answered = type === 'comment.created' ? (post?.reply_to_post_id ?? null) : null;
  return path ?? (answered && `/console/posts/${profile.id}/${answered}`);
}

const isCut = (preview: string | null) =>
  preview !== null && [...preview].length === LIMITS.notification.max_preview_length;

type Objects = { posts: PostsById; mutes: ReadonlyMap<string, boolean> };

export function notificationLine(
  page: ConsoleContext,
  managed: ManagedProfile,
  item: NotificationWire,
  { posts, mutes }: Objects,
) {
  const { id, type, object, actors, actor_count, preview, read_at, updated_at, needs_human } = item;
  const [first, second] = actors;
  const muted = object.type === 'conversation' && item.managed_profile_id === null ? mutes.get(object.id) : undefined;
  return {
    id,
    actors: [first, actor_count === 2 ? second : undefined].filter((actor) => actor !== undefined),
    others: actor_count > 2 && first ? actor_count - 1 : 0,
    // All actors may be gone.
    words: first || actor_count === 0 ? WORDS[type] : `Somebody ${WORDS[type]}`,
    path: pathFor(page, managed, item, posts),
    preview: isCut(preview) ? `${preview}…` : preview,
    conversation: muted === undefined ? null : { id: object.id, muted },
    isUnread: read_at === null,
    needsHuman: needs_human,
    at: updated_at,
  };
}
