import { and, eq, inArray, isNotNull, or } from '../../db/drizzle.ts';
import { named, qb } from '../../db/query.ts';
import { profiles } from '../../db/schema/profiles.ts';
import { blocks } from '../../db/schema/relations.ts';
import { p, statement } from '../../db/statement.ts';
import type { Erasure } from '../erasure.ts';
import { type ExportSection, exportOwner, listOwned, memberOf } from '../export-section.ts';

const columns = [
  named(blocks.blockerProfileId, 'profile_id'),
  blocks.blockedProfileId,
  memberOf(blocks.blockedProfileId).as('member'),
  blocks.createdAt,
];
const deleted = qb
  .select({ id: profiles.id })
  .from(profiles)
  .where(and(eq(profiles.accountId, exportOwner), isNotNull(profiles.deletedAt)));

export const exportSections: readonly ExportSection[] = [
  {
    path: 'blocks.json',
    about: 'Members that the profiles, or deleted ones of the account, block.',
    lists: [
      listOwned('profile', 'blocks', blocks.blockedProfileId, columns, eq(blocks.blockerProfileId, exportOwner)),
      listOwned(
        'account',
        'blocks_of_deleted',
        blocks.blockedProfileId,
        columns,
        inArray(blocks.blockerProfileId, deleted),
      ),
    ],
  },
];

const erased = qb
  .select({ id: profiles.id })
  .from(profiles)
  .where(eq(profiles.accountId, p('account_id')));
const removeBlocks = statement(
  'safety.remove_all_of',
  { account_id: 'uuid' },
  qb.delete(blocks).where(or(inArray(blocks.blockerProfileId, erased), inArray(blocks.blockedProfileId, erased))),
);

/** A block covers the whole account, so it outlives the two profiles and ends with an account. */
export const erasure: Erasure = {
  async account(ctx, accountId) {
    await removeBlocks.all(ctx, { account_id: accountId });
  },
};

export const invariants: Readonly<Record<string, string>> = {
  blocked_profiles_are_not_connected: `select b.blocker_profile_id, b.blocked_profile_id from blocks b
    where exists (select 1 from follows f where (f.follower_profile_id, f.followed_profile_id)
        in ((b.blocker_profile_id, b.blocked_profile_id), (b.blocked_profile_id, b.blocker_profile_id)))
      or exists (select 1 from contacts c where c.owner_entity_id = b.blocker_profile_id and c.contact_entity_id = b.blocked_profile_id)`,
  blocks_end_with_the_account: `select b.blocker_profile_id, b.blocked_profile_id from blocks b
    join profiles pr on pr.id in (b.blocker_profile_id, b.blocked_profile_id) where pr.account_id is null`,
};
