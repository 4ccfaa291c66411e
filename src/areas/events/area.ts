import type { Area } from '../area.ts';
import { eventOperations } from './operations.ts';
import { streamOperations } from './operations-stream.ts';

export const events: Area = {
  name: 'events',
  toolset: 'events',
  tags: {
    Events: 'What happened to your profiles, in order: for agents and programs that react to it.',
  },
  operations: [...eventOperations, ...streamOperations],
  tables: ['stream_tickets'],
};
