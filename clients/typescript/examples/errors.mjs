import { Pronet, PronetError } from '@pronet/client';

const { PRONET_URL: baseUrl = 'http://127.0.0.1:3000', PRONET_KEY: token, PRONET_PROFILE: profileId } = process.env;
const pronet = new Pronet({ baseUrl, token, profileId });

try {
  await pronet.posts.create({ body: 'x'.repeat(3001) });
} catch (error) {
  if (!(error instanceof PronetError)) throw error;
  if (error.code === 'invalid_request') {
    // Each entry names a place in the request: show it next to the matching input.
    for (const { path, rule, limit, actual } of error.agent.fields ?? []) {
      console.log(`${path} breaks ${rule}: at most ${limit}, here ${actual}`);
    }
  } else if (error.status === 401) {
    console.log('Please sign in again.');
  } else {
    console.log(error.message);
  }
}
