import type { Area } from '../area.ts';
import { erasure, exportSections, invariants } from './data.ts';
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
