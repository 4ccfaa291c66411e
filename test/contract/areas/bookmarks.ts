import type { AreaContract } from '../contract.ts';
import { unseenPosts } from '../foreign-posts.ts';

const ofOwnPost = { path: async (w) => ({ post_id: await w.post(w.me) }) } satisfies AreaContract['recipes'][string];

export default {
  recipes: {
    'bookmarks.set': { ...ofOwnPost, missing: 'post_not_found', foreign: unseenPosts },
    'bookmarks.remove': { ...ofOwnPost, missing: null },
    'bookmarks.list': {},
  },
  permissions: {
    'bookmarks.set': [{ needs: 'owner' }],
    'bookmarks.remove': [{ needs: 'owner' }],
    'bookmarks.list': [{ needs: 'owner' }],
  },
  // The post is public, and a bookmark does not concern its author.
  outsiders: {
    'bookmarks.set': { stranger: 'done', blocked: 'done' },
    'bookmarks.remove': { stranger: 'done', blocked: 'done' },
  },
  roundTrips: { 'bookmarks.set': 1, 'bookmarks.remove': 1, 'bookmarks.list': 3 },
} satisfies AreaContract;
