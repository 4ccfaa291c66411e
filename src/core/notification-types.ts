/** The values of `object.type`. */
export const NOTIFICATION_OBJECTS = [
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

type Shown = {
  object: (typeof NOTIFICATION_OBJECTS)[number];
  /** What happened, after the names of those who did it; a sentence of its own where nobody is named. */
  words: string;
  /** Instead, where nobody is named only sometimes. */
  alone?: string;
  /** In the daily mail, after a number. */
  counted: readonly [one: string, many: string];
  /** In the preferences. */
  group: 'Posts' | 'Network and messages' | 'Access' | 'Verification and reports';
  label: string;
  /** Too frequent or too unimportant for the daily mail, or mailed at once. Members can choose otherwise. */
  mailed?: false;
};

/** How each type of notification is shown. A type is that of an event; `areas/notifications/kinds` decides who gets it. */
export const NOTIFICATIONS = {
  'reaction.changed': {
    object: 'post',
    words: 'reacted to your post',
    counted: ['post with new reactions', 'posts with new reactions'],
    group: 'Posts',
    label: 'Reactions',
    mailed: false,
  },
  'comment.created': {
    object: 'post',
    words: 'commented on your post',
    counted: ['post with new comments', 'posts with new comments'],
    group: 'Posts',
    label: 'Comments',
  },
  'quote.created': {
    object: 'post',
    words: 'quoted your post',
    counted: ['quote', 'quotes'],
    group: 'Posts',
    label: 'Quotes',
  },
  'mention.created': {
    object: 'post',
    words: 'mentioned you',
    counted: ['mention', 'mentions'],
    group: 'Posts',
    label: 'Mentions',
  },
  'post.approval_requested': {
    object: 'post',
    words: 'sent a draft for approval',
    alone: 'A draft waits for your approval',
    counted: ['post to approve', 'posts to approve'],
    group: 'Posts',
    label: 'Drafts to approve',
  },
  'post.returned': {
    object: 'post',
    words: 'sent your draft back',
    counted: ['returned post', 'returned posts'],
    group: 'Posts',
    label: 'Returned drafts',
  },
  'post.unscheduled': {
    object: 'post',
    words: 'A scheduled post is a draft again',
    counted: ['canceled schedule', 'canceled schedules'],
    group: 'Posts',
    label: 'Canceled schedules',
  },
  'post.published': {
    object: 'post',
    words: 'approved your draft',
    counted: ['approved post', 'approved posts'],
    group: 'Posts',
    label: 'Approved drafts',
  },
  'post.removed': {
    object: 'post',
    words: 'The operator removed your post',
    counted: ['post removed by the operator', 'posts removed by the operator'],
    group: 'Posts',
    label: 'Removals by the operator',
  },
  'follow.created': {
    object: 'profile_follow',
    words: 'followed you',
    counted: ['notification of new followers', 'notifications of new followers'],
    group: 'Network and messages',
    label: 'New followers',
    mailed: false,
  },
  'contact_request.created': {
    object: 'contact_request',
    words: 'sent you a contact request',
    counted: ['contact request', 'contact requests'],
    group: 'Network and messages',
    label: 'Contact requests',
  },
  'contact_request.accepted': {
    object: 'contact_request',
    words: 'accepted your contact request',
    counted: ['accepted contact request', 'accepted contact requests'],
    group: 'Network and messages',
    label: 'Accepted contact requests',
  },
  'contact_request.rejected': {
    object: 'contact_request',
    words: 'declined your contact request',
    counted: ['declined contact request', 'declined contact requests'],
    group: 'Network and messages',
    label: 'Declined contact requests',
    mailed: false,
  },
  'message.created': {
    object: 'conversation',
    words: 'sent you a message',
    counted: ['conversation with new messages', 'conversations with new messages'],
    group: 'Network and messages',
    label: 'Messages',
  },
  'access_grant.invited': {
    object: 'access_grant',
    words: 'invited you to act for a profile',
    counted: ['invitation to manage a profile', 'invitations to manage a profile'],
    group: 'Access',
    label: 'Invitations to act for a profile',
  },
  'access_grant.resent': {
    object: 'access_grant',
    words: 'reminded you of an invitation',
    counted: ['change to an access grant', 'changes to access grants'],
    group: 'Access',
    label: 'Reminders of invitations',
    mailed: false,
  },
  'access_grant.accepted': {
    object: 'access_grant',
    words: 'accepted your invitation',
    counted: ['change to an access grant', 'changes to access grants'],
    group: 'Access',
    label: 'Accepted invitations',
  },
  'access_grant.declined': {
    object: 'access_grant',
    words: 'declined your invitation',
    counted: ['change to an access grant', 'changes to access grants'],
    group: 'Access',
    label: 'Declined invitations',
  },
  'access_grant.updated': {
    object: 'access_grant',
    words: 'changed what you can do for a profile',
    counted: ['change to an access grant', 'changes to access grants'],
    group: 'Access',
    label: 'Changed access',
  },
  'access_grant.revoked': {
    object: 'access_grant',
    words: 'revoked access to a profile',
    counted: ['change to an access grant', 'changes to access grants'],
    group: 'Access',
    label: 'Revoked access',
  },
  'access_grant.expired': {
    object: 'access_grant',
    words: 'Access to a profile expired',
    counted: ['change to an access grant', 'changes to access grants'],
    group: 'Access',
    label: 'Expired access',
  },
  'profile.verified': {
    object: 'profile',
    words: 'Your name was verified',
    counted: ['verified name', 'verified names'],
    group: 'Verification and reports',
    label: 'Name verified',
  },
  'verification.rejected': {
    object: 'verification',
    words: 'Your verification request was declined',
    counted: ['declined verification', 'declined verifications'],
    group: 'Verification and reports',
    label: 'Verification declined',
  },
  'report.settled': {
    object: 'report',
    words: 'Your report was reviewed',
    counted: ['reviewed report', 'reviewed reports'],
    group: 'Verification and reports',
    label: 'Reviewed reports',
  },
  'api_key.revoked': {
    object: 'api_key',
    words: 'An API key was revoked',
    counted: ['revoked API key', 'revoked API keys'],
    group: 'Access',
    label: 'Revoked API keys',
  },
  'webhook.disabled': {
    object: 'webhook',
    words: 'A webhook was disabled',
    counted: ['disabled webhook', 'disabled webhooks'],
    group: 'Access',
    label: 'Disabled webhooks',
    mailed: false,
  },
} as const satisfies Record<string, Shown>;

/** The wordings as a table, for apps that show notifications. */
export function notificationWords(): string {
  const rows = Object.entries<Shown>(NOTIFICATIONS).map(
    ([type, { words, alone, object }]) => `| \`${type}\` | ${words} | ${alone ?? ''} | \`${object}\` |`,
  );
  return ['| `type` | Words | If nobody is named | `object.type` |', '|---|---|---|---|', ...rows].join('\n');
}
