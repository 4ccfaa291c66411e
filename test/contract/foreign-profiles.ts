import { newId } from '../../src/core/ids.ts';
import { makeMember } from '../support/members.ts';
import type { Foreign, Made } from './contract.ts';
import type { World } from './world.ts';

export const ownProfile: Made<Record<string, string>> = (w) => ({ profile_id: w.me.profile.id });
export const someone = async (w: World) => (await makeMember(w.t)).profile.id;
export const deletedId = async (w: World) => {
  const { token, profile } = await makeMember(w.t);
  await w.t.call('DELETE', `/v1/profiles/${profile.id}`, { token });
  return profile.id;
};

export const strangersProfile: Foreign = {
  what: "a stranger's profile",
  path: (w) => ({ profile_id: w.stranger.profile.id }),
  code: 'permission_denied',
};
export const deletedProfile: Foreign = {
  what: 'a deleted profile',
  path: async (w) => ({ profile_id: await deletedId(w) }),
  code: 'profile_not_found',
};
export const onProfile = {
  path: ownProfile,
  missing: 'profile_not_found',
  foreign: [strangersProfile, deletedProfile],
} as const;

/** Bodies in which a field names a profile that the caller may not see. */
export function hidden(field: string): Foreign[] {
  const missing = () => ({ [field]: newId() });
  return [
    {
      what: 'a deleted profile',
      body: { foreign: async (w) => ({ [field]: await deletedId(w) }), missing },
      code: 'profile_not_found',
    },
    {
      what: 'a suspended profile',
      body: { foreign: (w) => ({ [field]: w.suspended.profile.id }), missing },
      code: 'profile_not_found',
    },
  ];
}

/** Paths with such a profile. */
export const hiddenInPath = (field: string, code: Foreign['code']): Foreign[] => [
  { what: 'a deleted profile', path: async (w) => ({ [field]: await deletedId(w) }), code },
  { what: 'a suspended profile', path: (w) => ({ [field]: w.suspended.profile.id }), code },
];
