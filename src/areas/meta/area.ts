import type { Area } from '../area.ts';
import { metaOperations } from './operations.ts';

export const meta: Area = {
  name: 'meta',
  toolset: 'home',
  tags: {
    Meta: 'Entry points, and all enumerations, limits and error codes. No credential required.',
  },
  operations: metaOperations,
};
