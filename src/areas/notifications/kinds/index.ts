import type { NotificationType } from '../../../core/enums.ts';
import { accessGrants } from './access-grants.ts';
import { apiKeyRevoked, webhookDisabled } from './account-news.ts';
import { commentCreated } from './comment-created.ts';
import { contactRequestAccepted, contactRequestCreated, contactRequestRejected } from './contact-requests.ts';
import { decisions } from './decisions.ts';
import { followCreated } from './follow-created.ts';
import type { CompiledKind } from './kind.ts';
import { messageCreated } from './message-created.ts';
import { postDecisions } from './post-decisions.ts';
import { mentionCreated, quoteCreated } from './post-references.ts';
import { reactionChanged } from './reaction-changed.ts';

const kinds: { readonly [Type in NotificationType]: CompiledKind<Type> } = {
  'reaction.changed': reactionChanged,
  'comment.created': commentCreated,
  'quote.created': quoteCreated,
  'mention.created': mentionCreated,
  ...postDecisions,
  'follow.created': followCreated,
  'contact_request.created': contactRequestCreated,
  'contact_request.accepted': contactRequestAccepted,
  'contact_request.rejected': contactRequestRejected,
  'message.created': messageCreated,
  ...accessGrants,
  ...decisions,
  'api_key.revoked': apiKeyRevoked,
  'webhook.disabled': webhookDisabled,
};

/** Every kind of notification. */
export const KINDS: readonly CompiledKind[] = Object.values(kinds);
