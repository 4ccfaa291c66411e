import type { Area } from '../area.ts';
import { searchOperations } from './operations.ts';

export const search: Area = {
  name: 'search',
  toolset: 'search',
  tags: { Search: 'Finding profiles and posts by their words, in any language.' },
  operations: searchOperations,
};
