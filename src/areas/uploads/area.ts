import type { Area } from '../area.ts';
import { erasure, exportSections, invariants } from './data.ts';
import { uploadOperations } from './operations.ts';
import { uploadRoutes } from './routes.ts';

export const uploads: Area = {
  name: 'uploads',
  toolset: 'posts',
  operations: uploadOperations,
  routes: uploadRoutes,
  tables: ['uploads'],
  exportSections,
  erasure,
  invariants,
};
