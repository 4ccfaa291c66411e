import { type MailContent, verifyEmail } from './verify-email.ts';

/** What a template may be told by the job; base URL and the service's name are added when the mail is made. */
type Setting = { baseUrl: string; serviceName: string };

type Template<Params> = (values: Params & Setting) => MailContent;

/** THE table of mails. Parameters are tokens, ids and numbers, never what a member wrote. */
export const MAIL_TEMPLATES = {
  'verify-email': verifyEmail as Template<{ token: string }>,
};

export type MailTemplate = keyof typeof MAIL_TEMPLATES;
export type MailParams<Name extends MailTemplate> = Omit<Parameters<(typeof MAIL_TEMPLATES)[Name]>[0], keyof Setting>;
