import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMailer } from '../../../src/adapters/mail/mailer.ts';
import { type SmtpServer, startSmtpServer } from './smtp-server.ts';

const mail = {
  id: '019b0000-0000-7000-8000-000000000001',
  to: 'Some.One+tag@example.org',
  subject: 'Pronet: confirm',
  text: 'the secret is tok_123',
  html: '<p>tok_123</p>',
};

let directory: string;
let server: SmtpServer | undefined;
let logged: string;
const log = {
  info: (fields: object, message: string) => {
    logged += JSON.stringify(fields) + message;
  },
};
const mailer = (smtpUrl?: string, timeoutMs?: number) =>
  createMailer({
    smtpUrl,
    directory: join(directory, 'mail'),
    from: 'Pronet <no-reply@pronet.example>',
    log,
    ...(timeoutMs ? { timeoutMs } : {}),
  });

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'pronet-mail-'));
  logged = '';
});

afterEach(async () => {
  await server?.close();
  server = undefined;
  await rm(directory, { recursive: true });
});

const expectQuietLog = () => {
  for (const word of ['example.org', 'tok_123', 'confirm']) expect(logged).not.toContain(word);
};

test('without SMTP a mail becomes one complete file that only its owner may read', async () => {
  await mailer().send(mail);
  const names = await readdir(join(directory, 'mail'));
  expect(names).toHaveLength(1);
  expect(names[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[0-9a-f-]{36}\.eml$/);
  const path = join(directory, 'mail', names[0]!);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(join(directory, 'mail'))).mode & 0o777).toBe(0o700);
  const content = await readFile(path, 'utf8');
  expect(content).toContain('To: Some.One+tag@example.org\n');
  expect(content).toContain('From: Pronet <no-reply@pronet.example>\n');
  expect(content).toContain('Message-ID: <019b0000-0000-7000-8000-000000000001@pronet.example>\n');
  expect(content).toContain('the secret is tok_123');
  expect(logged).not.toBe('');
  expectQuietLog();
});

test('a mail that can be unsubscribed from says where, for one click', async () => {
  await mailer().send({ ...mail, unsubscribe: 'https://net.example/unsubscribe?account=1&signature=2' });
  await mailer().send(mail);
  const names = await readdir(join(directory, 'mail'));
  const contents = await Promise.all(names.sort().map((name) => readFile(join(directory, 'mail', name), 'utf8')));
  expect(contents[0]).toContain('List-Unsubscribe: <https://net.example/unsubscribe?account=1&signature=2>\n');
  expect(contents[0]).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\n');
  expect(contents[1]).not.toContain('List-Unsubscribe');
});

test('an address can neither add recipients nor headers', async () => {
  const evil = 'a@example.org, b@example.net\r\nBcc: c@example.net';
  await mailer()
    .send({ ...mail, to: evil })
    .catch(() => undefined);
  for (const name of await readdir(join(directory, 'mail')).catch(() => [])) {
    const content = await readFile(join(directory, 'mail', name), 'utf8');
    expect(content).not.toMatch(/^bcc:/im);
    expect(content.match(/^To: (.*)$/m)?.[1]).not.toMatch(/^a@example\.org, b@example\.net/);
  }
});

test('with SMTP a mail is sent to the server', async () => {
  server = await startSmtpServer('takes');
  await mailer(server.url).send(mail);
  expect(server.mails).toHaveLength(1);
  expect(server.mails[0]).toContain('To: Some.One+tag@example.org');
  expect(await readdir(directory)).toEqual([]);
  expectQuietLog();
});

test('what a refusing server says about the recipient is not exposed', async () => {
  server = await startSmtpServer('refuses');
  const error = await mailer(server.url)
    .send(mail)
    .then(
      () => undefined,
      (reason: Error) => reason,
    );
  expect(error?.message).toBe('the mail server did not accept a mail: EENVELOPE 550 RCPT');
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('example.org');
});

test('gives up on a silent server', async () => {
  server = await startSmtpServer('is silent');
  const began = Date.now();
  await expect(mailer(server.url, 200).send(mail)).rejects.toThrow('ETIMEDOUT');
  expect(Date.now() - began).toBeLessThan(2000);
});
