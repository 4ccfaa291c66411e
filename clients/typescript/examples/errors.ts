import { createPronetClient } from '../src/index.ts';

const { PRONET_URL, PRONET_KEY, PRONET_PROFILE } = process.env;
const api = createPronetClient({ baseUrl: PRONET_URL!, token: PRONET_KEY, profileId: PRONET_PROFILE });

const { data: post, error } = await api.POST('/v1/posts', { body: { body: 'x'.repeat(3001) } });
if (!error) {
  console.log(`Posted: ${post.url}`);
} else if (error.error_code === 'invalid_request') {
  // Each entry names a place in the request: show it next to the matching input.
  for (const { path, rule, limit, actual } of error.agent.fields ?? []) {
    console.log(`${path} breaks ${rule}: at most ${limit}, here ${actual}`);
  }
} else if (error.status === 401) {
  console.log('Please sign in again.');
} else {
  console.log(error.error_message);
}
