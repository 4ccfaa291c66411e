import type { Area } from '../area.ts';
import { exportSections, invariants } from './data.ts';
import { exportOperations } from './operations.ts';
import { exportDownloadRoutes } from './routes-download.ts';

export const exports: Area = {
  name: 'exports',
  toolset: 'account',
  tags: {
    Exports: 'Copies of everything that an account owns, to keep or to move elsewhere.',
  },
  operations: exportOperations,
  tables: ['exports'],
  routes: exportDownloadRoutes,
  invariants,
  exportSections,
};
