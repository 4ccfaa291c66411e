import type { Area } from '../area.ts';
import { homeOperations } from './operations.ts';

export const home: Area = {
  name: 'home',
  toolset: 'home',
  tags: {
    Home: 'What is new and what is waiting for a profile, in one call.',
  },
  operations: homeOperations,
};
