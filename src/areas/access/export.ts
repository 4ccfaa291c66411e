import { g } from '../../auth/grants.ts';
import { eq } from '../../db/drizzle.ts';
import { type ExportSection, exportOwner, listOwned, memberOf } from '../export-section.ts';

const grantColumns = [
  g.id,
  g.profileId,
  g.managerProfileId,
  g.permissions,
  g.status,
  g.budget,
  g.public,
  g.expiresAt,
  g.acceptedAt,
  g.declinedAt,
  g.revokedAt,
  g.createdAt,
  g.updatedAt,
];

export const exportSections: readonly ExportSection[] = [
  {
    path: 'access_grants.json',
    about: 'Access grants of the profiles, and those that let them manage other profiles.',
    lists: [
      listOwned(
        'profile',
        'grants_given',
        g.id,
        [...grantColumns, memberOf(g.managerProfileId).as('member')],
        eq(g.profileId, exportOwner),
      ),
      listOwned(
        'profile',
        'grants_held',
        g.id,
        [...grantColumns, memberOf(g.profileId).as('member')],
        eq(g.managerProfileId, exportOwner),
      ),
    ],
  },
];
