import { eq, or } from '../../db/drizzle.ts';
import { named, qb } from '../../db/query.ts';
import { mutes } from '../../db/schema/mutes.ts';
import { p, statement } from '../../db/statement.ts';
import type { Erasure } from '../erasure.ts';
import { type ExportSection, exportOwner, listOwned, memberOf } from '../export-section.ts';

export const exportSections: readonly ExportSection[] = [
  {
    path: 'mutes.json',
    about: 'Members that the profiles muted.',
    lists: [
      listOwned(
        'profile',
        'mutes',
        mutes.mutedProfileId,
        [
          named(mutes.muterProfileId, 'profile_id'),
          mutes.mutedProfileId,
          memberOf(mutes.mutedProfileId).as('member'),
          mutes.createdAt,
        ],
        eq(mutes.muterProfileId, exportOwner),
      ),
    ],
  },
];

const removeAll = statement(
  'mutes.remove_all_of',
  { profile_id: 'uuid' },
  qb.delete(mutes).where(or(eq(mutes.muterProfileId, p('profile_id')), eq(mutes.mutedProfileId, p('profile_id')))),
);

export const erasure: Erasure = {
  async profile(tx, { profileId }) {
    await removeAll.all(tx, { profile_id: profileId });
    return {};
  },
};
