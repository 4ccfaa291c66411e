import type { NotificationWire } from '../../areas/notifications/schemas.ts';
import type { PostWire } from '../../areas/posts/schemas.ts';
import { NOTIFICATION_TYPES, type Permission } from '../../core/enums.ts';
import { LIMITS } from '../../core/limits.ts';
import { NOTIFICATIONS } from '../../core/notification-types.ts';
import type { ConsoleContext, ManagedProfile } from './console-context.ts';
import { conversationPath } from './conversations.ts';
import { type PostsById, pathOfPost } from './post-links.ts';

/** The types that a profile can choose, with their names, in groups. */
export const NOTIFICATION_GROUPS = Map.groupBy(
  NOTIFICATION_TYPES.map((type) => ({ type, ...NOTIFICATIONS[type] })),
  ({ group }) => group,
);

type PageOf = (item: NotificationWire, profileId: string) => string | null;
/** The page of the object, where there is one. */
const PAGES: Partial<Record<NotificationWire['object']['type'], PageOf>> = {
  contact_request: ({ object }, profileId) => `/console/network/requests/${object.id}?profile=${profileId}`,
  // Messages to a profile that this one manages are read as that one.
  conversation: ({ object, managed_profile_id }, profileId) =>
    conversationPath(object.id, managed_profile_id ?? profileId),
  access_grant: () => '/console/access',
  verification: () => '/console/verification',
  profile: ({ object, actors }, profileId) => {
    const named = actors.find(({ id }) => id === object.id);
    return object.id === profileId ? '/console/verification' : named ? `/@${named.username}` : null;
  },
  api_key: () => '/console/api-keys',
  webhook: ({ object }) => `/console/webhooks/${object.id}`,
};

/** The ids of the posts that the lines of these notifications may link to. */
export function postsNamed(items: readonly NotificationWire[]): string[] {
  return items.filter(({ object }) => object.type === 'post').map(({ object }) => object.id);
}

/** The page to read or change what a notification is about, for a person who acts as `profile`; null if there is none. */
function pathFor(
  page: ConsoleContext,
  { profile, permissions }: ManagedProfile,
  item: NotificationWire,
  posts: PostsById,
): string | null {
  const { type, object } = item;
  if (object.type !== 'post') return PAGES[object.type]?.(item, profile.id) ?? null;
  const approves = permissions.includes('posting') || permissions.includes('commenting');
  if (type === 'post.approval_requested' && approves) return '/console/approvals';
  return pathOfPost(page, posts.get(object.id), profile.id);
}

const isCut = (preview: string | null) =>
  preview !== null && [...preview].length === LIMITS.notification.max_preview_length;

type Sign = 'reaction' | 'text' | 'people' | 'draft' | 'access' | 'notice';
const SIGNS: Partial<Record<NotificationWire['type'], Sign>> = {
  'reaction.changed': 'reaction',
  'comment.created': 'text',
  'quote.created': 'text',
  'mention.created': 'text',
  'message.created': 'text',
  'follow.created': 'people',
  'contact_request.created': 'people',
  'contact_request.accepted': 'people',
  'post.approval_requested': 'draft',
  'post.published': 'draft',
  'post.returned': 'draft',
};
const signOf = ({ type, object }: NotificationWire): Sign =>
  SIGNS[type] ?? (['access_grant', 'api_key'].includes(object.type) ? 'access' : 'notice');

/** Whether it answers a comment. */
const isReply = (post: PostWire | undefined) =>
  post !== undefined && post.reply_to_post_id !== null && post.reply_to_post_id !== post.root_post_id;

/** The label of the link that leads to an answer. */
const ANSWERS: Partial<Record<NotificationWire['type'], string>> = {
  'message.created': 'Reply',
  'comment.created': 'Reply',
  'mention.created': 'View',
  'quote.created': 'View',
  'access_grant.invited': 'Review',
  'post.returned': 'Edit',
};

/** The page of a post, with the focus in the field for an answer. */
const answering = (path: string) => `${path}${path.includes('?') ? '&' : '?'}answer=yes`;

/** A draft that is shown as a whole, and can be approved at once. Others are reviewed on their page. */
function draftOf({ type }: NotificationWire, post: PostWire | undefined, permissions: readonly Permission[]) {
  if (type !== 'post.approval_requested' || post?.status !== 'pending_approval') return null;
  if (!permissions.includes(post.kind === 'comment' ? 'commenting' : 'posting')) return null;
  const isWhole =
    !post.body_truncated && post.images.length === 0 && (post.reply_to_post_id ?? post.quoted_post_id) === null;
  return { id: post.id, revision: post.revision, body: post.body_preview, isWhole };
}

/** `open`: the contact requests that wait for an answer. */
export function notificationLine(
  page: ConsoleContext,
  managed: ManagedProfile,
  item: NotificationWire,
  { posts, open }: { posts: PostsById; open: ReadonlySet<string> },
) {
  const { id, type, object, actors, actor_count, preview, read_at, updated_at, needs_human } = item;
  const [first, second] = actors;
  const named: { words: string; alone?: string } = NOTIFICATIONS[type];
  const words = isReply(posts.get(object.id)) && type === 'comment.created' ? 'replied to your comment' : named.words;
  const alone = named.alone ?? words;
  const path = pathFor(page, managed, item, posts);
  const draft = draftOf(item, posts.get(object.id), managed.permissions);
  const label = draft ? 'Review' : ANSWERS[type];
  return {
    id,
    avatar: first?.avatar_url ?? null,
    initial: [...(first?.name.trim() ?? '')][0] ?? '·',
    sign: signOf(item),
    actors: [first, actor_count === 2 ? second : undefined].filter((actor) => actor !== undefined),
    others: actor_count > 2 && first ? actor_count - 1 : 0,
    // All actors may be gone.
    words: first ? words : actor_count === 0 ? alone : `Somebody ${words}`,
    path,
    preview: draft?.isWhole ? draft.body : isCut(preview) ? `${preview}…` : preview,
    request: type === 'contact_request.created' && open.has(object.id) ? object.id : null,
    draft: draft?.isWhole ? draft : null,
    links: path && label ? [{ label, path: type === 'comment.created' ? answering(path) : path }] : [],
    isUnread: read_at === null,
    needsHuman: needs_human,
    at: updated_at,
  };
}
