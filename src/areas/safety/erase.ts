import { eq, or } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { blocks } from '../../db/schema/relations.ts';
import { p, statement } from '../../db/statement.ts';
import type { Erasure } from '../erasure.ts';

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
