import type { Area } from '../area.ts';
import { invariants } from './data.ts';
import { mediaRoutes } from './routes.ts';

export const media: Area = {
  name: 'media',
  toolset: 'account',
  operations: [],
  routes: mediaRoutes,
  invariants,
};
