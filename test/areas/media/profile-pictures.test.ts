import { beforeAll, describe, expect, it, vi } from 'vitest';
import { findServedImage } from '../../../src/areas/media/find-image.ts';
import { systemCtx } from '../../../src/ctx.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type Member, makeMember } from '../../support/members.ts';
import { png } from '../../support/pictures.ts';
import { as, pathOf, storedFiles } from '../../support/posts.ts';
import {
  accountForFiles,
  fetchFile,
  filesOf,
  putPicture,
  removePicture,
  statusesOf,
  sweep,
  type Wanted,
} from '../../support/profile-pictures.ts';

const MINUTE_MS = 60_000;
const SERVED = [200, 200, 200, 200];
const GONE = [404, 404, 404, 404];

let t: TestApp;
let me: Member;
let picture: Buffer;
beforeAll(async () => {
  t = await startTestApp();
  me = await makeMember(t);
  picture = await png({ width: 40, height: 30 });
});

const put = async (by: Member = me, wanted: Wanted = {}): Promise<string[]> => {
  const { status, json, text } = await putPicture(t, as(by), by.profile.id, picture, wanted);
  expect(status, text).toBe(200);
  return filesOf(json.data.media[wanted.kind ?? 'avatar'][wanted.theme ?? 'light']);
};
const statuses = (paths: readonly string[]) => statusesOf(t, paths);
const keyOf = (path: string) => path.slice('/media/'.length);

describe('GET /media/{shard}/{name} of an avatar or banner', () => {
  it('serves all sizes to anybody, forever, under a new name after each change', async () => {
    const files = await put();
    for (const path of files) {
      const answer = await fetchFile(t, path);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-length': String(answer.rawPayload.length),
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
      });
      expect(answer.headers['set-cookie']).toBeUndefined();
      const etag = String(answer.headers['etag']);
      const again = await t.app.inject({ method: 'GET', url: path, headers: { 'if-none-match': etag } });
      expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
      const header = await fetchFile(t, path, 'HEAD');
      expect([header.statusCode, header.headers['content-length']]).toEqual([200, String(answer.rawPayload.length)]);
    }
    expect(new Set([...files, ...(await put())]).size).toBe(8);
    expect(await statuses([`${files[0]!.replace('.webp', '-huge.webp')}`])).toEqual([404]);
  });

  it('serves a replaced picture for ten more minutes, for pages that still show it, and then deletes it', async () => {
    const old = await put();
    const files = await put();
    expect(await statuses(old)).toEqual(SERVED);
    expect((await fetchFile(t, old[2]!)).headers['cache-control']).toBe('public, max-age=300');
    t.clock.advance(9 * MINUTE_MS);
    await sweep(t);
    expect(await statuses(old)).toEqual(SERVED);
    t.clock.advance(MINUTE_MS);
    expect(await statuses(old), 'before the sweep as well').toEqual(GONE);
    expect(await storedFiles(t)).toEqual(expect.arrayContaining(old.map(keyOf)));
    await sweep(t);
    const left = await storedFiles(t);
    expect(old.map(keyOf).filter((key) => left.includes(key))).toEqual([]);
    expect(await statuses(files)).toEqual(SERVED);
    expect(await accountForFiles(t)).toEqual({ loose: [], missing: [] });
  });

  it('serves neither a removed picture nor its predecessors, and keeps the other theme', async () => {
    const replaced = await put();
    const removed = await put();
    const dark = await put(me, { theme: 'dark' });
    const banner = await put(me, { kind: 'banner' });
    await removePicture(t, as(me), me.profile.id);
    expect([await statuses(replaced), await statuses(removed)]).toEqual([GONE, GONE]);
    expect([await statuses(dark), await statuses(banner)]).toEqual([SERVED, SERVED]);
    expect(await sweep(t)).toEqual({ removed: expect.any(Number) });
    const left = await storedFiles(t);
    expect([...replaced, ...removed].map(keyOf).filter((key) => left.includes(key))).toEqual([]);
    expect([...dark, ...banner].map(keyOf).filter((key) => !left.includes(key))).toEqual([]);
  });

  it('serves nothing that a sweep has claimed, even if the store does not delete it', async () => {
    const old = await put();
    await put();
    t.clock.advance(10 * MINUTE_MS);
    const spy = vi.spyOn(t.deps.blobs, 'remove').mockRejectedValue(new Error('the store is gone'));
    await expect(sweep(t)).rejects.toThrow('the store is gone');
    spy.mockRestore();
    expect(await statuses(old)).toEqual(GONE);
    t.clock.advance(10 * MINUTE_MS);
    await sweep(t);
    expect(await accountForFiles(t)).toEqual({ loose: [], missing: [] });
  });

  it('serves nothing of a deleted profile from then on, and the sweep deletes its files', async () => {
    const member = await makeMember(t);
    const wanted = [{}, { theme: 'dark' }, { kind: 'banner' }, { kind: 'banner', theme: 'dark' }] as const;
    const files = [await put(member)];
    for (const one of wanted) files.push(await put(member, one));
    expect(await statuses(files.flat())).toEqual(Array(20).fill(200));
    const gone = await t.call('DELETE', `/v1/profiles/${member.profile.id}`, { token: member.token });
    expect(gone.status, gone.text).toBe(200);
    expect(await statuses(files.flat())).toEqual(Array(20).fill(404));
    const ctx = systemCtx(t.deps, 'test');
    for (const path of files.flat()) expect(await findServedImage(ctx, keyOf(path))).toBeUndefined();
    await sweep(t);
    const left = await storedFiles(t);
    expect(
      files
        .flat()
        .map(keyOf)
        .filter((key) => left.includes(key)),
    ).toEqual([]);
    expect(await accountForFiles(t)).toEqual({ loose: [], missing: [] });
  });

  it('serves nothing while the profile or its account is suspended or scheduled for deletion', async () => {
    const member = await makeMember(t);
    const files = [...(await put(member)), ...(await put(member))];
    const set = (table: 'profiles' | 'accounts', column: string, moment: Date | null) =>
      t.pool.query(`update ${table} set ${column} = $2 where id = $1`, [
        table === 'profiles' ? member.profile.id : member.accountId,
        moment,
      ]);
    for (const [table, column] of [
      ['profiles', 'suspended_at'],
      ['accounts', 'suspended_at'],
      ['accounts', 'deletion_scheduled_at'],
    ] as const) {
      await set(table, column, t.clock.now());
      expect(await statuses(files), column).toEqual(Array(8).fill(404));
      await set(table, column, null);
      expect(await statuses(files)).toEqual(Array(8).fill(200));
    }
  });

  it("serves no sizes of a post's picture, and no picture without a reference", async () => {
    const body = { images: [{ content_base64: picture.toString('base64') }] };
    const post = await t.call('POST', '/v1/posts/with-images', { ...as(me), body });
    const path = pathOf(post.json.data.images[0].url);
    expect(await statuses([path, path.replace('.webp', '-small.webp')])).toEqual([200, 404]);
    const [file] = await put();
    await t.pool.query('update profiles set avatar_light = null where id = $1', [me.profile.id]);
    expect(await statuses([file!])).toEqual([404]);
    await t.pool.query('update profiles set avatar_light = $2 where id = $1', [me.profile.id, keyOf(file!)]);
  });

  it('a file that a profile refers to stays, whatever the garbage list says', async () => {
    const files = await put();
    await t.pool.query('insert into media_garbage (blob_key, due_at) select unnest($1::text[]), $2', [
      files.map(keyOf),
      new Date(0),
    ]);
    await sweep(t);
    expect(await statuses(files)).toEqual(SERVED);
  });
});

/** Thousands of profiles with pictures, so that a scan costs more than an index. */
async function planOf(name: string): Promise<string> {
  const { allStatements } = await import('../../../src/db/statement.ts');
  const { text } = allStatements().get(name)!;
  const client = await t.pool.connect();
  try {
    await client.query('begin');
    await client.query(`with made as (
        insert into accounts (id, email, email_key, password_hash, created_at, updated_at)
        select gen_random_uuid(), 'plan' || n, 'plan' || n, 'none', now(), now() from generate_series(1, 5000) n returning id)
      insert into profiles (id, account_id, type, username, name, call_name, inbox_policy, avatar_light, banner_dark,
        created_at, updated_at)
      select id, id, 'human', 'plan', 'x', 'x', '{}', 'a' || id, 'b' || id, now(), now() from made`);
    await client.query(
      `insert into media_garbage (blob_key, due_at) select 'x' || n, now() from generate_series(1, 500) n`,
    );
    await client.query('analyze profiles, media_garbage, post_images, posts, accounts');
    await client.query('set local plan_cache_mode = force_generic_plan');
    await client.query(`prepare looked_at as ${text}`);
    const parameters = new Set(text.match(/\$\d+/g));
    const { rows } = await client.query(`explain execute looked_at(${[...parameters].fill('null')})`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await client.query('rollback');
    await client.query('deallocate all').catch(() => undefined);
    client.release(true);
  }
}

describe('looking up pictures', () => {
  it.each(['media.find_image', 'media.claim_due_garbage'])(
    '%s finds profiles by the index of each column',
    async (name) => {
      const plan = await planOf(name);
      for (const column of ['avatar_light', 'avatar_dark', 'banner_light', 'banner_dark']) {
        expect(plan).toContain(`profiles_${column}_unique`);
      }
      expect(plan).not.toMatch(/Seq Scan on (profiles|accounts)/);
    },
  );
});
