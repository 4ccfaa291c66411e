import type { Area } from '../area.ts';
import { exportSections } from './data.ts';
import { appealOperations } from './operations.ts';

export const appeals: Area = {
  name: 'appeals',
  toolset: 'account',
  operations: appealOperations,
  tables: ['appeals'],
  exportSections,
};
