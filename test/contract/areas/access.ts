import { newId } from '../../../src/core/ids.ts';
import { granted, invited } from '../../support/access.ts';
import { makeMember } from '../../support/members.ts';
import { type AreaContract, any, type Foreign, NOT_THEIRS, type Recipe } from '../contract.ts';
import { deletedProfile, ownProfile, strangersProfile } from '../foreign-profiles.ts';
import type { World } from '../world.ts';

const toMe = async (w: World) => ({ grant_id: await invited(w.t, await makeMember(w.t), w.me) });

const ofMine = async (w: World) => ({ grant_id: await invited(w.t, w.me, await makeMember(w.t)) });

const othersInvitation: Foreign = {
  what: 'an invitation between two others',
  path: async (w) => ({ grant_id: await invited(w.t, w.stranger, await makeMember(w.t)) }),
  code: 'access_grant_not_found',
};

const othersGrant: Foreign = {
  what: 'a grant between two others',
  path: async (w) => ({ grant_id: await granted(w.t, w.stranger, await makeMember(w.t)) }),
  code: 'access_grant_not_found',
};

const onGrant: Recipe = { path: ofMine, missing: 'access_grant_not_found', foreign: [othersInvitation, othersGrant] };

const invitedSide: Foreign = { what: 'its own invitation, as the invited side', path: toMe, code: 'permission_denied' };

/** A manager sees its own grant, but others' grants only with this permission. */
const hiddenGrant = { seenBy: ['access_management'], missing: 'access_grant_not_found' } as const;

export default {
  recipes: {
    'access.invite': {
      path: ownProfile,
      body: async (w) => ({ manager_profile_id: (await makeMember(w.t)).profile.id, permissions: ['posting'] }),
      missing: 'profile_not_found',
      foreign: [
        strangersProfile,
        deletedProfile,
        {
          what: 'a suspended manager',
          body: {
            foreign: (w) => ({ manager_profile_id: w.suspended.profile.id, permissions: ['posting'] }),
            missing: () => ({ manager_profile_id: newId(), permissions: ['posting'] }),
          },
          code: 'profile_not_found',
        },
      ],
    },
    'access.list': { path: ownProfile, missing: 'profile_not_found', foreign: [strangersProfile, deletedProfile] },
    'access.list_principals': { path: ownProfile, missing: 'profile_not_found', foreign: [deletedProfile] },
    'access.list_invitations': {},
    'access.get_invitation': { ...onGrant, path: toMe },
    'access.respond': {
      ...onGrant,
      body: () => ({ decision: 'accept' }),
      path: toMe,
      foreign: [...onGrant.foreign!, { what: 'an invitation that it sent', path: ofMine, code: 'permission_denied' }],
    },
    'access.resend': { ...onGrant, foreign: [...onGrant.foreign!, invitedSide] },
    'access.update': { ...onGrant, body: () => ({ public: false }) },
    'access.revoke': onGrant,
  },
  permissions: {
    // A manager can grant what it has.
    'access.invite': [
      {
        needs: ['access_management'],
        recipe: {
          body: async (w) => ({
            manager_profile_id: (await makeMember(w.t)).profile.id,
            permissions: ['access_management'],
          }),
        },
      },
    ],
    'access.list': any,
    'access.update': [{ needs: ['access_management'], ...hiddenGrant }],
    'access.revoke': [{ needs: ['access_management'], ...hiddenGrant, alsoFor: 'the manager, who resigns' }],
    'access.resend': [{ needs: ['access_management'], ...hiddenGrant }],
    'access.list_principals': any,
    'access.list_invitations': any,
    'access.get_invitation': [{ needs: 'owner', ...hiddenGrant, seenBy: [] }],
    'access.respond': [{ needs: 'owner', ...hiddenGrant, seenBy: [] }],
  },
  outsiders: {
    'access.invite': NOT_THEIRS,
    'access.list': NOT_THEIRS,
  },
  roundTrips: {
    'access.get_invitation': 2,
    'access.invite': 3,
    'access.list': 3,
    'access.list_invitations': 2,
    'access.list_principals': 2,
    'access.resend': 3,
    'access.respond': 3,
    'access.revoke': 4,
    'access.update': 4,
  },
} satisfies AreaContract;
