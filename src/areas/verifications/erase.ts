import { eq } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { verifications } from '../../db/schema/verifications.ts';
import { p, statement } from '../../db/statement.ts';
import type { Erasure } from '../erasure.ts';

const removeVerifications = statement(
  'verifications.remove_all_of',
  { profile_id: 'uuid' },
  qb.delete(verifications).where(eq(verifications.profileId, p('profile_id'))),
);

export const erasure: Erasure = {
  async profile(tx, { profileId }) {
    await removeVerifications.all(tx, { profile_id: profileId });
    return {};
  },
};
