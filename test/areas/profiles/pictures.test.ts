import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { fail } from '../../../src/core/errors.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { makeKey, makeProfile } from '../../support/members.ts';
import { jpeg, png, QUADRANTS } from '../../support/pictures.ts';
import { auditOf, eventsOf, makePost, pathOf, refusal, storedFiles } from '../../support/posts.ts';
import {
  accountForFiles,
  fetchFile,
  filesOf,
  type Picture,
  pictureUrl,
  putPicture,
  removePicture,
  sweep,
  type Wanted,
} from '../../support/profile-pictures.ts';
import { grant, type Owner, owner, permit } from './fixtures.ts';

let t: TestApp;
let photo: Buffer;
let small: Buffer;
beforeAll(async () => {
  t = await startTestApp();
  // Stored on its side: its red corner, top left in the file, is at the top right of the upright picture.
  photo = await jpeg({ width: 2000, height: 1000, orientation: 6, gps: true });
  small = await png({ width: 20, height: 10 });
});

const HOUR_MS = 3600 * 1000;
const NONE = { source_url: null, large_url: null, medium_url: null, small_url: null };
const as = ({ token }: Owner) => ({ token });
const put = async (by: Owner, bytes: Buffer, wanted: Wanted = {}) => {
  const answer = await putPicture(t, as(by), by.profile.id, bytes, wanted);
  expect(answer.status, answer.text).toBe(200);
  return answer.json.data;
};
const shapesOf = async (picture: Picture) =>
  Promise.all(
    filesOf(picture).map(async (path) => {
      const { width, height, format } = await sharp((await fetchFile(t, path)).rawPayload).metadata();
      return [width, height, format];
    }),
  );
const read = async (by: Owner) => (await t.call('GET', `/v1/profiles/${by.profile.id}`)).json.data;

describe('PUT /v1/profiles/{profile_id}/avatar and banner', () => {
  it("crops an avatar's squares from the middle of the upright picture, without metadata", async () => {
    const me = await owner(t);
    const data = await put(me, photo);
    expect(data).toMatchObject({ id: me.profile.id, followers_count: 0, contacts_count: 0 });
    expect(data.media.banner).toEqual({ light: NONE, dark: NONE, fallback: null });
    const { light } = data.media.avatar;
    expect(await shapesOf(light)).toEqual([
      [1000, 2000, 'webp'],
      [768, 768, 'webp'],
      [256, 256, 'webp'],
      [96, 96, 'webp'],
    ]);
    for (const path of filesOf(light)) {
      const bytes = (await fetchFile(t, path)).rawPayload;
      const { exif, xmp, icc, orientation } = await sharp(bytes).metadata();
      expect([exif, xmp, icc, orientation]).toEqual([undefined, undefined, undefined, undefined]);
      expect(bytes.includes('Canary')).toBe(false);
      const { data: pixels, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
      const at = (Math.floor(info.height / 4) * info.width + Math.floor((info.width * 3) / 4)) * info.channels;
      const [red, green] = QUADRANTS.topLeft;
      expect(Math.abs(pixels[at]! - red!)).toBeLessThan(20);
      expect(Math.abs(pixels[at + 1]! - green!)).toBeLessThan(20);
    }
  });

  it('resizes a whole banner to its widths, and enlarges nothing', async () => {
    const me = await owner(t);
    const wide = await put(me, await png({ width: 3200, height: 320 }), { kind: 'banner' });
    expect((await shapesOf(wide.media.banner.light)).map(([width, height]) => [width, height])).toEqual([
      [3200, 320],
      [1600, 160],
      [800, 80],
      [400, 40],
    ]);
    expect(wide.media.avatar).toEqual({ light: NONE, dark: NONE, fallback: null });
    const tiny = await put(me, await png({ width: 1, height: 1 }), { kind: 'banner' });
    const tinyAvatar = await put(me, await png({ width: 1, height: 1 }));
    const square = await put(me, await png({ width: 900, height: 90 }), { theme: 'dark' });
    const shapes = async (picture: Picture) => (await shapesOf(picture)).map(([width, height]) => `${width}x${height}`);
    expect(await shapes(tiny.media.banner.light)).toEqual(['1x1', '1x1', '1x1', '1x1']);
    expect(await shapes(tinyAvatar.media.avatar.light)).toEqual(['1x1', '1x1', '1x1', '1x1']);
    expect(await shapes(square.media.avatar.dark)).toEqual(['900x90', '90x90', '90x90', '90x90']);
  });

  it('accepts the same as JSON, and shows the pictures wherever a profile appears', async () => {
    const me = await owner(t);
    const body = { content_base64: small.toString('base64') };
    const made = await t.call('PUT', pictureUrl(me.profile.id), { ...as(me), body });
    expect(made.status, made.text).toBe(200);
    const { media } = made.json.data;
    const url = media.avatar.light.medium_url;
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:3000\/media\/([0-9a-f]{2})\/\1[0-9a-f]{30}-medium\.webp$/);
    expect((await read(me)).media).toEqual(media);
    const post = await makePost(t, { ...as(me), as: me.profile.id });
    const quote = await makePost(t, { ...as(me), as: me.profile.id }, { quoted_post_id: post.id });
    expect(quote.quoted_post.profile.media).toEqual(media);
    const get = async (path: string, by = {}) => (await t.call('GET', path, by)).json.data;
    expect((await get(`/v1/posts/${post.id}`)).profile.media).toEqual(media);
    expect((await get('/v1/me', as(me))).profiles[0].profile.media).toEqual(media);
    expect((await get(`/v1/profiles/lookup?usernames=${me.profile.username}`)).items[0].media).toEqual(media);
  });

  it('stores both themes separately; a missing one uses the other', async () => {
    const me = await owner(t);
    const first = (await put(me, small, { theme: 'dark' })).media.avatar;
    expect(first.light).toEqual(first.dark);
    expect(first.dark.source_url).not.toBeNull();
    const second = (await put(me, small, { theme: 'light' })).media.avatar;
    expect(second.dark).toEqual(first.dark);
    expect(second.light).not.toEqual(first.dark);
    const gone = (await removePicture(t, as(me), me.profile.id, { theme: 'dark' })).json.data.media.avatar;
    expect([gone.light, gone.dark]).toEqual([second.light, second.light]);
  });

  it('is for the owner and managers with profile_editing; others are refused before decoding', async () => {
    const me = await owner(t);
    const other = await owner(t);
    const run = vi.spyOn(t.deps.decodeQueue, 'run');
    const by = async (caller: { token: string; as?: string }, id = me.profile.id) =>
      refusal(await putPicture(t, caller, id, small)).slice(0, 2);
    expect(await by(as(other))).toEqual([403, 'permission_denied']);
    expect(await by(as(other), 'nobody')).toEqual([404, 'profile_not_found']);
    const second = await makeProfile(t, me);
    expect(await by({ ...as(me), as: second.id })).toEqual([403, 'permission_denied']);
    const key = await makeKey(t, me, { scopes: ['profiles:write'], profileIds: [second.id] });
    expect(await by(key)).toEqual([403, 'permission_denied']);
    const weak = await makeKey(t, me, { scopes: ['posts:write'], profileIds: [me.profile.id] });
    expect(await by(weak)).toEqual([403, 'insufficient_scope']);
    const grantId = await grant(t, { profileId: me.profile.id, managerId: other.profile.id, permissions: ['posting'] });
    expect(await by(as(other))).toEqual([403, 'permission_denied']);
    expect(refusal(await removePicture(t, as(other), me.profile.id))[1]).toBe('permission_denied');
    expect(run).not.toHaveBeenCalled();
    run.mockRestore();

    await permit(t, grantId, ['profile_editing']);
    const managed = await putPicture(t, as(other), me.profile.id, small);
    expect([managed.status, managed.json.data.contacts_count]).toEqual([200, null]);
    expect(await auditOf(t, me.profile.id)).toContainEqual(
      expect.objectContaining({
        operation: 'profiles.set_avatar',
        manager_profile_id: other.profile.id,
        grant_id: grantId,
      }),
    );
    // Ends the grant in the database only: the cache lets the upload in, the write refuses it.
    await t.pool.query(`update access_grants set status = 'revoked', revoked_at = now() where id = $1`, [grantId]);
    expect(await by(as(other))).toEqual([403, 'permission_denied']);
    expect((await read(me)).media).toEqual(managed.json.data.media);
  });

  it('is refused while the profile is suspended', async () => {
    const me = await owner(t);
    await t.pool.query('update profiles set suspended_at = now() where id = $1', [me.profile.id]);
    t.deps.credentialCache.clear();
    expect(refusal(await putPicture(t, as(me), me.profile.id, small)).slice(0, 2)).toEqual([403, 'profile_suspended']);
  });

  it('emits one event per change, and none without a change', async () => {
    const me = await owner(t);
    const { updated_at } = await read(me);
    t.clock.advance(1000);
    expect((await put(me, small)).updated_at > updated_at).toBe(true);
    await put(me, small, { kind: 'banner', theme: 'dark' });
    await removePicture(t, as(me), me.profile.id);
    const before = await read(me);
    t.clock.advance(1000);
    for (const wanted of [{}, { theme: 'dark' }, { kind: 'banner' as const }]) {
      const repeated = await removePicture(t, as(me), me.profile.id, wanted);
      expect([repeated.status, repeated.json.data.updated_at]).toEqual([200, before.updated_at]);
      expect(repeated.json.data.media).toEqual(before.media);
    }
    const events = (await eventsOf(t, me.profile.id)).filter(({ type }) => type === 'profile.updated');
    expect(events).toEqual(
      ['avatar', 'banner', 'avatar'].map((field) => ({
        type: 'profile.updated',
        profile_id: me.profile.id,
        actor_profile_id: me.profile.id,
        data: { fields: [field] },
      })),
    );
    expect((await auditOf(t, me.profile.id)).map(({ operation }) => operation)).toEqual([
      'profiles.create',
      'profiles.set_avatar',
      'profiles.set_banner',
      'profiles.remove_avatar',
    ]);
  });
});

describe('repeats and dry runs', () => {
  it('compare a form by its parts and theme, whatever the boundary', async () => {
    const me = await owner(t);
    const run = vi.spyOn(t.deps.decodeQueue, 'run');
    const headers = { 'idempotency-key': 'my face' };
    const first = await put(me, small, { headers });
    const again = await putPicture(t, as(me), me.profile.id, small, { headers });
    expect([again.json.data, again.headers['idempotency-replayed'], run.mock.calls.length]).toEqual([first, 'true', 1]);
    run.mockRestore();
    const other = await putPicture(t, as(me), me.profile.id, photo, { headers });
    const dark = await putPicture(t, as(me), me.profile.id, small, { headers, theme: 'dark' });
    expect([other, dark].map(({ status }) => status)).toEqual([422, 422]);
    expect((await read(me)).media).toEqual(first.media);
  });

  it('answer as if done, and store nothing', async () => {
    const me = await owner(t);
    const kept = await put(me, small);
    const files = await storedFiles(t);
    const headers = { 'dry-run': 'true' };
    const tried = await putPicture(t, as(me), me.profile.id, small, { headers });
    expect([tried.status, tried.json.agent.dry_run]).toEqual([200, true]);
    const { source_url } = tried.json.data.media.avatar.light;
    expect(source_url).not.toBe(kept.media.avatar.light.source_url);
    expect((await fetchFile(t, pathOf(source_url))).statusCode).toBe(404);
    const removed = await t.call('DELETE', pictureUrl(me.profile.id), { ...as(me), headers });
    expect(removed.json.data.media.avatar.light).toEqual(NONE);
    expect((await read(me)).media).toEqual(kept.media);
    expect(await storedFiles(t)).toEqual(files);
    expect(await accountForFiles(t)).toEqual({ loose: [], missing: [] });
    const { rows } = await t.pool.query('select 1 from media_garbage where profile_id = $1', [me.profile.id]);
    expect(rows).toEqual([]);
  });

  it('a partly stored picture changes nothing, and the part becomes garbage', async () => {
    const me = await owner(t);
    const kept = await put(me, small);
    t.clock.advance(HOUR_MS);
    await sweep(t);
    const files = (await storedFiles(t)).length;
    const { blobs } = t.deps;
    const write = blobs.put;
    let written = 0;
    const spy = vi.spyOn(blobs, 'put').mockImplementation(async (...args) => {
      if (++written === 3) fail('service_unavailable');
      return write(...args);
    });
    const refused = await putPicture(t, as(me), me.profile.id, small);
    spy.mockRestore();
    expect(refusal(refused).slice(0, 2)).toEqual([503, 'service_unavailable']);
    expect((await read(me)).media).toEqual(kept.media);
    expect(await accountForFiles(t)).toEqual({ loose: [], missing: [] });
    await vi.waitFor(async () => expect((await storedFiles(t)).length).toBe(files + 3));
    t.clock.advance(HOUR_MS);
    await sweep(t);
    expect((await storedFiles(t)).length).toBe(files);
    expect(await accountForFiles(t)).toEqual({ loose: [], missing: [] });
  });
});
