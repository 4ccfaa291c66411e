import type { z } from 'zod';
import { type NotificationType, PERMISSIONS } from '../core/enums.ts';
import { LIMITS } from '../core/limits.ts';
import { isAmple } from '../core/rate-counters.ts';
import { preview, shortened } from '../core/text.ts';
import type { ContactItem, ContactRequestItem } from './contacts/schemas.ts';
import type { ConversationItem, MessageWire } from './conversations/schemas.ts';
import type { HomeWire } from './home/schemas.ts';
import type { Me } from './me/schemas.ts';
import type { NotificationWire } from './notifications/schemas.ts';
import type { CompactPostWire, PostWire } from './posts/schemas.ts';
import type { CompactProfileWire, ManagedProfile, SingleProfileWire } from './profiles/schemas.ts';

/**
 * What `view=compact` leaves out of a response: what no next step needs, what is usual or empty, and what is around it
 * already. The schemas of responses have no compact form: this is the only place that shortens, and it is typed by them.
 */

type Json = Record<string, unknown>;
type MeWire = z.output<typeof Me>;
type ManagedWire = z.output<typeof ManagedProfile>;

type ContactEntry = z.output<typeof ContactItem>;
type RequestEntry = z.output<typeof ContactRequestItem>;
type ConversationEntry = z.output<typeof ConversationItem>;

type KeyOf<T> = T extends unknown ? keyof T : never;
const fieldsOf = <T extends object>(...names: KeyOf<T>[]): readonly KeyOf<T>[] => names;

/** What no next step needs. */
const NEVER: ReadonlySet<unknown> = new Set([
  ...fieldsOf<SingleProfileWire>('viewer', 'call_name', 'active_plan', 'location', 'bio', 'media', 'updated_at'),
  ...fieldsOf<CompactProfileWire>('avatar_url'),
  ...fieldsOf<PostWire>('mentions', 'links', 'reply_count', 'quotes_count', 'quoted_post'),
  ...fieldsOf<PostWire>('edited_at', 'client_reference', 'manager_profile_id', 'byline'),
  ...fieldsOf<PostWire['images'][number]>('width', 'height'),
  ...fieldsOf<MessageWire | RequestEntry['contact_request']>('sender_actor_id', 'requester_id'),
  ...fieldsOf<ContactEntry | RequestEntry>('actor', 'requester'),
  ...fieldsOf<ContactEntry['contact']>('owner_actor_id', 'owner_entity_id', 'owner_entity_type', 'contact_actor_id'),
  ...fieldsOf<ConversationEntry['conversation']>('created_by_actor_id', 'created_from_contact_request_id', 'title'),
  ...fieldsOf<ConversationEntry | NotificationWire>('last_read_at', 'actors'),
]);

type Shortened =
  | (SingleProfileWire | PostWire | MessageWire | NotificationWire)
  | (ConversationEntry | ConversationEntry['conversation'] | RequestEntry['contact_request']);
type ValueOf<Name> = Shortened extends infer T
  ? T extends unknown
    ? Name extends keyof T
      ? T[Name]
      : never
    : never
  : never;

/** The values that most objects have. */
const USUAL: Json = {
  ai_disclosure: 'none',
  body_truncated: false,
  comments_count: 0,
  image_count: 0,
  is_golden_ticket: false,
  legal_name_verified: false,
  likes_count: 0,
  muted: false,
  replied: false,
  needs_human: false,
  revision: 1,
  several_writers: false,
  status: 'published',
  target_changed: false,
  unread_count: 0,
  visibility: 'public',
} satisfies { [Name in KeyOf<Shortened>]?: ValueOf<Name> };
const USUAL_KINDS: ReadonlySet<unknown> = new Set(['post', 'direct', 'text'] satisfies ValueOf<'kind'>[]);

/** `isWrite`: the caller knows the text that it has just sent. */
export function compactView(data: unknown, isWrite: boolean): unknown {
  const shown = new Set<unknown>();

  function shrunk(value: unknown, place: Place, parent: Json): unknown {
    if (Array.isArray(value)) return value.map((item) => shrunk(item, 'item', parent));
    if (typeof value !== 'object' || value === null) return value;
    const own = value as Json;
    if (place === 'field' && isProfile(own) && shown.has(own.id)) return { username: own.username };
    if (isProfile(own)) shown.add(own.id);
    const kept = Object.entries(briefly(own, place, parent, isWrite)).flatMap(([name, given]) => {
      if (NEVER.has(name) || isUsual(name, given)) return [];
      const field = TIME.test(name) ? withoutFraction(given) : shrunk(given, 'field', own);
      const isKept = name === 'items' || name === 'next_cursor';
      return isEmpty(field) && !isKept ? [] : [[name, field] as const];
    });
    return Object.fromEntries(kept);
  }
  return shrunk(data, 'root', {});
}

/** Whether an object is the whole response, in a list, or a field of another one. */
type Place = 'root' | 'item' | 'field';

const isUsual = (name: string, value: unknown) =>
  USUAL[name] === value || (name === 'kind' && USUAL_KINDS.has(value as string));
const isEmpty = (value: unknown) =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
const TIME = /_at$/;
const withoutFraction = (time: unknown) => (typeof time === 'string' ? time.replace(/\.\d{3}Z$/, 'Z') : time);

/** Objects are known by their fields. */
const has =
  <T extends object>(...fields: (keyof T & string)[]) =>
  (value: object): value is T & Json =>
    fields.every((field) => field in value);
const isProfile = has<SingleProfileWire>('id', 'username', 'type');
const isPost = has<PostWire>('body_preview', 'images');
const isHome = has<HomeWire>('events_cursor');
const isMe = has<MeWire>('principal', 'rate_limits');
const isManaged = has<ManagedWire>('owned', 'permissions');
const isMessage = has<MessageWire>('sender_profile_id', 'mine');
const isRequest = has<RequestEntry['contact_request']>('requester_profile_id', 'message');
const isLastMessage = has<NonNullable<ConversationEntry['conversation']['last_message']>>('preview', 'deleted');
const isConversation = has<ConversationEntry['conversation']>('last_message_at');

/** What an object leaves out because what is around it says it. */
function briefly(own: Json, place: Place, parent: Json, isWrite: boolean): Json {
  if (isHome(own)) return brieflyHome(own);
  if (isPost(own)) return place === 'root' ? brieflyRead(own, isWrite) : brieflyListed(own, parent);
  if (isProfile(own)) return brieflyProfile(own, place, parent);
  if (isManaged(own)) return brieflyManaged(own);
  if (isMe(own)) return brieflyMe(own);
  if (isRequest(own) && 'requester_profile' in parent) return without(own, 'profile_id', 'requester_profile_id');
  if (isMessage(own) && own.mine) return without(own, 'sender_profile_id');
  // The conversation has its preview already.
  if (isLastMessage(own))
    return without(own, 'preview', ...(own.deleted ? [] : ['deleted']), ...(own.truncated ? [] : ['truncated']));
  if (isConversation(own)) return without(own, 'created_at');
  return own;
}

/** As the whole response it has its id and occupation; in a list the id, and within another object the occupation. */
function brieflyProfile(profile: SingleProfileWire & Json, place: Place, parent: Json): Json {
  const brief = without(profile, 'url', 'created_at');
  if (place === 'item') return brief;
  if (place === 'field') return without(brief, 'owned' in parent ? 'occupation' : 'id');
  return without(brief, 'followers_count', 'following_count', 'posts_count', 'contacts_count', 'indexable');
}

/** Types of notifications whose object another part of home shows. */
const SHOWN_ELSEWHERE: ReadonlySet<unknown> = new Set<NotificationType>(['message.created', 'contact_request.created']);
const shownElsewhere = ({ type }: Json) => Number(SHOWN_ELSEWHERE.has(type));

/** First the items that no other part shows. */
const inOrder = (items: readonly Json[]) => items.toSorted((a, b) => shownElsewhere(a) - shownElsewhere(b));

/** The counts, with the first items of each part: its list has all. A null part is in `missing_rights`. */
const brieflyHome = (home: HomeWire): Json =>
  Object.fromEntries(
    Object.entries<unknown>(home).flatMap(([name, part]) => {
      const { count, items } = (part ?? {}) as { count?: number; items?: Json[] };
      if (!items) return [[name, part] as const];
      return count === 0
        ? []
        : [[name, { count, items: inOrder(items).slice(0, LIMITS.home_items.compact).map(brieflyPending) }] as const];
    }),
  );

function brieflyPending(item: Json): Json {
  const own = without(item, ...FOR_THE_LIST, ...('actor_profile' in item ? ['id'] : []));
  return Object.fromEntries(
    Object.entries(own).map(([name, value]) => {
      if (typeof value === 'string' && TEXTS.has(name))
        return [name, shortened(value, LIMITS.home_items.compact_length)];
      if (name === 'conversation' || name === 'contact_request') return [name, brieflyPending(value as Json)];
      const isMember = typeof value === 'object' && value !== null && isProfile(value);
      return [name, isMember ? { username: value.username } : value];
    }),
  );
}
const FOR_THE_LIST = ['created_at', 'last_message_at', 'status', 'actor_count', 'addressee_profile'];
const TEXTS: ReadonlySet<string> = new Set(['preview', 'last_message_preview', 'message', 'body_preview']);

/** Without limits of which more than half is left. */
function brieflyMe(me: MeWire & Json): Json {
  const { principal, account, rate_limits } = me;
  return {
    // A session has all scopes.
    ...without(me, 'rate_limit', ...(principal.type === 'session' ? ['scopes'] : [])),
    principal: without(principal, 'id'),
    account: without(account, 'id', ...(account.email_verified ? ['email_verified'] : [])),
    rate_limits: rate_limits.filter((usage) => !isAmple(usage)),
  };
}

/** An owner has all permissions, unless its key has fewer. */
const brieflyManaged = (managed: ManagedWire): Json =>
  without(managed, 'actor_id', ...(managed.permissions.length === PERMISSIONS.length ? ['permissions'] : []));

/** One post has its whole text, unless the caller has just sent it. */
const brieflyRead = (post: PostWire & Json, isWrite: boolean): Json =>
  without(
    post,
    'created_at',
    ...(isWrite ? ['body', 'profile_id', 'profile'] : []),
    ...('body' in post ? ['body_preview', 'body_truncated', 'image_count'] : []),
  );

function brieflyListed(post: (PostWire | CompactPostWire) & Json, parent: Json): Json {
  const start = preview(post.body_preview, LIMITS.post_body_preview.compact_length);
  return {
    ...without(post, 'url', 'images', 'created_at', ...('profile' in parent ? ['profile_id'] : [])),
    body_preview: start.preview,
    body_truncated: post.body_truncated || start.truncated,
    image_count: post.images.length,
    ...(post.root_post_id === post.reply_to_post_id && { root_post_id: null }),
  };
}

const without = (object: object, ...names: string[]): Json =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
