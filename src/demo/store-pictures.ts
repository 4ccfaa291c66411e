import type { StorageLimit } from '../adapters/storage/store-pictures.ts';
import { type StoredImage, storeImages } from '../areas/posts/images.ts';
import { type PictureSlot, storeProfilePicture } from '../areas/profiles/pictures.ts';
import type { Ctx } from '../ctx.ts';
import { BANNERS, type DemoPost, type DemoUsername, POSTS, PROFILES } from './content.ts';
import { readAvatar, readBanner, readPicture } from './pictures.ts';

/** The operator asks for these pictures: they count for nobody. */
export const NO_LIMIT: StorageLimit = { reserveLimit: async () => undefined };

export type DemoPictures = {
  /** By the `id` of the post in the content. */
  posts: Map<string, StoredImage[]>;
  profiles: (PictureSlot & { username: DemoUsername; key: string })[];
};

/** Stores the demo's pictures before the transaction, like requests do; a job deletes unreferenced files. */
export async function storeDemoPictures(ctx: Ctx): Promise<DemoPictures> {
  const stored: DemoPictures = { posts: new Map(), profiles: [] };
  const withPictures = POSTS.filter(({ pictures }) => pictures);
  const tasks = [
    ...withPictures.map((post) => async () => {
      stored.posts.set(post.id, await storeImages(ctx, await readPictures(post), NO_LIMIT));
    }),
    ...PROFILES.map(({ username }) => async () => {
      const bytes = await readAvatar(username);
      const key = await storeProfilePicture(ctx, 'avatar', {
        picture: { bytes, path: 'body.image' },
        limit: NO_LIMIT,
      });
      stored.profiles.push({ username, kind: 'avatar', theme: 'light', key });
    }),
    ...BANNERS.map(({ username, theme }) => async () => {
      const bytes = await readBanner(username, theme);
      const key = await storeProfilePicture(ctx, 'banner', {
        picture: { bytes, path: 'body.image' },
        limit: NO_LIMIT,
      });
      stored.profiles.push({ username, kind: 'banner', theme, key });
    }),
  ];
  await inPairs(tasks);
  return stored;
}

async function readPictures({ pictures = [] }: DemoPost) {
  const incoming = [];
  for (const [index, { name, altText }] of pictures.entries()) {
    incoming.push({ bytes: await readPicture(name), altText, path: `body.images[${index}]` });
  }
  return incoming;
}

/** Runs the tasks two at a time. */
export async function inPairs(tasks: readonly (() => Promise<void>)[]): Promise<void> {
  let next = 0;
  const work = async () => {
    for (let task = tasks[next++]; task; task = tasks[next++]) await task();
  };
  await Promise.all([work(), work()]);
}
