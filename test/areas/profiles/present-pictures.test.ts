import { expect, it } from 'vitest';
import { presentAvatars, presentMedia } from '../../../src/areas/profiles/present-pictures.ts';

const light = 'ab/ab000000000000000000000000000001.webp';
const dark = 'ab/ab000000000000000000000000000002.webp';
const base = 'https://network.example';
const row = (one: string | null, other: string | null) => ({
  avatar_light: one,
  avatar_dark: other,
  banner_light: null,
  banner_dark: null,
});
const medium = (key: string) => `${base}/media/${key.replace('.webp', '-medium.webp')}`;

it.each([
  ['both', light, dark, medium(light), medium(dark)],
  ['a light one', light, null, medium(light), medium(light)],
  ['a dark one', null, dark, medium(dark), medium(dark)],
  ['none', null, null, null, null],
])('an actor with %s has an avatar for each background', (_what, one, other, avatar_url, dark_avatar_url) => {
  expect(presentAvatars(row(one, other), base)).toEqual({ avatar_url, dark_avatar_url });
});

it('a picture has a URL for the whole of it and for each size', () => {
  const { avatar, banner } = presentMedia(row(light, null), `${base}/`);
  expect(avatar.light).toEqual({
    source_url: `${base}/media/${light}`,
    large_url: `${base}/media/${light.replace('.webp', '-large.webp')}`,
    medium_url: medium(light),
    small_url: `${base}/media/${light.replace('.webp', '-small.webp')}`,
  });
  expect(avatar.dark).toEqual(avatar.light);
  expect([banner.light.source_url, banner.dark.small_url]).toEqual([null, null]);
  expect([avatar.fallback, banner.fallback]).toEqual(['dark', null]);
  expect(presentMedia(row(null, dark), base).avatar.fallback).toBe('light');
  expect(presentMedia(row(light, dark), base).avatar.fallback).toBeNull();
});
