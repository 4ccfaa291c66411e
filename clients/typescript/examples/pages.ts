import { createPronetClient } from '../src/index.ts';

const { PRONET_URL, PRONET_KEY, PRONET_PROFILE } = process.env;
const api = createPronetClient({ baseUrl: PRONET_URL!, token: PRONET_KEY, profileId: PRONET_PROFILE });

const posts = api.pages('/v1/profiles/{profile_id}/posts', {
  params: { path: { profile_id: PRONET_PROFILE! }, query: { limit: 2, view: 'compact' } },
});
let count = 0;
for await (const post of posts) {
  count += 1;
  console.log(`${count}. ${post.body_preview}`);
  // A page is fetched when its first item is needed, so stopping early fetches no extra page.
  if (count === 4) break;
}
