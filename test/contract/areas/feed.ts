import type { AreaContract } from '../contract.ts';

export default {
  recipes: { 'feed.list': {} },
  permissions: { 'feed.list': [{ needs: 'any' }] },
  roundTrips: { 'feed.list': 4 },
} satisfies AreaContract;
