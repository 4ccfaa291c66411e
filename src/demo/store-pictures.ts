import { type StoredImage, storeImages } from '../areas/posts/images.ts';
import { type PictureSlot, storeProfilePicture } from '../areas/profiles/pictures.ts';
import type { Ctx } from '../ctx.ts';
import { BANNERS, type DemoPost, type DemoUsername, POSTS, PROFILES } from './content.ts';
import { drawPicture } from './pictures.ts';
import { drawAvatar, drawBanner } from './portraits.ts';

export type DemoPictures = {
  /** By the post's `id` in the content. */
  posts: Map<string, StoredImage[]>;
  profiles: (PictureSlot & { username: DemoUsername; key: string })[];
};

/** Draws and stores the demo's pictures, before the transaction like every request's: what it does not refer to is swept. */
export async function storeDemoPictures(ctx: Ctx): Promise<DemoPictures> {
  const stored: DemoPictures = { posts: new Map(), profiles: [] };
  const withPictures = POSTS.filter(({ pictures }) => pictures);
  const tasks = [
    ...withPictures.map((post) => async () => {
      stored.posts.set(post.id, await storeImages(ctx, await draw(post)));
    }),
    ...PROFILES.map(({ username, type }, index) => async () => {
      const bytes = await drawAvatar(type, index + 1, 'light');
      const key = await storeProfilePicture(ctx, 'avatar', { bytes, path: 'body.image' });
      stored.profiles.push({ username, kind: 'avatar', theme: 'light', key });
    }),
    ...BANNERS.map(({ username, variant, theme }) => async () => {
      const bytes = await drawBanner(variant, theme);
      const key = await storeProfilePicture(ctx, 'banner', { bytes, path: 'body.image' });
      stored.profiles.push({ username, kind: 'banner', theme, key });
    }),
  ];
  await inPairs(tasks);
  return stored;
}

async function draw({ pictures = [] }: DemoPost) {
  const incoming = [];
  for (const [index, { name, altText }] of pictures.entries()) {
    incoming.push({ bytes: await drawPicture(name), altText, path: `body.images[${index}]` });
  }
  return incoming;
}

/** Two at a time: while one picture is encoded in a thread, the next is drawn. */
export async function inPairs(tasks: readonly (() => Promise<void>)[]): Promise<void> {
  let next = 0;
  const work = async () => {
    for (let task = tasks[next++]; task; task = tasks[next++]) await task();
  };
  await Promise.all([work(), work()]);
}
