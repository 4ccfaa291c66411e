import type { AreaContract } from '../contract.ts';

export default {
  recipes: { 'feed.list': {} },
  permissions: { 'feed.list': [{ needs: 'any' }] },
  statements: { 'feed.list': 3 },
} satisfies AreaContract;
