import * as enums from '../core/enums.ts';
import { ERROR_CODES } from '../core/error-codes.ts';
import { ALL_SCOPES } from '../core/scopes.ts';

/** The enumerations of the document by the name of their component. One that is not here stays in its place. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  AccessGrantDecision: enums.ACCESS_GRANT_DECISIONS,
  AccessGrantStatus: enums.ACCESS_GRANT_STATUSES,
  ActivePlan: enums.ACTIVE_PLANS,
  ActorType: enums.ACTOR_TYPES,
  AiDisclosure: enums.AI_DISCLOSURES,
  ContactRequestDecision: enums.CONTACT_REQUEST_DECISIONS,
  ContactRequestDirection: enums.CONTACT_REQUEST_DIRECTIONS,
  ContactRequestPolicy: enums.INBOX_CONTACT_REQUEST_POLICIES,
  ContactRequestStatus: enums.CONTACT_REQUEST_STATUSES,
  DeliveredType: enums.DELIVERED_TYPES,
  DeliveryError: enums.DELIVERY_ERRORS,
  DeliveryStatus: enums.DELIVERY_STATUSES,
  DeliveryWait: enums.DELIVERY_WAITS,
  ErrorCode: Object.keys(ERROR_CODES),
  EventType: enums.EVENT_TYPES,
  ExportStatus: enums.EXPORT_STATUSES,
  ImageTheme: enums.IMAGE_THEMES,
  MessagePolicy: enums.INBOX_MESSAGE_POLICIES,
  NotificationType: enums.NOTIFICATION_TYPES,
  Permission: enums.PERMISSIONS,
  PostKind: enums.POST_KINDS,
  PostStatus: enums.POST_STATUSES,
  PrincipalDirection: enums.PRINCIPAL_DIRECTIONS,
  PrincipalType: enums.PRINCIPAL_TYPES,
  ProfileType: enums.PROFILE_TYPES,
  ReactionType: enums.REACTION_TYPES,
  ReportReason: enums.REPORT_REASONS,
  ReportStatus: enums.REPORT_STATUSES,
  ReportTargetType: enums.REPORT_TARGET_TYPES,
  Scope: ALL_SCOPES,
  VerificationMethod: enums.VERIFICATION_METHODS,
  VerificationReason: enums.VERIFICATION_REASONS,
  VerificationStatus: enums.VERIFICATION_STATUSES,
  View: enums.VIEWS,
  ViewerContact: enums.VIEWER_CONTACTS,
  Visibility: enums.VISIBILITIES,
  WebhookDisabledReason: enums.WEBHOOK_DISABLED_REASONS,
};

const NAMES = new Map(Object.entries(NAMED).map(([name, values]) => [String(values), name]));

/** The name of the component with these values, if they have one. */
export const enumName = (values: unknown): string | undefined => NAMES.get(String(values));
