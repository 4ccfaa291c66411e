import { g, isOpen } from '../../auth/grants.ts';
import { and, eq, or, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { p, statement } from '../../db/statement.ts';
import type { Erasure } from '../erasure.ts';
import { unschedule } from '../posts/unschedule.ts';
import { enforceChains, findHeldGrants } from '../relations/grant-chains.ts';

const profileId = p('profile_id', 'uuid');
const now = p('now', 'timestamptz');

const revokeGrants = statement(
  'access.revoke_all_of',
  { now: 'timestamptz', profile_id: 'uuid' },
  qb
    .update(g)
    .set({ status: 'revoked', revokedAt: now, updatedAt: now })
    .where(and(or(eq(g.profileId, profileId), eq(g.managerProfileId, profileId)), isOpen))
    .returning({
      id: g.id,
      other_profile_id:
        sql<string>`case when ${g.profileId} = ${profileId} then ${g.managerProfileId} else ${g.profileId} end`.as(
          'other_profile_id',
        ),
    }),
);

/** Revokes the grants of a profile, those that it holds on others, and what was delegated from these. */
export const erasure: Erasure = {
  async profile(tx, { profileId }) {
    const held = await findHeldGrants.all(tx, { profile_id: profileId });
    const grants = await revokeGrants.all(tx, { profile_id: profileId, now: tx.now() });
    const ids = grants.map(({ id }) => id);
    for (const managed of new Set(held.map(({ profile_id }) => profile_id)))
      ids.push(...(await enforceChains(tx, managed)));
    await unschedule(tx, 'grant_revoked', { grantIds: ids });
    return {
      events: grants.map(({ id, other_profile_id }) => ({
        type: 'access_grant.revoked',
        profileId: other_profile_id,
        actorProfileId: profileId,
        objectType: 'access_grant',
        objectId: id,
      })),
    };
  },
};
