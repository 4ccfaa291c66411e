import type { Area } from '../area.ts';
import { erasure, exportSections, invariants } from './data.ts';
import { keyOperations } from './operations.ts';

export const keys: Area = {
  name: 'keys',
  toolset: 'account',
  tags: {
    'API keys':
      'Credentials for programs and AI agents, each with its own scopes and profiles. A key that appears in a text of a request is revoked at once.',
  },
  operations: keyOperations,
  invariants,
  untrustedFields: ['ApiKey.name'],
  exportSections,
  erasure,
};
