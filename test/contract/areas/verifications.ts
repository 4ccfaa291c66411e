import { newId } from '../../../src/core/ids.ts';
import { makeMember, makeProfile } from '../../support/members.ts';
import { begin, makeCompany, newDomain } from '../../support/verifications.ts';
import type { AreaContract } from '../contract.ts';
import type { World } from '../world.ts';

const asked = (profile_id: string) => ({ profile_id, method: 'operator' });
/** A second request for the same profile would return the same verification. */
const endFormer = (w: World) =>
  w.t.pool.query("update verifications set status = 'expired', reason = 'time_over' where profile_id = $1", [
    w.me.profile.id,
  ]);
const deletedProfile = async (w: World) => {
  const { token, profile } = await makeMember(w.t);
  await w.t.call('DELETE', `/v1/profiles/${profile.id}`, { token });
  return asked(profile.id);
};

export default {
  recipes: {
    'verifications.create': {
      body: async (w) => {
        await endFormer(w);
        return asked(w.me.profile.id);
      },
      status: 201,
      foreign: [
        {
          what: 'a deleted profile',
          body: { foreign: deletedProfile, missing: () => asked(newId()) },
          code: 'profile_not_found',
        },
      ],
    },
    'verifications.list': {},
    'verifications.check': {
      path: async (w) => {
        await endFormer(w);
        return { verification_id: (await begin(w.t, w.me)).id };
      },
      missing: 'verification_not_found',
      foreign: [
        {
          what: "a stranger's verification",
          path: async (w) => ({ verification_id: (await begin(w.t, await makeCompany(w.t), newDomain())).id }),
          code: 'verification_not_found',
        },
        {
          what: "a verification of a profile other than the header's",
          path: async (w) => {
            const profile = await makeProfile(w.t, w.me);
            return { verification_id: (await begin(w.t, { ...w.me, profile })).id };
          },
          code: 'verification_not_found',
        },
      ],
    },
  },
  permissions: {
    'verifications.create': [{ needs: ['profile_editing'] }],
    'verifications.list': [{ needs: 'any' }],
    'verifications.check': [
      { needs: ['profile_editing'], seenBy: ['profile_editing'], missing: 'verification_not_found' },
    ],
  },
  roundTrips: {
    'verifications.check': 2,
    'verifications.create': 1,
    'verifications.list': 1,
  },
} satisfies AreaContract;
