import { readFile } from 'node:fs/promises';
import { Pronet } from '@pronet/client';

const { PRONET_URL: baseUrl = 'http://127.0.0.1:3000', PRONET_KEY: token, PRONET_PROFILE: profileId } = process.env;
const pronet = new Pronet({ baseUrl, token, profileId });

// In a browser: the File of an <input type="file">.
const photo = new Blob([await readFile('photo.png')], { type: 'image/png' });

const post = await pronet.posts.createWithImages(
  { body: 'The view from here', images: [photo], alt_text: ['A pale sun in a darkening sky'] },
  { onProgress: ({ sentBytes, totalBytes }) => console.log(`${Math.round((100 * sentBytes) / totalBytes)} %`) },
);
console.log(post.images[0]?.url);
