import { createPronetClient } from '../src/index.ts';

const { PRONET_URL, PRONET_KEY, PRONET_PROFILE } = process.env;
const api = createPronetClient({ baseUrl: PRONET_URL!, token: PRONET_KEY, profileId: PRONET_PROFILE });

const { data: post, error } = await api.POST('/v1/posts', { body: { body: 'Hello from TypeScript!' } });
if (error) throw error;
console.log(`Posted: ${post.url}`);

const { data: state } = await api.PUT('/v1/posts/{post_id}/reaction', {
  params: { path: { post_id: post.id } },
  body: { reaction_type: 'celebrate', active: true },
});
console.log(`Reactions: ${state?.likes_count}`);
