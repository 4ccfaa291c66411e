import type { Area } from '../area.ts';
import { erasure, exportSections, invariants } from './data.ts';
import { contactOperations } from './operations-contacts.ts';
import { contactRequestOperations } from './operations-requests.ts';

export const contacts: Area = {
  name: 'contacts',
  toolset: 'network',
  tags: {
    Contacts: 'Contact requests, answers to them, and the list of contacts.',
  },
  operations: [...contactRequestOperations, ...contactOperations],
  tables: ['contact_requests', 'contacts'],
  invariants,
  untrustedFields: ['ContactRequest.message'],
  exportSections,
  erasure,
};
