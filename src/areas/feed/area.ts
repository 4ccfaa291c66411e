import type { Area } from '../area.ts';
import { feedOperations } from './operations.ts';

export const feed: Area = {
  name: 'feed',
  toolset: 'feed',
  tags: {
    Feed: 'Posts and quotes of the profiles that a profile follows, and its own.',
  },
  operations: feedOperations,
};
