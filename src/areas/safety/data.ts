import { eq, or } from '../../db/drizzle.ts';
import { named, qb } from '../../db/query.ts';
import { blocks } from '../../db/schema/relations.ts';
import { p, statement } from '../../db/statement.ts';
import type { Erasure } from '../erasure.ts';
import { type ExportSection, exportOwner, listOwned, memberOf } from '../export-section.ts';

export const exportSections: readonly ExportSection[] = [
  {
    path: 'blocks.json',
    about: 'Members that the profiles block.',
    lists: [
      listOwned(
        'profile',
        'blocks',
        blocks.blockedProfileId,
        [
          named(blocks.blockerProfileId, 'profile_id'),
          blocks.blockedProfileId,
          memberOf(blocks.blockedProfileId).as('member'),
          blocks.createdAt,
        ],
        eq(blocks.blockerProfileId, exportOwner),
      ),
    ],
  },
];

const removeBlocks = statement(
  'safety.remove_all_of',
  { profile_id: 'uuid' },
  qb
    .delete(blocks)
    .where(or(eq(blocks.blockerProfileId, p('profile_id')), eq(blocks.blockedProfileId, p('profile_id')))),
);

export const erasure: Erasure = {
  async profile(tx, { profileId }) {
    await removeBlocks.all(tx, { profile_id: profileId });
    return {};
  },
};

export const invariants: Readonly<Record<string, string>> = {
  blocked_profiles_are_not_connected: `select b.blocker_profile_id, b.blocked_profile_id from blocks b
    where exists (select 1 from follows f where (f.follower_profile_id, f.followed_profile_id)
        in ((b.blocker_profile_id, b.blocked_profile_id), (b.blocked_profile_id, b.blocker_profile_id)))
      or exists (select 1 from contacts c where c.owner_entity_id = b.blocker_profile_id and c.contact_entity_id = b.blocked_profile_id)`,
};
