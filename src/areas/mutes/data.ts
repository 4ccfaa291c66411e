import { eq, or, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { mutes } from '../../db/schema/mutes.ts';
import { p, statement } from '../../db/statement.ts';
import type { Erasure } from '../erasure.ts';
import { type ExportSection, exportOwner, listById, memberOf } from '../export-section.ts';

export const exportSections: readonly ExportSection[] = [
  {
    path: 'mutes.json',
    about: 'Members that the profiles muted.',
    lists: [
      listById(
        'profile',
        'mutes',
        sql`mu.muter_profile_id as profile_id, mu.muted_profile_id, ${memberOf(sql`mu.muted_profile_id`)} as member, mu.created_at`,
        sql`mutes mu where mu.muter_profile_id = ${exportOwner}`,
        sql`mu.muted_profile_id`,
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
