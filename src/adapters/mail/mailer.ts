import { randomUUID } from 'node:crypto';
import { mkdir, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import { once } from '../../core/once.ts';

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** The address that stops mails of this kind. */
  unsubscribe?: string;
  /** A UUID for the Message-ID, so that a mail sent again after a crash is recognized as a duplicate. */
  id?: string;
};

export type Mailer = {
  /** Sends a mail. Fails with a plain error that contains neither address nor content. */
  send(mail: Mail): Promise<void>;
};

type MailLog = { info(fields: object, message: string): void };

type MailerOptions = {
  /** `smtp://` or `smtps://` with user and password. If unset, each mail is written to a file in `directory`. */
  smtpUrl?: string | undefined;
  directory: string;
  from: string;
  log: MailLog;
  /** The timeout for DNS, connection and greeting of the SMTP server; twice that for its other replies. */
  timeoutMs?: number;
};

const TIMEOUT_MS = 10_000;

/** Creates a mailer that uses SMTP or, for small servers and tests, writes files. */
export function createMailer(options: MailerOptions): Mailer {
  return options.smtpUrl ? smtpMailer(options.smtpUrl, options) : fileMailer(options);
}

/** Few commands send mails. A server loads it when it starts, because the files may change while it runs. */
export const loadMail = once(() => import('nodemailer'));

function message(mail: Mail, from: string): SendMailOptions {
  const domain = from.match(/@([^\s>]+)/)?.[1] ?? 'localhost';
  return {
    from,
    // An object, because a comma inside a text address would separate two recipients.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    ...(mail.html === undefined ? {} : { html: mail.html }),
    messageId: `<${mail.id ?? randomUUID()}@${domain}>`,
    // RFC 3834: suppresses automatic replies such as vacation notices.
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail.unsubscribe) },
    // Content must never be loaded from a path or URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Mail programs show a button that unsubscribes with one POST (RFC 8058). */
function unsubscribeHeaders(url: string | undefined): Record<string, string> {
  if (url === undefined) return {};
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

function smtpMailer(smtpUrl: string, { from, log, timeoutMs = TIMEOUT_MS }: MailerOptions): Mailer {
  const transport = once(async () =>
    (await loadMail()).createTransport({
      url: smtpUrl,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      socketTimeout: 2 * timeoutMs,
    }),
  );
  return {
    async send(mail) {
      try {
        await (await transport()).sendMail(message(mail, from));
      } catch (error) {
        // Replies of mail servers repeat the recipient, which must not reach logs or the job table. Pass on only codes.
        const {
          code = 'unknown',
          responseCode,
          command,
        } = error as { code?: string; responseCode?: number; command?: string };
        throw new Error(
          `the mail server did not accept a mail: ${code} ${responseCode ?? ''} ${command?.split(' ')[0] ?? ''}`.trim(),
        );
      }
      log.info({}, 'mail sent');
    },
  };
}

function fileMailer({ directory, from, log }: MailerOptions): Mailer {
  const transport = once(async () =>
    (await loadMail()).createTransport({ streamTransport: true, buffer: true, newline: 'unix' }),
  );
  return {
    async send(mail) {
      const { message: content } = await (await transport()).sendMail(message(mail, from));
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const time = new Date().toISOString().replaceAll(':', '-');
      const path = join(directory, `${time}-${randomUUID()}.eml`);
      const draft = `${path}.draft`;
      try {
        await writeFile(draft, content as Buffer, { mode: 0o600, flag: 'wx', flush: true });
        await rename(draft, path);
      } catch (error) {
        await unlink(draft).catch(() => undefined);
        throw error;
      }
      log.info({}, 'mail written to the mail directory, because SMTP_URL is not set');
    },
  };
}
