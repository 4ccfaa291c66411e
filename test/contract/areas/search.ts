import type { AreaContract } from '../contract.ts';

export default {
  recipes: {
    'search.profiles': { query: async () => 'q=ada' },
    'search.posts': { query: async () => 'q=engine' },
  },
  permissions: {
    'search.profiles': [{ needs: 'any' }],
    'search.posts': [{ needs: 'any' }],
  },
  roundTrips: { 'search.profiles': 3, 'search.posts': 3 },
} satisfies AreaContract;
