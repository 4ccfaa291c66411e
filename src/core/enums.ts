import { NOTIFICATIONS } from './notification-types.ts';

/** All enumerations of the API. Within `/v1`, values are never renamed or removed. Comments say where order matters. */

export const PROFILE_TYPES = ['human', 'company', 'ai_agent'] as const;
/** Set by the operator; affects only the quotas of the profile. The first value is the default. */
export const ACTIVE_PLANS = ['core', 'pro', 'business'] as const;
/** `guest`: a session with a verified e-mail address and no profile. */
export const ACTOR_TYPES = ['profile', 'guest'] as const;

export const POST_KINDS = ['post', 'comment', 'quote'] as const;
/** From widest to narrowest: everyone, any signed-in caller, contacts of the author. */
export const VISIBILITIES = ['public', 'members', 'contacts'] as const;
export const POST_STATUSES = ['draft', 'pending_approval', 'scheduled', 'published', 'removed'] as const;
/** The statuses that a caller may request for a new post; only the server sets the others. */
export const REQUESTED_POST_STATUSES = ['draft', 'published'] as const;
export const REACTION_TYPES = ['like', 'celebrate', 'support', 'love', 'insightful', 'funny'] as const;
/** The server sets `generated` when the author or the acting manager is an AI agent. It can't be cleared. */
export const AI_DISCLOSURES = ['none', 'assisted', 'generated'] as const;

export const CONTACT_REQUEST_STATUSES = ['pending', 'accepted', 'rejected', 'withdrawn', 'expired'] as const;
export const CONTACT_REQUEST_DECISIONS = ['accept', 'reject'] as const;
export const CONTACT_REQUEST_DIRECTIONS = ['incoming', 'outgoing'] as const;
/** The contact relation of the acting profile to another profile: `Profile.viewer.contact`. */
export const VIEWER_CONTACTS = ['none', 'outgoing_request', 'incoming_request', 'contact'] as const;

export const ACCESS_GRANT_STATUSES = ['pending', 'accepted', 'declined', 'revoked', 'expired'] as const;
export const ACCESS_GRANT_DECISIONS = ['accept', 'decline'] as const;
/**
 * What a grant can allow. `posting`: create and remove posts, react; `drafting`: only drafts that need approval;
 * `networking`: contacts. None implies another.
 */
export const PERMISSIONS = [
  'posting',
  'drafting',
  'commenting',
  'messaging',
  'networking',
  'following',
  'profile_editing',
  'access_management',
] as const;
/** One of these is enough to report for a profile: anything that acts in its name, which drafts don't. */
export const REPORTING_PERMISSIONS: readonly (typeof PERMISSIONS)[number][] = PERMISSIONS.filter(
  (one) => one !== 'drafting',
);
/** The daily limits (UTC) of an access grant: the fields of its `budget`. */
export const BUDGETS = ['posts_per_day', 'messages_per_day', 'contact_requests_per_day'] as const;
/** The profile's side of a public grant, in the items of `GET /v1/profiles/{profile_id}/principals`. */
export const PRINCIPAL_DIRECTIONS = ['acts_for', 'acted_for_by'] as const;

export const CONVERSATION_KINDS = ['direct'] as const;
export const MESSAGE_KINDS = ['text'] as const;

export const SORT_ORDERS = ['newest', 'oldest'] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];

/** Who may create an account on this server. */
export const APPEAL_TARGET_TYPES = ['post', 'account'] as const;
/** `possible`: decided by an operator, and nobody has appealed. */
export const APPEAL_STATUSES = ['possible', 'open', 'accepted', 'rejected'] as const;
export const SIGN_UP_BLOCKS = ['domain', 'network'] as const;
export const SIGN_UPS = ['open', 'approval', 'invite', 'closed'] as const;

/** Who may send messages to a profile. */
export const INBOX_MESSAGE_POLICIES = ['anyone', 'contacts', 'nobody'] as const;
/** Who may send contact requests. There is no `contacts` value: contacts never need to ask. */
export const INBOX_CONTACT_REQUEST_POLICIES = ['anyone', 'nobody'] as const;

export const VIEWS = ['compact', 'default', 'full'] as const;
export const IMAGE_THEMES = ['light', 'dark'] as const;

export const PRINCIPAL_TYPES = ['session', 'api_key', 'oauth'] as const;
export const EXPORT_STATUSES = ['pending', 'ready', 'failed'] as const;
export const VERIFICATION_METHODS = ['domain', 'operator'] as const;
export const VERIFICATION_STATUSES = ['pending', 'verified', 'rejected', 'expired'] as const;
/** While pending: the result of the last DNS check. Otherwise: why the verification was rejected or expired. */
export const VERIFICATION_REASONS = [
  'record_missing',
  'record_differs',
  'dns_unreachable',
  'declined',
  'name_changed',
  'time_over',
] as const;
export const REPORT_TARGET_TYPES = ['post', 'profile', 'message'] as const;
/** `resolved`: the operator took action; `dismissed`: no action was needed. */
export const REPORT_STATUSES = ['open', 'resolved', 'dismissed'] as const;
/** What the operator did about a report. `hide` is for posts; `resolve`: something else. */
export const REPORT_ACTS = ['hide', 'warn', 'suspend', 'resolve', 'dismiss'] as const;
export const REPORT_REASONS = ['spam', 'abuse', 'impersonation', 'illegal', 'other'] as const;
export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed'] as const;
/**
 * `failing`: no success for a day; `gone`: the receiver answered 410; `credential_leaked`, `credential_revoked`, `app_revoked`: of a
 * credential that created it or could change it.
 */
export const WEBHOOK_DISABLED_REASONS = [
  'requested',
  'failing',
  'gone',
  'credential_leaked',
  'credential_revoked',
  'app_revoked',
] as const;
/** Why a pending delivery waits. */
export const DELIVERY_WAITS = ['next_attempt', 'earlier_delivery', 'webhook_disabled'] as const;
/** Why an attempt to deliver failed. `status`: the answer was not 2xx; `not_permitted`: it was not attempted. */
export const DELIVERY_ERRORS = [
  'status',
  'redirect',
  'timeout',
  'connection_refused',
  'connection_closed',
  'dns',
  'tls',
  'address_not_allowed',
  'event_expired',
  'not_permitted',
  'unknown',
] as const;

/** Shared by the event log, webhooks, streams and notifications. */
export const EVENT_TYPES = [
  'profile.created',
  'profile.updated',
  'profile.verified',
  'profile.deleted',
  'post.published',
  'post.updated',
  'post.removed',
  'post.approval_requested',
  'post.returned',
  'post.unscheduled',
  'comment.created',
  'quote.created',
  'mention.created',
  'reaction.changed',
  'follow.created',
  'follow.removed',
  'contact_request.created',
  'contact_request.accepted',
  'contact_request.rejected',
  'contact_request.withdrawn',
  'contact_request.expired',
  'contact.removed',
  'conversation.created',
  'message.created',
  'message.deleted',
  'access_grant.invited',
  'access_grant.resent',
  'access_grant.accepted',
  'access_grant.declined',
  'access_grant.updated',
  'access_grant.revoked',
  'access_grant.expired',
  'api_key.created',
  'api_key.rotated',
  'api_key.revoked',
  'verification.rejected',
  'report.settled',
  'webhook.disabled',
] as const;

/** What a webhook sends: events, and those of tests, which are in no log. */
export const TEST_TYPE = 'webhook.test';
export const DELIVERED_TYPES = [...EVENT_TYPES, TEST_TYPE] as const;

/** The events that notify somebody. */
export const NOTIFICATION_TYPES: Types = Object.keys(NOTIFICATIONS) as Types;
type Types = [NotificationType, ...NotificationType[]] & readonly EventType[];

export type ProfileType = (typeof PROFILE_TYPES)[number];
export type ActivePlan = (typeof ACTIVE_PLANS)[number];
export type ActorType = (typeof ACTOR_TYPES)[number];
export type PostKind = (typeof POST_KINDS)[number];
export type Visibility = (typeof VISIBILITIES)[number];
export type PostStatus = (typeof POST_STATUSES)[number];
export type ReactionType = (typeof REACTION_TYPES)[number];
export type AiDisclosure = (typeof AI_DISCLOSURES)[number];
export type ContactRequestStatus = (typeof CONTACT_REQUEST_STATUSES)[number];
export type ContactRequestDecision = (typeof CONTACT_REQUEST_DECISIONS)[number];
export type ContactRequestDirection = (typeof CONTACT_REQUEST_DIRECTIONS)[number];
export type ViewerContact = (typeof VIEWER_CONTACTS)[number];
export type AccessGrantStatus = (typeof ACCESS_GRANT_STATUSES)[number];
export type AccessGrantDecision = (typeof ACCESS_GRANT_DECISIONS)[number];
export type Permission = (typeof PERMISSIONS)[number];
export type Budget = (typeof BUDGETS)[number];
export type PrincipalDirection = (typeof PRINCIPAL_DIRECTIONS)[number];
export type ConversationKind = (typeof CONVERSATION_KINDS)[number];
export type MessageKind = (typeof MESSAGE_KINDS)[number];
export type InboxMessagePolicy = (typeof INBOX_MESSAGE_POLICIES)[number];
export type InboxContactRequestPolicy = (typeof INBOX_CONTACT_REQUEST_POLICIES)[number];
export type View = (typeof VIEWS)[number];
export type ImageTheme = (typeof IMAGE_THEMES)[number];
export type VerificationMethod = (typeof VERIFICATION_METHODS)[number];
export type PrincipalType = (typeof PRINCIPAL_TYPES)[number];
export type EventType = (typeof EVENT_TYPES)[number];
export type DeliveredType = (typeof DELIVERED_TYPES)[number];
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
export type WebhookDisabledReason = (typeof WEBHOOK_DISABLED_REASONS)[number];
export type DeliveryWait = (typeof DELIVERY_WAITS)[number];
export type DeliveryError = (typeof DELIVERY_ERRORS)[number];
export type NotificationType = keyof typeof NOTIFICATIONS;

/** Every enumeration by its name in `GET /v1/meta`: the object and its field. */
export const ENUMS = {
  'Profile.type': PROFILE_TYPES,
  'Profile.active_plan': ACTIVE_PLANS,
  'Profile.viewer.contact': VIEWER_CONTACTS,
  'Actor.type': ACTOR_TYPES,
  'Actor.active_plan': ACTIVE_PLANS,
  'SitemapItem.type': PROFILE_TYPES,
  'Contact.owner_entity_type': ACTOR_TYPES,
  'Post.kind': POST_KINDS,
  'Post.visibility': VISIBILITIES,
  'Post.status': POST_STATUSES,
  'Post.viewer_reaction': REACTION_TYPES,
  'Post.ai_disclosure': AI_DISCLOSURES,
  'Reaction.reaction_type': REACTION_TYPES,
  'ContactRequest.status': CONTACT_REQUEST_STATUSES,
  'ContactRequest.ai_disclosure': AI_DISCLOSURES,
  'ContactRequest.decision': CONTACT_REQUEST_DECISIONS,
  'ContactRequest.direction': CONTACT_REQUEST_DIRECTIONS,
  'AccessGrant.status': ACCESS_GRANT_STATUSES,
  'AccessGrant.decision': ACCESS_GRANT_DECISIONS,
  'AccessGrant.permissions': PERMISSIONS,
  'ProfilePrincipal.direction': PRINCIPAL_DIRECTIONS,
  'Conversation.kind': CONVERSATION_KINDS,
  'Message.kind': MESSAGE_KINDS,
  'Message.ai_disclosure': AI_DISCLOSURES,
  'InboxPolicy.messages': INBOX_MESSAGE_POLICIES,
  'InboxPolicy.contact_requests': INBOX_CONTACT_REQUEST_POLICIES,
  'Principal.type': PRINCIPAL_TYPES,
  'Event.type': EVENT_TYPES,
  'Notification.type': NOTIFICATION_TYPES,
  'Webhook.disabled_reason': WEBHOOK_DISABLED_REASONS,
  'Delivery.status': DELIVERY_STATUSES,
  'Delivery.error': DELIVERY_ERRORS,
  'Delivery.waits_for': DELIVERY_WAITS,
  'Export.status': EXPORT_STATUSES,
  'Verification.method': VERIFICATION_METHODS,
  'Verification.status': VERIFICATION_STATUSES,
  'Verification.reason': VERIFICATION_REASONS,
  'Report.target_type': REPORT_TARGET_TYPES,
  'Report.reason': REPORT_REASONS,
  'Report.status': REPORT_STATUSES,
  'Meta.sign_up': SIGN_UPS,
  'Query.view': VIEWS,
  'Query.theme': IMAGE_THEMES,
} as const satisfies Record<string, readonly [string, ...string[]]>;
