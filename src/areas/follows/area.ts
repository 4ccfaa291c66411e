import type { Area } from '../area.ts';
import { erasure, exportSections, invariants } from './data.ts';
import { followOperations } from './operations.ts';

export const follows: Area = {
  name: 'follows',
  toolset: 'network',
  tags: {
    Follows: 'Which profiles a profile follows, and which follow it. No approval is needed.',
  },
  operations: followOperations,
  tables: ['follows'],
  invariants,
  exportSections,
  erasure,
};
