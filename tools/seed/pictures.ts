import sharp from 'sharp';
import { PICTURE_SIZES, sizedBlobKey } from '../../src/adapters/storage/blob-store.ts';
import type { StoredPicture } from '../../src/adapters/storage/store-pictures.ts';
import { storeImages } from '../../src/areas/posts/images.ts';
import { storeProfilePicture } from '../../src/areas/profiles/pictures.ts';
import type { Ctx } from '../../src/ctx.ts';
import { ALT_TEXTS, type PictureName, PROFILES } from '../../src/demo/content.ts';
import { readAvatar, readPicture } from '../../src/demo/pictures.ts';
import { inPairs, NO_LIMIT } from '../../src/demo/store-pictures.ts';
import { type Random, stream } from './random.ts';
import type { World } from './world.ts';

/** Stored pictures, by the index of their member or post in the world. An avatar is represented by its base key. */
export type SeedPictures = {
  avatars: ReadonlyMap<number, { light: string; dark: string | null }>;
  posts: ReadonlyMap<number, StoredPicture & { altText: string }>;
  /** All their files, which count as garbage until rows refer to them. */
  files: readonly string[];
};

const NAMES = Object.keys(ALT_TEXTS) as PictureName[];
/** Candidates per picture, from the newest posts, because new posts are seen most. */
const RECENT = 12;
const AVATARS_PER_PICTURE = 0.5;

/** Stores a picture for each of the `count` most appealing of the newest posts, and half as many avatars. */
export async function storeSeedPictures(ctx: Ctx, world: World, count: number): Promise<SeedPictures> {
  const avatars = new Map<number, { light: string; dark: string | null }>();
  const posts = new Map<number, StoredPicture & { altText: string }>();
  const files: string[] = [];
  const variants = stream(world.seed, 'picture');
  const tasks = [
    ...postsToShow(world, count).map((index) => async () => {
      const random = variants(index);
      const name = random.pick(NAMES);
      const altText = ALT_TEXTS[name];
      const bytes = await recolor(await readPicture(name), random);
      const [stored] = await storeImages(ctx, [{ bytes, altText, path: `posts[${index}]` }], NO_LIMIT);
      posts.set(index, { ...stored!, altText });
      files.push(stored!.blob_key);
    }),
    ...membersToShow(world, Math.ceil(count * AVATARS_PER_PICTURE)).map((index) => async () => {
      const { type } = world.members[index]!;
      const random = stream(world.seed, 'avatar')(index);
      const original = await readAvatar(random.pick(PROFILES.filter((profile) => profile.type === type)).username);
      const store = async (theme: 'light' | 'dark') => {
        const bytes = await recolor(original, random, theme === 'dark' ? 0.6 : 1);
        const key = await storeProfilePicture(ctx, 'avatar', {
          picture: { bytes, path: `members[${index}]` },
          limit: NO_LIMIT,
        });
        files.push(key, ...PICTURE_SIZES.map((size) => sizedBlobKey(key, size)));
        return key;
      };
      avatars.set(index, { light: await store('light'), dark: random.chance(0.3) ? await store('dark') : null });
    }),
  ];
  await inPairs(tasks);
  return { avatars, posts, files };
}

/** The same picture in other colors, and sometimes mirrored. */
function recolor(bytes: Buffer, random: Random, brightness = 1): Promise<Buffer> {
  const image = sharp(bytes).modulate({ hue: random.whole(0, 359), brightness });
  return (random.chance(0.5) ? image.flop() : image).webp().toBuffer();
}

function postsToShow({ posts: { count: total, parents, quoted, start, appeal } }: World, count: number): number[] {
  const recent: number[] = [];
  for (let i = total - 1; i >= 0 && recent.length < count * RECENT; i--) {
    if (parents[i]! < 0 && quoted[i]! < 0 && !start.has(i)) recent.push(i);
  }
  return recent.sort((a, b) => appeal[b]! - appeal[a]! || a - b).slice(0, count);
}

function membersToShow({ members }: World, count: number): number[] {
  const known = members.flatMap(({ made }, index) => (made ? [index] : []));
  return known.sort((a, b) => members[b]!.popularity - members[a]!.popularity || a - b).slice(0, count);
}
