import type { Area } from '../area.ts';
import { eventOperations } from './operations.ts';

export const events: Area = {
  name: 'events',
  toolset: 'events',
  tags: {
    Events: 'What happened to your profiles, in order: for agents and programs that react to it.',
  },
  operations: eventOperations,
};
