import { readFile } from 'node:fs/promises';
import { createPronetClient } from '../src/index.ts';

const { PRONET_URL, PRONET_KEY, PRONET_PROFILE } = process.env;
const api = createPronetClient({ baseUrl: PRONET_URL!, token: PRONET_KEY, profileId: PRONET_PROFILE });

// In a browser: the File of an <input type="file">.
const photo = new Blob([await readFile('photo.png')], { type: 'image/png' });

const { data: post, error } = await api.upload('POST', '/v1/posts/with-images', {
  fields: { body: 'The view from here', images: [photo], alt_text: ['A pale sun in a darkening sky'] },
  onProgress: ({ sentBytes, totalBytes }) => console.log(`${Math.round((100 * sentBytes) / totalBytes)} %`),
});
if (error) throw error;
console.log(post.images[0]?.url);
