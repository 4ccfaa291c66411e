import type { Area } from '../area.ts';
import { taxonomyOperations } from './operations.ts';

export const taxonomies: Area = {
  name: 'taxonomies',
  toolset: 'profiles',
  tags: {
    Taxonomies: 'The locations of profiles: countries, states, cities. No credential required.',
  },
  operations: taxonomyOperations,
};
