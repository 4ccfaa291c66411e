import type { Area } from '../area.ts';
import { erasure, exportSections } from './data.ts';
import { bookmarkOperations } from './operations.ts';

export const bookmarks: Area = {
  name: 'bookmarks',
  toolset: 'feed',
  tags: {
    Bookmarks: 'Posts that a profile saved for itself. Private, and not counted.',
  },
  operations: bookmarkOperations,
  tables: ['bookmarks'],
  exportSections,
  erasure,
};
