import { beforeAll, expect, test } from 'vitest';
import { newBlobKey } from '../../../src/adapters/storage/blob-store.ts';
import { systemCtx } from '../../../src/ctx.ts';
import { JOBS } from '../../../src/jobs/catalog.ts';
import { makeHandlers } from '../../../src/jobs/handlers.ts';
import { purgeAccountLeftovers } from '../../../src/jobs/purge-account-leftovers.ts';
import { purgeIdempotency } from '../../../src/jobs/purge-idempotency.ts';
import { sweepMedia } from '../../../src/jobs/sweep-media.ts';
import { startWorker } from '../../../src/jobs/worker.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type Member, makeKey, makeMember, signUp } from '../../support/members.ts';
import { png } from '../../support/pictures.ts';

let t: TestApp;
let member: Member;
const ctx = () => systemCtx(t.deps, 'test.jobs');
const DAY_MS = 86_400_000;

beforeAll(async () => {
  t = await startTestApp();
  member = await makeMember(t);
});

async function putGarbage(dueInMs: number): Promise<string> {
  const key = newBlobKey();
  await t.pool.query('insert into media_garbage (blob_key, due_at) values ($1, $2)', [
    key,
    new Date(t.clock.now().getTime() + dueInMs),
  ]);
  await t.deps.blobs.put(key, Buffer.from('bytes'), { contentType: 'image/webp' });
  return key;
}

async function isThere(key: string): Promise<boolean> {
  const blob = await t.deps.blobs.open(key);
  blob?.stream.destroy();
  return blob !== null;
}

const garbageKeys = async () =>
  (await t.pool.query('select blob_key from media_garbage')).rows.map(({ blob_key }) => blob_key as string);

test('the sweep deletes files that are due, and no others', async () => {
  const due = await putGarbage(-1000);
  const later = await putGarbage(60_000);
  expect(await sweepMedia(ctx())).toEqual({ removed: 1 });
  expect([await isThere(due), await isThere(later)]).toEqual([false, true]);
  expect(await garbageKeys()).toEqual([later]);
  t.clock.advance(61_000);
  expect(await sweepMedia(ctx())).toEqual({ removed: 1 });
  expect(await garbageKeys()).toEqual([]);
});

test('a file that a post refers to stays, whatever the garbage list says', async () => {
  const content_base64 = (await png()).toString('base64');
  const made = await t.call('POST', '/v1/posts/with-images', {
    token: member.token,
    as: member.profile.id,
    body: { images: [{ content_base64 }] },
  });
  expect(made.status, made.text).toBe(201);
  const { rows } = await t.pool.query('select blob_key from post_images where post_id = $1', [made.json.data.id]);
  const key = rows[0].blob_key;
  await t.pool.query('insert into media_garbage (blob_key, due_at) values ($1, $2)', [key, new Date(0)]);
  expect(await sweepMedia(ctx())).toEqual({ removed: 0 });
  expect(await isThere(key)).toBe(true);
  expect(await garbageKeys()).toEqual([]);
});

test('the sweep skips rows locked by another transaction, so that two sweeps do not conflict', async () => {
  const held = await putGarbage(-2000);
  const free = await putGarbage(-1000);
  const client = await t.pool.connect();
  try {
    await client.query('begin');
    await client.query('select from media_garbage where blob_key = $1 for update', [held]);
    const both = await Promise.all([sweepMedia(ctx()), sweepMedia(ctx())]);
    expect(both.reduce((sum, { removed }) => sum + removed, 0)).toBe(1);
    expect([await isThere(held), await isThere(free)]).toEqual([true, false]);
    await client.query('rollback');
  } finally {
    client.release();
  }
  expect(await sweepMedia(ctx())).toEqual({ removed: 1 });
});

test('stored responses are removed after 24 hours', async () => {
  const say = (key: string) =>
    t.call('POST', '/v1/posts', {
      token: member.token,
      as: member.profile.id,
      body: { body: 'Said once.' },
      headers: { 'idempotency-key': key },
    });
  await say('an old one');
  t.clock.advance(DAY_MS - 1000);
  await say('a new one');
  expect(await purgeIdempotency(ctx())).toEqual({ purged: 0 });
  t.clock.advance(2000);
  expect(await purgeIdempotency(ctx())).toEqual({ purged: 1 });
  expect((await t.pool.query('select key from idempotency_records')).rows).toEqual([{ key: 'a new one' }]);
});

test('sessions and one-time tokens are removed 30 days after their end, keys stay', async () => {
  const owner = await signUp(t);
  const key = await makeKey(t, owner);
  await t.call('DELETE', `/v1/api-keys/${key.id}`, { token: owner.token });
  const signIn = async () =>
    (await t.call('POST', '/v1/account/sessions', { body: { email: owner.email, password: owner.password } })).json.data
      .session;
  const [signedOut, lasting] = [await signIn(), await signIn()];
  await t.call('DELETE', `/v1/account/sessions/${signedOut.id}`, { token: owner.token });
  await t.pool.query('delete from one_time_tokens where account_id = $1', [owner.accountId]);
  const token = (hash: string, used: Date | null, expires: Date) =>
    t.pool.query(
      `insert into one_time_tokens (token_hash, account_id, purpose, created_at, expires_at, used_at)
        values ($1, $2, 'email_verification', $3, $4, $5)`,
      [Buffer.from(hash), owner.accountId, t.clock.now(), expires, used],
    );
  const inDays = (days: number) => new Date(t.clock.now().getTime() + days * DAY_MS);
  await token('used', inDays(0), inDays(1));
  await token('expired', null, inDays(1));
  await token('open', null, inDays(40));
  const left = async () => {
    const { rows } = await t.pool.query(
      `select id::text as one from credentials where account_id = $1
        union all select encode(token_hash, 'escape') from one_time_tokens where account_id = $1`,
      [owner.accountId],
    );
    return rows.map(({ one }) => one as string);
  };
  const all = [key.id, owner.sessionId, signedOut.id, lasting.id, 'used', 'expired', 'open'];

  await purgeAccountLeftovers(ctx());
  expect((await left()).toSorted()).toEqual(all.toSorted());
  t.clock.advance(29 * DAY_MS);
  await t.call('GET', '/v1/me', { token: lasting.token });
  await t.pool.query('update credentials set expires_at = $2 where id = $1', [lasting.id, inDays(30)]);
  t.clock.advance(DAY_MS + 1000);
  await purgeAccountLeftovers(ctx());
  expect((await left()).toSorted()).toEqual([key.id, owner.sessionId, lasting.id, 'expired', 'open'].toSorted());
  t.clock.advance(DAY_MS);
  await purgeAccountLeftovers(ctx());
  expect(await left()).not.toContain('expired');
  t.clock.advance(30 * DAY_MS);
  await purgeAccountLeftovers(ctx());
  const { rows } = await t.pool.query('select 1 from credential_secrets where credential_id = $1', [owner.sessionId]);
  expect([await left(), rows]).toEqual([expect.not.arrayContaining([owner.sessionId]), []]);
  expect(await left()).toEqual(expect.arrayContaining([key.id, lasting.id]));
  expect(await purgeAccountLeftovers(ctx())).toEqual({ purged: 0 });
});

test('the worker has a handler for each job, and the recurring ones are scheduled', async () => {
  const { rows } = await t.pool.query('select name, cron from jobs.schedule order by name');
  const recurring = Object.entries(JOBS).flatMap(([name, { cron }]) => (cron ? [{ name, cron }] : []));
  expect(rows).toEqual(recurring.toSorted((a, b) => (a.name < b.name ? -1 : 1)));
  const key = await putGarbage(-1000);
  await t.pool.query(
    `insert into jobs.job (name, data, singleton_key) values ('media.sweep', '{}', 'by hand'), ('events.partitions', '{}', 'by hand')`,
  );
  const worker = await startWorker({ deps: t.deps, jobs: JOBS, handlers: makeHandlers(t.deps), mode: 'manual' });
  try {
    expect(await worker.drain()).toBeGreaterThanOrEqual(2);
  } finally {
    await worker.stop();
  }
  expect(await isThere(key)).toBe(false);
});
