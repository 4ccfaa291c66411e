import { z } from 'zod';
import {
  ACCESS_GRANT_STATUSES,
  CONTACT_REQUEST_STATUSES,
  type EventType,
  type Permission,
  POST_KINDS,
  POST_STATUSES,
  PRINCIPAL_TYPES,
  REACTION_TYPES,
  REPORT_STATUSES,
  VERIFICATION_METHODS,
  WEBHOOK_DISABLED_REASONS,
} from './enums.ts';
import { ERROR_CODES, type ErrorCode } from './error-codes.ts';

/**
 * The catalogue of events. The types of the code that emits them, the schemas of the API, who may read what and
 * `/docs/events` derive from it; every event that a test emits is compared with it.
 */

type Kind<Object extends string, Data extends z.ZodRawShape> = {
  title: string;
  object: Object;
  /** Ids and states, never text from members. Every field is always there, or null. */
  data: z.ZodObject<Data>;
  example: z.output<z.ZodObject<Data>>;
  /** With which permissions (one is enough) a manager reads it. The owner reads all. */
  permissions: readonly Permission[];
  /** It is in the log of the account, not of a profile. */
  ofAccount?: true;
};

function kind<const Object extends string, Data extends z.ZodRawShape>({
  data,
  ...others
}: Omit<Kind<Object, Data>, 'data'> & { data: Data }): Kind<Object, Data> {
  return { ...others, data: z.object(data) };
}

/** Ids of examples. */
const EXAMPLE = {
  event: '019a4f11-0a00-7e11-8a22-b33c44d55e66',
  object: '019a4f11-09f0-7a10-9911-a22b33c44d55',
  own: '019a3f30-11c8-7b5e-a2d4-6e0f9c8b7a51',
  other: '019a3f31-22d9-7c6f-b3e5-7f10ad9c8b62',
  thread: '019a4f00-1234-7abc-8def-0123456789ab',
};

const POSTS = ['posting', 'drafting', 'commenting'] as const;
const PROFILE = { object: 'profile', permissions: ['profile_editing'] } as const;
const CONTACTS = ['networking'] as const;
const MESSAGING = ['messaging'] as const;
const OF_ACCOUNT = { permissions: [], ofAccount: true } as const;

const postId = z.uuid().nullable();

/** The events with the same object and data; in the API by these names. */
export const EVENT_KINDS = {
  ProfileEvent: kind({ ...PROFILE, title: 'Profiles', data: {}, example: {} }),
  ProfileUpdatedEvent: kind({
    ...PROFILE,
    title: 'Changes of a profile',
    data: { fields: z.array(z.string()).describe('The names of the fields.') },
    example: { fields: ['bio', 'location'] },
  }),
  ProfileVerifiedEvent: kind({
    ...PROFILE,
    title: 'Verified names',
    data: { method: z.enum(VERIFICATION_METHODS), verification_id: z.uuid().nullable() },
    example: { method: 'domain', verification_id: EXAMPLE.thread },
  }),
  VerificationEvent: kind({
    title: 'Verifications',
    object: 'verification',
    permissions: PROFILE.permissions,
    data: {},
    example: {},
  }),
  PostEvent: kind({
    title: 'Posts, comments and quotes',
    object: 'post',
    permissions: POSTS,
    data: {
      kind: z.enum(POST_KINDS),
      status: z.enum(POST_STATUSES),
      revision: z.int(),
      reply_to_post_id: postId,
      root_post_id: postId,
      quoted_post_id: postId,
    },
    example: {
      kind: 'post',
      status: 'published',
      revision: 1,
      reply_to_post_id: null,
      root_post_id: null,
      quoted_post_id: null,
    },
  }),
  PostRemovedEvent: kind({
    title: 'Removed posts',
    object: 'post',
    permissions: POSTS,
    data: {
      kind: z.enum(POST_KINDS),
      reply_to_post_id: postId,
      quoted_post_id: postId,
      removed_by: z.enum(['operator']).nullable(),
    },
    example: { kind: 'comment', reply_to_post_id: EXAMPLE.thread, quoted_post_id: null, removed_by: null },
  }),
  PostUnscheduledEvent: kind({
    title: 'Unscheduled posts',
    object: 'post',
    permissions: POSTS,
    data: { reason: z.enum(Object.keys(ERROR_CODES) as [ErrorCode]).describe('Why publishing would fail.') },
    example: { reason: 'permission_denied' },
  }),
  ReactionEvent: kind({
    title: 'Reactions',
    object: 'post',
    permissions: POSTS,
    data: { active: z.boolean().describe('False: cleared.'), reaction_type: z.enum(REACTION_TYPES) },
    example: { active: true, reaction_type: 'insightful' },
  }),
  FollowEvent: kind({
    title: 'Follows',
    object: 'profile_follow',
    permissions: ['following'],
    data: { follower_profile_id: z.uuid(), followed_profile_id: z.uuid() },
    example: { follower_profile_id: EXAMPLE.other, followed_profile_id: EXAMPLE.own },
  }),
  ContactRequestEvent: kind({
    title: 'Contact requests',
    object: 'contact_request',
    permissions: CONTACTS,
    data: {
      requester_profile_id: z.uuid(),
      addressee_profile_id: z.uuid(),
      status: z.enum(CONTACT_REQUEST_STATUSES),
    },
    example: { requester_profile_id: EXAMPLE.other, addressee_profile_id: EXAMPLE.own, status: 'pending' },
  }),
  ContactEvent: kind({
    title: 'Contacts',
    object: 'contact',
    permissions: CONTACTS,
    data: { contact_profile_id: z.uuid().describe('The other side.') },
    example: { contact_profile_id: EXAMPLE.other },
  }),
  ConversationEvent: kind({
    title: 'Conversations',
    object: 'conversation',
    permissions: MESSAGING,
    data: { created_from_contact_request_id: z.uuid().nullable() },
    example: { created_from_contact_request_id: null },
  }),
  MessageEvent: kind({
    title: 'Messages',
    object: 'message',
    permissions: MESSAGING,
    data: { conversation_id: z.uuid(), needs_human: z.boolean() },
    example: { conversation_id: EXAMPLE.thread, needs_human: false },
  }),
  AccessGrantEvent: kind({
    title: 'Access grants',
    object: 'access_grant',
    permissions: ['access_management'],
    data: { profile_id: z.uuid(), manager_profile_id: z.uuid(), status: z.enum(ACCESS_GRANT_STATUSES) },
    example: { profile_id: EXAMPLE.own, manager_profile_id: EXAMPLE.other, status: 'pending' },
  }),
  ReportEvent: kind({
    title: 'Reports',
    object: 'report',
    permissions: [],
    data: { status: z.enum(REPORT_STATUSES).exclude(['open']) },
    example: { status: 'resolved' },
  }),
  ApiKeyEvent: kind({ ...OF_ACCOUNT, title: 'API keys', object: 'api_key', data: {}, example: {} }),
  ApiKeyRevokedEvent: kind({
    ...OF_ACCOUNT,
    title: 'Revoked API keys',
    object: 'api_key',
    data: {
      revoked_by: z
        .enum([...PRINCIPAL_TYPES, 'password_reset', 'system'])
        .nullable()
        .describe('Null if it leaked.'),
      reason: z.enum(['leaked']).nullable(),
    },
    example: { revoked_by: 'session', reason: null },
  }),
  WebhookEvent: kind({
    ...OF_ACCOUNT,
    title: 'Webhooks',
    object: 'webhook',
    data: { reason: z.enum(WEBHOOK_DISABLED_REASONS).exclude(['requested']) },
    example: { reason: 'failing' },
  }),
} as const;

export type EventKind = keyof typeof EVENT_KINDS;

/** `when`: what has happened. `logs`: whose logs have the event. `example`: what differs from the example of its kind. */
type Entry<K extends EventKind> = {
  kind: K;
  when: string;
  logs: string;
  example?: Partial<(typeof EVENT_KINDS)[K]['example']>;
};
const entries =
  <K extends EventKind>(kind: K, logs: string) =>
  (when: string, { ...others }: Partial<Omit<Entry<K>, 'kind' | 'when'>> = {}): Entry<K> => ({
    kind,
    logs,
    when,
    ...others,
  });

const profile = entries('ProfileEvent', 'The profile.');
const post = entries('PostEvent', 'The author.');
const follow = entries('FollowEvent', 'Both profiles.');
const request = entries('ContactRequestEvent', 'Both sides.');
const message = entries('MessageEvent', 'Both sides.');
const grant = entries('AccessGrantEvent', 'The managed profile and its manager.');
const apiKey = entries('ApiKeyEvent', 'The account.');
const toDrafter = 'The author, and the manager who had submitted it for approval.';
const comment = { kind: 'comment', reply_to_post_id: EXAMPLE.thread, root_post_id: EXAMPLE.thread } as const;

export const EVENTS = {
  'profile.created': profile('A profile was created.'),
  'profile.updated': entries(
    'ProfileUpdatedEvent',
    'The profile.',
  )('Fields or pictures of a profile were changed, by a member or by the operator.'),
  'profile.verified': entries(
    'ProfileVerifiedEvent',
    'The profile.',
  )('A name was verified, by a DNS record or by the operator.'),
  'profile.deleted': profile('A profile was deleted.', {
    logs: 'The profile, whose log closes: only webhooks of all profiles of its account get this event.',
  }),
  'post.published': post('A post or quote was published: at once, at its time, or because it was approved.', {
    logs: `${toDrafter} For the manager, also about comments.`,
  }),
  'post.updated': post('A post, comment or quote was edited, or the operator changed its golden ticket.'),
  'post.removed': entries('PostRemovedEvent', 'The author.')('A post, comment or quote was removed.'),
  'post.approval_requested': post(
    'A manager, or a credential that may only draft, submitted a post, comment or quote for approval.',
    {
      example: { status: 'pending_approval' },
    },
  ),
  'post.returned': post('What was submitted for approval was returned as a draft.', {
    logs: toDrafter,
    example: { status: 'draft', revision: 2 },
  }),
  'post.unscheduled': entries(
    'PostUnscheduledEvent',
    'The author.',
  )('A scheduled post could not be published, or a right of its manager ended: it is a draft again.'),
  'comment.created': post('A comment was published.', {
    logs: 'Its author, and the author of what it answers.',
    example: comment,
  }),
  'quote.created': post('A quote of a post was published.', {
    logs: 'The author of the quoted post.',
    example: { kind: 'quote', quoted_post_id: EXAMPLE.thread },
  }),
  'mention.created': post('A published post, comment or quote mentions a profile that may read it.', {
    logs: 'The mentioned profile, once for each post, unless it is the author or gets `comment.created` or `quote.created`.',
    example: comment,
  }),
  'reaction.changed': entries(
    'ReactionEvent',
    'The profile that reacts, and the author of the post.',
  )('A reaction was set, changed or cleared.'),
  'follow.created': follow('A profile follows another one.'),
  'follow.removed': follow('A follow ended: by its follower, by a block or by the deletion of a profile.'),
  'contact_request.created': request('A contact request was sent.'),
  'contact_request.accepted': request(
    'A contact request was accepted: both are contacts now. There is no `contact.created`.',
    { example: { status: 'accepted' } },
  ),
  'contact_request.rejected': request('A contact request was rejected.', { example: { status: 'rejected' } }),
  'contact_request.withdrawn': request(
    'A contact request was withdrawn, or ended by a block or the deletion of a profile.',
    { example: { status: 'withdrawn' } },
  ),
  'contact_request.expired': request('A contact request was not answered in time.', { example: { status: 'expired' } }),
  'contact.removed': entries(
    'ContactEvent',
    'Both sides, each about its own contact.',
  )('A contact was removed, also by a block or by the deletion of a profile.'),
  'conversation.created': entries('ConversationEvent', 'Both sides.')('A conversation was opened.'),
  'message.created': message('A message was sent.'),
  'message.deleted': message('A message was deleted by its sender, for both sides.'),
  'access_grant.invited': grant('A profile was invited to manage another one.'),
  'access_grant.resent': grant('An invitation was sent again.'),
  'access_grant.accepted': grant('An invitation was accepted.', { example: { status: 'accepted' } }),
  'access_grant.declined': grant('An invitation was declined.', { example: { status: 'declined' } }),
  'access_grant.updated': grant('Permissions, limits or the end of a grant were changed.', {
    example: { status: 'accepted' },
  }),
  'access_grant.revoked': grant('A grant was revoked, or an invitation was withdrawn.', {
    example: { status: 'revoked' },
  }),
  'access_grant.expired': grant('A grant or an invitation expired.', { example: { status: 'expired' } }),
  'api_key.created': apiKey('An API key was created.'),
  'api_key.rotated': apiKey('An API key got a new secret.'),
  'api_key.revoked': entries(
    'ApiKeyRevokedEvent',
    'The account.',
  )('An API key was revoked: by a member, by a password reset, or because it appeared in a text.'),
  'verification.rejected': entries(
    'VerificationEvent',
    'The profile.',
  )('The operator rejected the verification of a name.'),
  'report.settled': entries('ReportEvent', 'The profile that reported.')('The operator settled a report.'),
  'webhook.disabled': entries('WebhookEvent', 'The account.')('The service disabled a webhook.'),
} as const satisfies { [Type in EventType]: Entry<EventKind> };

export const kindOf = (type: EventType): (typeof EVENT_KINDS)[EventKind] => EVENT_KINDS[EVENTS[type].kind];

/** An event of this type, as the API shows it. */
export function exampleOfEvent(type: EventType) {
  const { example, object, ...kind } = kindOf(type);
  return {
    id: EXAMPLE.event,
    type,
    created_at: '2026-03-02T09:05:00.000Z',
    profile_id: 'ofAccount' in kind ? null : EXAMPLE.own,
    actor_profile_id: 'ofAccount' in kind ? null : EXAMPLE.other,
    manager_profile_id: null,
    object: { type: object, id: EXAMPLE.object },
    data: { ...example, ...EVENTS[type].example },
  };
}

export type EventDataOf<K extends EventKind> = z.output<(typeof EVENT_KINDS)[K]['data']>;
export type EventData<Type extends EventType> = EventDataOf<(typeof EVENTS)[Type]['kind']>;
export type EventTypeOf<K extends EventKind> = {
  [Type in EventType]: (typeof EVENTS)[Type]['kind'] extends K ? Type : never;
}[EventType];
