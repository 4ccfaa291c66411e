import { Pronet } from '@pronet/client';

const { PRONET_URL: baseUrl = 'http://127.0.0.1:3000', PRONET_KEY: token, PRONET_PROFILE: profileId } = process.env;
const pronet = new Pronet({ baseUrl, token, profileId });

const post = await pronet.posts.create({ body: 'Hello from JavaScript!' });
console.log(`Posted: ${post.url}`);

const state = await pronet.posts.setReaction(post.id, { reaction_type: 'celebrate', active: true });
console.log(`Reactions: ${state.likes_count}`);
