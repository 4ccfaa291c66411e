import { accessGrants } from './access-grants.ts';
import { apiKeyRevoked, webhookDisabled } from './account-news.ts';
import { commentCreated } from './comment-created.ts';
import { contactRequestAccepted, contactRequestCreated, contactRequestRejected } from './contact-requests.ts';
import { profileVerified, reportSettled, verificationRejected } from './decisions.ts';
import { followCreated } from './follow-created.ts';
import type { CompiledKind } from './kind.ts';
import { mentionCreated } from './mention-created.ts';
import { messageCreated } from './message-created.ts';
import { approvalRequested, postPublished, postReturned } from './post-decisions.ts';
import { postRemoved } from './post-removed.ts';
import { quoteCreated } from './quote-created.ts';
import { reactionChanged } from './reaction-changed.ts';

/** Every kind of notification. */
export const KINDS: readonly CompiledKind[] = [
  reactionChanged,
  commentCreated,
  quoteCreated,
  mentionCreated,
  approvalRequested,
  postReturned,
  postPublished,
  postRemoved,
  followCreated,
  contactRequestCreated,
  contactRequestAccepted,
  contactRequestRejected,
  messageCreated,
  ...accessGrants,
  profileVerified,
  verificationRejected,
  reportSettled,
  apiKeyRevoked,
  webhookDisabled,
];
