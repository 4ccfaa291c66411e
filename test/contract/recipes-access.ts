import { newId } from '../../src/core/ids.ts';
import { granted, invited } from '../support/access.ts';
import { makeMember } from '../support/members.ts';
import type { Foreign, Recipe } from './recipes.ts';
import type { World } from './world.ts';

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
const strangersProfile: Foreign = {
  what: "a stranger's profile",
  path: (w) => ({ profile_id: w.stranger.profile.id }),
  code: 'permission_denied',
};
const deletedProfile: Foreign = {
  what: 'a deleted profile',
  path: async (w) => {
    const { token, profile } = await makeMember(w.t);
    await w.t.call('DELETE', `/v1/profiles/${profile.id}`, { token });
    return { profile_id: profile.id };
  },
  code: 'profile_not_found',
};
const ownProfile = (w: World) => ({ profile_id: w.me.profile.id });
const onGrant: Recipe = { path: ofMine, missing: 'access_grant_not_found', foreign: [othersInvitation, othersGrant] };
const invitedSide: Foreign = { what: 'its own invitation, as the invited side', path: toMe, code: 'permission_denied' };

export const ACCESS_RECIPES: Readonly<Record<string, Recipe>> = {
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
    path: toMe,
    foreign: [...onGrant.foreign!, { what: 'an invitation that it sent', path: ofMine, code: 'permission_denied' }],
  },
  'access.resend': { ...onGrant, foreign: [...onGrant.foreign!, invitedSide] },
  'access.update': { ...onGrant, body: () => ({ public: true }), foreign: [...onGrant.foreign!, invitedSide] },
  'access.revoke': onGrant,
};
