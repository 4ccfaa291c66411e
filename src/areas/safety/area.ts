import type { Area } from '../area.ts';
import { erasure, exportSections, invariants } from './data.ts';
import { safetyOperations } from './operations.ts';

export const safety: Area = {
  name: 'safety',
  toolset: 'network',
  tags: {
    Safety: 'Blocks, which end all interaction between two profiles, and reports to the operator.',
  },
  operations: safetyOperations,
  tables: ['blocks'],
  invariants,
  exportSections,
  erasure,
};
