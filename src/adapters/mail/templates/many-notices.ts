import { composeMail, type MailContent, type Setting } from './compose.ts';

/** By the template of the mails over the limit. */
const ABOUT = {
  'access-created': { title: 'The access to your profiles was widened often', page: 'access' },
  'secret-leaked': { title: 'Many leaked secrets were revoked', page: 'api-keys' },
  'webhook-disabled': { title: 'Many webhooks were disabled', page: 'webhooks' },
  'webhook-secret-leaked': { title: 'Many webhook secrets leaked', page: 'webhooks' },
};

export type ManyNotices = Setting & {
  about: keyof typeof ABOUT;
  /** From when on, in ISO 8601. */
  since: string;
};

export function manyNotices({ about, since, ...setting }: ManyNotices): MailContent {
  const { baseUrl, authUrl, serviceName } = setting;
  const { title, page } = ABOUT[about];
  return composeMail(setting, title, [
    `This is about your account at ${serviceName} (${baseUrl}). Since ${since} it happened too often for a mail about each time.`,
    { button: `${authUrl}/console/activity`, label: 'Look at the activity' },
    'If you do not expect it, end the access of the member or the key that causes it:',
    {
      items: [`${authUrl}/console/${page}`, `${authUrl}/console/access`, `${authUrl}/console/api-keys`].filter(
        (one, at, all) => all.indexOf(one) === at,
      ),
    },
    { programs: `Programs can use GET ${baseUrl}/v1/audit-log.` },
  ]);
}
