import type { AreaContract } from '../contract.ts';

export default {
  recipes: {
    'search.profiles': { query: async () => 'q=member' },
    'search.posts': { query: async () => 'q=post' },
  },
  permissions: {
    'search.profiles': [{ needs: 'any' }],
    'search.posts': [{ needs: 'any' }],
  },
  roundTrips: { 'search.profiles': 3, 'search.posts': 3 },
} satisfies AreaContract;
