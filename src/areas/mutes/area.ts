import type { Area } from '../area.ts';
import { erasure, exportSections } from './data.ts';
import { muteOperations } from './operations.ts';

export const mutes: Area = {
  name: 'mutes',
  toolset: 'feed',
  tags: {
    Mutes: 'Profiles that a profile does not want to read. Private: nobody is notified, and nothing else changes.',
  },
  operations: muteOperations,
  tables: ['mutes'],
  exportSections,
  erasure,
};
