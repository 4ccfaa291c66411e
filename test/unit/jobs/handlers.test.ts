import { beforeAll, expect, test } from 'vitest';
import { systemCtx } from '../../../src/ctx.ts';
import { JOBS } from '../../../src/jobs/catalog.ts';
import { makeHandlers } from '../../../src/jobs/handlers.ts';
import { purgeIdempotency } from '../../../src/jobs/purge-idempotency.ts';
import { sweepMedia } from '../../../src/jobs/sweep-media.ts';
import { startWorker } from '../../../src/jobs/worker.ts';
import { newBlobKey } from '../../../src/storage/blob-store.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type Member, makeMember } from '../../support/members.ts';
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

test('the sweep deletes files whose time has come, and no others', async () => {
  const due = await putGarbage(-1000);
  const later = await putGarbage(60_000);
  expect(await sweepMedia(ctx())).toEqual({ removed: 1 });
  expect([await isThere(due), await isThere(later)]).toEqual([false, true]);
  expect(await garbageKeys()).toEqual([later]);
  t.clock.advance(61_000);
  expect(await sweepMedia(ctx())).toEqual({ removed: 1 });
  expect(await garbageKeys()).toEqual([]);
});

test('a file that a post refers to is kept, whatever the garbage says', async () => {
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

test('a row that another transaction holds is left to it; two sweeps do not fail each other', async () => {
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

test('kept answers go after their 24 hours', async () => {
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

test('the worker has a handler for each job, and the clock starts those that recur', async () => {
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
