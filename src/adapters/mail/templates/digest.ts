import type { NotificationType } from '../../../core/enums.ts';
import { NOTIFICATIONS } from '../../../core/notification-types.ts';
import { composeMail, type MailContent, type Setting } from './compose.ts';

/** What is unread, by profile and type. Usernames are letters, digits, `_` and `-`: the only words that members chose. */
export type DigestLine = { username: string; type: NotificationType; count: number; names: string[] };

export type Digest = Setting & {
  lines: DigestLine[];
  /** Of the address for unsubscribing. */
  account: string;
  signature: string;
};

function lineOf({ type, count, names }: DigestLine): string {
  const [one, many] = NOTIFICATIONS[type].counted;
  const from = names.length === 0 ? '' : `, from ${names.map((name) => `@${name}`).join(', ')}`;
  return `${count} ${count === 1 ? one : many}${from}`;
}

/** The daily mail about unread notifications. Contains counts and usernames, never text from members. */
export function digest({ lines, account, signature, ...setting }: Digest): MailContent {
  const { baseUrl, authUrl } = setting;
  const unsubscribe = `${baseUrl}/unsubscribe?account=${account}&signature=${signature}`;
  const usernames = [...new Set(lines.map(({ username }) => username))];
  const parts = usernames.flatMap((username) => [
    `New for @${username}:`,
    { items: lines.filter((line) => line.username === username).map(lineOf) },
  ]);
  const content = composeMail(setting, 'What is new', [
    ...parts,
    { button: `${authUrl}/console/notifications`, label: 'Read your notifications' },
    { link: unsubscribe, label: 'Stop these e-mails' },
    {
      programs: `Programs can use GET ${baseUrl}/v1/notifications and PATCH ${baseUrl}/v1/notification-preferences.`,
    },
  ]);
  return { ...content, unsubscribe };
}
