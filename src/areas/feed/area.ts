import type { Area } from '../area.ts';
import { erasure } from './erase.ts';
import { invariants } from './invariants.ts';
import { feedOperations } from './operations.ts';

export const feed: Area = {
  name: 'feed',
  toolset: 'feed',
  tags: {
    Feed: 'Posts and quotes of the profiles that a profile follows, and its own.',
  },
  operations: feedOperations,
  tables: ['stored_feeds', 'feed_entries', 'feed_progress'],
  erasure,
  invariants,
};
