import { systemCtx } from '../../src/ctx.ts';
import { sweepMedia } from '../../src/jobs/sweep-media.ts';
import type { CallOptions, CallResult, TestApp } from './app.ts';
import { pathOf, send, storedFiles } from './posts.ts';

/** Helpers for tests of avatars and banners. */

export type Wanted = { kind?: 'avatar' | 'banner'; theme?: string; headers?: Record<string, string> };

export const pictureUrl = (profileId: string, { kind = 'avatar', theme }: Wanted = {}) =>
  `/v1/profiles/${profileId}/${kind}${theme === undefined ? '' : `?theme=${theme}`}`;

/** Uploads a picture as a form with PUT. */
export function putPicture(
  t: TestApp,
  by: CallOptions,
  profileId: string,
  bytes: Buffer,
  wanted: Wanted = {},
): Promise<CallResult> {
  const { headers = {} } = wanted;
  return send(t, by, [{ name: 'image', bytes }], { method: 'PUT', path: pictureUrl(profileId, wanted), headers });
}

export const removePicture = (t: TestApp, by: CallOptions, profileId: string, wanted: Wanted = {}) =>
  t.call('DELETE', pictureUrl(profileId, wanted), by);

export const SIZES = ['source_url', 'large_url', 'medium_url', 'small_url'] as const;
export type Picture = Record<(typeof SIZES)[number], string>;

/** The paths of a picture in all its sizes on this server. */
export const filesOf = (picture: Picture) => SIZES.map((size) => pathOf(picture[size]));

export const fetchFile = (t: TestApp, path: string, method: 'GET' | 'HEAD' = 'GET') =>
  t.app.inject({ method, url: path });

export async function statusesOf(t: TestApp, paths: readonly string[]): Promise<number[]> {
  return Promise.all(paths.map(async (path) => (await fetchFile(t, path)).statusCode));
}

export const sweep = (t: TestApp) => sweepMedia(systemCtx(t.deps, 'job.media.sweep'));

/**
 * Compares the files of the store with those of the database: `loose` ones are stored but never deleted, `missing` ones
 * are referred to but not stored.
 */
export async function accountForFiles(t: TestApp): Promise<{ loose: string[]; missing: string[] }> {
  const shown = new Set<string>();
  const posts = await t.pool.query('select blob_key from post_images');
  for (const { blob_key } of posts.rows) shown.add(blob_key);
  const profiles = await t.pool.query('select avatar_light, avatar_dark, banner_light, banner_dark from profiles');
  for (const key of profiles.rows.flatMap((row) => Object.values(row) as (string | null)[])) {
    for (const size of ['', '-large', '-medium', '-small']) if (key) shown.add(key.replace('.webp', `${size}.webp`));
  }
  const garbage = new Set((await t.pool.query('select blob_key from media_garbage')).rows.map((row) => row.blob_key));
  const there = await storedFiles(t);
  return {
    loose: there.filter((file) => !shown.has(file) && !garbage.has(file)),
    missing: [...shown].filter((file) => !there.includes(file)),
  };
}
