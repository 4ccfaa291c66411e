import { randomUUID } from 'node:crypto';
import { mkdir, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Names the mail, so that a mail which is sent again after a crash is known as the same one. A UUID. */
  id?: string;
};

export type Mailer = {
  /** Hands a mail over. Fails with a plain error that names neither address nor content. */
  send(mail: Mail): Promise<void>;
};

type MailLog = { info(fields: object, message: string): void };

type MailerOptions = {
  /** `smtp://` or `smtps://` with user and password. Unset: each mail becomes a file in `directory`. */
  smtpUrl?: string | undefined;
  directory: string;
  /** The sender: `Name <address>` or an address. */
  from: string;
  log: MailLog;
  /** How long the SMTP server may take to be found, to accept, to greet; twice that to answer within a talk. */
  timeoutMs?: number;
};

const TIMEOUT_MS = 10_000;

/** Opens the way out for mails: SMTP, or files that an operator of a small server (or a test) reads. */
export function createMailer(options: MailerOptions): Mailer {
  return options.smtpUrl ? smtpMailer(options.smtpUrl, options) : fileMailer(options);
}

function message(mail: Mail, from: string): SendMailOptions {
  const domain = from.match(/@([^\s>]+)/)?.[1] ?? 'localhost';
  return {
    from,
    // As an object: a comma inside an address given as text would name two recipients.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    ...(mail.html === undefined ? {} : { html: mail.html }),
    messageId: `<${mail.id ?? randomUUID()}@${domain}>`,
    // RFC 3834: asks vacation notices and the like for silence.
    headers: { 'Auto-Submitted': 'auto-generated' },
    // No part of a mail may ever be taken from a path or an URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function smtpMailer(smtpUrl: string, { from, log, timeoutMs = TIMEOUT_MS }: MailerOptions): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketTimeout: 2 * timeoutMs,
  });
  return {
    async send(mail) {
      try {
        await transport.sendMail(message(mail, from));
      } catch (error) {
        // What servers answer repeats the recipient, and would end in logs and in the table of jobs: only codes go on.
        const {
          code = 'unknown',
          responseCode,
          command,
        } = error as { code?: string; responseCode?: number; command?: string };
        throw new Error(
          `the mail server did not take a mail: ${code} ${responseCode ?? ''} ${command?.split(' ')[0] ?? ''}`.trim(),
        );
      }
      log.info({}, 'a mail was sent');
    },
  };
}

function fileMailer({ directory, from, log }: MailerOptions): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async send(mail) {
      const { message: content } = await transport.sendMail(message(mail, from));
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
      log.info({}, 'a mail was written to the mail directory, since no SMTP server is set');
    },
  };
}
