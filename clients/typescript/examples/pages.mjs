import { Pronet } from '@pronet/client';

const { PRONET_URL: baseUrl = 'http://127.0.0.1:3000', PRONET_KEY: token, PRONET_PROFILE: profileId } = process.env;
const pronet = new Pronet({ baseUrl, token });

let count = 0;
for await (const post of pronet.posts.listOfProfile(profileId ?? '', { limit: 2, view: 'compact' })) {
  count += 1;
  console.log(`${count}. ${post.body_preview}`);
  // A page is fetched when its first item is needed, so stopping early fetches no extra page.
  if (count === 4) break;
}
