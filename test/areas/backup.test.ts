import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { loadSecretKeys } from '../../src/auth/secrets.ts';
import { readArchive } from '../../src/backup/archive.ts';
import { makeBackup, signingKey } from '../../src/backup/make-backup.ts';
import { makeDueBackup } from '../../src/backup/make-due.ts';
import { openPlace } from '../../src/backup/open-place.ts';
import { systemCtx } from '../../src/ctx.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { atEndOfFile } from '../support/end-of-file.ts';
import { makeMember } from '../support/members.ts';
import { png } from '../support/pictures.ts';
import { sweep } from '../support/profile-pictures.ts';

let t: TestApp;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pronet-backups-'));
  t = await startTestApp({ BACKUP_TO: folder, BACKUP_EVERY: '24h', BACKUP_KEEP: '2' });
  atEndOfFile(() => rm(folder, { recursive: true, force: true }));
});

test('a picture that is deleted during a backup is in it, and goes afterwards', async () => {
  const by = await makeMember(t);
  const as = { token: by.token, as: by.profile.id };
  const body = { images: [{ content_base64: (await png()).toString('base64') }] };
  const made = await t.call('POST', '/v1/posts/with-images', { ...as, body });
  const { rows } = await t.pool.query('select blob_key from post_images where post_id = $1', [made.json.data.id]);
  const file = rows[0].blob_key as string;

  const place = await openPlace({ kind: 'folder', path: join(folder, 'slow') });
  const deps = { config: t.deps.config, connection: t.deps.database.direct, blobs: t.deps.blobs, log: t.deps.log };
  const slow = {
    ...place,
    write: async (...given: Parameters<typeof place.write>) => {
      // The snapshot is taken, and nothing is written.
      expect((await t.call('DELETE', `/v1/posts/${made.json.data.id}`, as)).status).toBe(200);
      t.clock.advance(7 * 86_400_000);
      expect(await sweep(t)).toEqual({ removed: 0 });
      await expect(makeBackup(deps, place, { withFiles: true })).rejects.toThrow('already running');
      return place.write(...given);
    },
  };
  const { name, manifest } = await makeBackup(deps, slow, { withFiles: true });
  expect(manifest).toMatchObject({ files: 1, missing: 0 });
  const found: string[] = [];
  const [secret] = await loadSecretKeys(t.deps.config);
  await readArchive(await place.read(name), {
    header: () => undefined,
    entry: async (entry) => void found.push(entry),
    key: () => signingKey(secret),
  });
  expect(found).toContain(`media/${file}`);
  expect(found).not.toContain('secret-key');
  expect(await sweep(t)).toEqual({ removed: 1 });
});

test('the job makes a backup when one is due, and keeps the newest', async () => {
  const run = () => makeDueBackup(systemCtx(t.deps, 'job.backup.make'), t.deps.database);
  const names = async () => (await readdir(folder)).filter((name) => name.startsWith('pronet-'));
  await t.pool.query(`delete from instance_facts where name = 'last_backup_at'`);
  await run();
  const first = await names();
  expect(first).toHaveLength(1);
  const { rows } = await t.pool.query(`select value from instance_facts where name = 'last_backup_at'`);
  t.clock.advance(Date.parse(rows[0].value) + 22 * 3_600_000 - t.clock.now().getTime());
  await run();
  expect(await names()).toEqual(first);
  for (let day = 0; day < 2; day++) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await t.pool.query(`update instance_facts set value = '2020-01-01T00:00:00.000Z' where name = 'last_backup_at'`);
    await run();
  }
  expect(await names()).toHaveLength(2);
  expect(await names()).not.toContain(first[0]);
});
