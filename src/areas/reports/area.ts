import type { Area } from '../area.ts';
import { erasure } from './erase.ts';
import { exportSections } from './export.ts';
import { invariants } from './invariants.ts';
import { reportOperations } from './operations.ts';

export const reports: Area = {
  name: 'reports',
  toolset: 'network',
  operations: reportOperations,
  tables: ['reports'],
  invariants,
  exportSections,
  erasure,
};
