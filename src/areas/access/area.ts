import type { Area } from '../area.ts';
import { erasure, exportSections, invariants } from './data.ts';
import { accessGrantOperations } from './operations-grants.ts';
import { invitationOperations } from './operations-invitations.ts';

export const access: Area = {
  name: 'access',
  toolset: 'access',
  tags: {
    Access: 'Who may act for a profile: invitations, and access grants with permissions, budgets and expiry.',
  },
  operations: [...accessGrantOperations, ...invitationOperations],
  tables: ['access_grant_givers'],
  invariants,
  untrustedFields: ['Principal.name'],
  exportSections,
  erasure,
};
