import type { Foreign } from './contract.ts';

export const strangersDraft: Foreign = {
  what: "a stranger's draft",
  path: async (w) => ({ post_id: await w.post(w.stranger, { status: 'draft' }) }),
  code: 'post_not_found',
};
export const strangersContactsPost: Foreign = {
  what: "a stranger's post for contacts",
  path: async (w) => ({ post_id: await w.post(w.stranger, { visibility: 'contacts' }) }),
  code: 'post_not_found',
};
const removedPost: Foreign = {
  what: 'a removed post',
  path: async (w) => {
    const post_id = await w.post(w.stranger);
    await w.t.call('DELETE', `/v1/posts/${post_id}`, { token: w.stranger.token, as: w.stranger.profile.id });
    return { post_id };
  },
  code: 'post_not_found',
};
/** Posts that the member cannot see. */
export const unseenPosts = [strangersDraft, strangersContactsPost, removedPost];
