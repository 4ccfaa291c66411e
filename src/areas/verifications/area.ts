import type { Area } from '../area.ts';
import { erasure, exportSections, invariants } from './data.ts';
import { verificationOperations } from './operations.ts';
import { onRename } from './rename.ts';

export const verifications: Area = {
  name: 'verifications',
  toolset: 'profiles',
  tags: {
    Verifications:
      'How the name of a profile is verified: for a company by its domain, for any profile by the operator.',
  },
  operations: verificationOperations,
  tables: ['verifications'],
  invariants,
  untrustedFields: ['Verification.domain', 'Verification.dns_record.name', 'Verification.answer'],
  exportSections,
  erasure,
  onRename,
};
