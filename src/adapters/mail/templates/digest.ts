import { composeMail, type MailContent, type Setting } from './compose.ts';

/** What is unread, by profile and type. Usernames are letters, digits, `_` and `-`: the only words that members chose. */
export type DigestLine = { username: string; type: string; count: number; names: string[] };

export type Digest = Setting & {
  lines: DigestLine[];
  /** Of the address for unsubscribing. */
  account: string;
  signature: string;
};

const WORDS: Record<string, [one: string, many: string]> = {
  'reaction.changed': ['post with new reactions', 'posts with new reactions'],
  'comment.created': ['post with new comments', 'posts with new comments'],
  'quote.created': ['quote', 'quotes'],
  'mention.created': ['mention', 'mentions'],
  'post.approval_requested': ['post to approve', 'posts to approve'],
  'post.returned': ['returned post', 'returned posts'],
  'post.published': ['approved post', 'approved posts'],
  'post.removed': ['post removed by the operator', 'posts removed by the operator'],
  'follow.created': ['notification of new followers', 'notifications of new followers'],
  'contact_request.created': ['contact request', 'contact requests'],
  'contact_request.accepted': ['accepted contact request', 'accepted contact requests'],
  'contact_request.rejected': ['declined contact request', 'declined contact requests'],
  'message.created': ['conversation with new messages', 'conversations with new messages'],
  'access_grant.invited': ['invitation to manage a profile', 'invitations to manage a profile'],
  'profile.verified': ['verified name', 'verified names'],
  'verification.rejected': ['declined verification', 'declined verifications'],
  'report.settled': ['reviewed report', 'reviewed reports'],
  'api_key.revoked': ['revoked API key', 'revoked API keys'],
  'webhook.disabled': ['disabled webhook', 'disabled webhooks'],
};

const OTHER: [one: string, many: string] = ['change to an access grant', 'changes to access grants'];

function lineOf({ type, count, names }: DigestLine): string {
  const [one, many] = WORDS[type] ?? OTHER;
  const from = names.length === 0 ? '' : `, from ${names.map((name) => `@${name}`).join(', ')}`;
  return `${count} ${count === 1 ? one : many}${from}`;
}

/** The daily mail about unread notifications. Contains counts and usernames, never text from members. */
export function digest({ lines, account, signature, baseUrl, authUrl, serviceName }: Digest): MailContent {
  const unsubscribe = `${baseUrl}/unsubscribe?account=${account}&signature=${signature}`;
  const usernames = [...new Set(lines.map(({ username }) => username))];
  const parts = usernames.flatMap((username) => [
    `New for @${username}:`,
    { items: lines.filter((line) => line.username === username).map(lineOf) },
  ]);
  const content = composeMail(`${serviceName}: what is new`, 'What is new', [
    ...parts,
    'Read it here:',
    { link: `${authUrl}/console` },
    'To stop these e-mails, open this page:',
    { link: unsubscribe },
    `Programs can use GET ${baseUrl}/v1/notifications and PATCH ${baseUrl}/v1/notification-preferences.`,
  ]);
  return { ...content, unsubscribe };
}
