import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enqueueMail, mailHandler } from '../../../src/adapters/mail/mail-job.ts';
import type { Mail } from '../../../src/adapters/mail/mailer.ts';
import { accessInvitation } from '../../../src/adapters/mail/templates/access-invitation.ts';
import { MAIL_TEMPLATES, type MailParams, type MailTemplate } from '../../../src/adapters/mail/templates/catalog.ts';
import type { MailContent } from '../../../src/adapters/mail/templates/compose.ts';
import { verifyEmail } from '../../../src/adapters/mail/templates/verify-email.ts';
import { seal, unseal } from '../../../src/auth/secrets.ts';
import type { KeyRing } from '../../../src/core/key-ring.ts';
import { type Ctx, type CtxDeps, inTransaction } from '../../../src/ctx.ts';
import { migrateJobs } from '../../../src/jobs/migrate.ts';
import { startWorker } from '../../../src/jobs/worker.ts';
import { movableClock } from '../../support/clock.ts';
import { MAIL_JOBS, openTestDatabase, type TestDatabase, testDeps } from '../jobs/database.ts';

let database: TestDatabase;
let deps: CtxDeps;
let ctx: Ctx;
const clock = movableClock();

beforeAll(async () => {
  database = await openTestDatabase();
  ({ deps, ctx } = testDeps(database.connection, clock));
  const client = await deps.database.pool.connect();
  await migrateJobs(client, MAIL_JOBS).finally(() => client.release());
});

afterAll(async () => {
  await deps.database.close();
  await database.close();
});

test('a mail is queued encrypted, and a retry sends the same one', async () => {
  const keys: KeyRing = [randomBytes(32)];
  const order = { template: 'verify-email', to: 'some.one@example.org', params: { token: 'tok_secret' } } as const;
  await inTransaction(ctx, (tx) => enqueueMail(tx, (text) => seal(keys, text, 'mail.send'), order));
  const { rows } = await deps.database.pool.query('select job::text as row from jobs.job');
  expect(rows).toHaveLength(1);
  for (const word of ['tok_secret', 'example.org', 'verify-email']) expect(rows[0].row).not.toContain(word);

  const sent: Mail[] = [];
  const handler = mailHandler({
    open: (sealed) => unseal(keys, sealed, 'mail.send'),
    baseUrl: 'https://api.example.com',
    authUrl: 'https://example.com',
    serviceName: 'Pronet',
    mailer: {
      async send(mail) {
        sent.push(mail);
        if (sent.length === 1) throw new Error('the mail server is away');
      },
    },
  });
  const worker = await startWorker({ deps, jobs: MAIL_JOBS, handlers: { 'mail.send': handler }, mode: 'manual' });
  await worker.drain();
  clock.advance(3_600_000);
  await worker.drain();
  await worker.stop();
  expect(sent).toHaveLength(2);
  expect(sent[0]).toMatchObject({ to: 'some.one@example.org', id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  expect(sent[1]).toEqual(sent[0]);
  expect(sent[0]!.text).toContain('POST https://api.example.com/v1/account/email-verification');
  expect(sent[0]!.text).toContain('{"token":"tok_secret"}');
});

test('the verification mail has the call in both forms, and escapes HTML', () => {
  const mail = verifyEmail({
    token: 'a<b>&"c',
    baseUrl: 'https://api.example.com',
    authUrl: 'https://example.com',
    serviceName: '<b>Net</b>',
  });
  expect(mail.subject).toBe('<b>Net</b>: confirm your e-mail address');
  expect(mail.text).toContain('POST https://api.example.com/v1/account/email-verification');
  expect(mail.html).not.toContain('<b>');
  expect(mail.html).toContain('a&lt;b&gt;&amp;&quot;c');
  const link = 'https://example.com/console/verify-email?token=a%3Cb%3E%26%22c';
  expect(mail.text).toContain(`\n${link}\n`);
  expect(mail.html).toContain(`<a class="button" href="${link}"`);
});

const setting = { baseUrl: 'https://api.example.com', authUrl: 'https://example.com', serviceName: 'Pronet' };
const id = '019b0000-0000-7000-8000-000000000001';
const MAILS: { [Name in MailTemplate]: MailParams<Name> } = {
  'verify-email': { token: 'pn_ott_1' },
  'change-email': { token: 'pn_ott_1' },
  'email-changed': { change: 'changed', token: 'pn_ott_1' },
  'reset-password': { token: 'pn_ott_1', minutes: 60 },
  'password-changed': { end: 'password_reset', keys_revoked: true, access_revoked: true },
  'access-created': { kind: 'webhook', id },
  'many-created': { since: '2026-12-01T00:00:00Z', counts: { api_key: 1, webhook: 12, app: 0, access: 2 } },
  'many-notices': { about: 'webhook-disabled', since: '2026-12-01T00:00:00Z' },
  'second-factor-changed': { change: 'enabled' },
  'recovery-code-used': { left: 3 },
  'operator-roles-changed': { roles: ['moderate'] },
  'sign-up-decided': { decision: 'approve' },
  'appeal-offered': { target: 'post', id },
  'appeal-decided': { target: 'account', id, decision: 'accept' },
  'export-ready': { url: 'https://api.example.com/exports/1', expires_at: '2026-12-01T00:00:00Z' },
  'profile-deleted': { username: 'robin' },
  'deletion-scheduled': { at: '2026-12-01T00:00:00Z' },
  'deletion-cancelled': {},
  'secret-leaked': { kind: 'api_key', prefix: 'pn_live_ab' },
  warned: { target: 'post', id, reason: 'spam' },
  'webhook-disabled': { webhook_id: id, reason: 'credential_revoked' },
  'webhook-secret-leaked': { webhook_id: id },
  digest: {
    lines: [{ username: 'ada', type: 'follow.created', count: 2, names: ['bo'] }],
    account: id,
    signature: 's',
  },
  'access-invitation': { grantId: id, managed: 'acme', manager: 'ada', permissions: ['posting', 'profile_editing'] },
};

test.each(Object.entries(MAILS))('the mail %s has one button, also in its text, and small HTML', (name, params) => {
  const compose = MAIL_TEMPLATES[name as MailTemplate] as (values: object) => MailContent;
  const { subject, text, html } = compose({ ...params, ...setting });
  const title = /<h1[^>]*>(.*?)<\/h1>/.exec(html)![1]!;
  expect(subject).toBe(`Pronet: ${title[0]!.toLowerCase()}${title.slice(1)}`);
  const buttons = [...html.matchAll(/<a class="button" href="([^"]+)"[^>]*>([^<]+)<\/a>/g)];
  expect(buttons).toHaveLength(1);
  const [, url, label] = buttons[0]!;
  expect(text).toContain(`${label}:\n${url}`);
  expect(text).not.toMatch(/<|undefined|\[object/);
  expect(html).toContain('prefers-color-scheme:dark');
  expect(html).not.toMatch(/<(?:script|img|link)\b/);
  expect(Buffer.byteLength(html)).toBeLessThan(8000);
});

test('an invitation names both profiles and the permissions', () => {
  const { text } = accessInvitation({ ...MAILS['access-invitation'], ...setting });
  expect(text).toContain('@acme invites your profile @ada');
  expect(text).toContain('- posting\n- profile editing');
  expect(text).toContain(`/v1/profile-access/invitations/${id}`);
});
