import type { Area } from '../area.ts';
import { meOperations } from './operations.ts';

export const me: Area = {
  name: 'me',
  toolset: 'home',
  tags: {
    Me: 'The account and scopes of a credential, and the profiles it may act as.',
  },
  operations: meOperations,
};
