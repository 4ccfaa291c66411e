import { unique } from '../../support/members.ts';
import { png } from '../../support/pictures.ts';
import { type AreaContract, any, NO_PROFILE, NOT_THEIRS, one, type Recipe } from '../contract.ts';
import { deletedProfile, onProfile, ownProfile, strangersProfile } from '../foreign-profiles.ts';
import { spareProfile } from '../world.ts';

const setsPicture: Recipe = {
  ...onProfile,
  body: async () => ({ content_base64: (await png()).toString('base64') }),
};

export default {
  recipes: {
    'profiles.create': { body: () => ({ type: 'human', username: unique('m'), name: 'Robin Baker' }) },
    'profiles.list': {},
    'profiles.get': { path: ownProfile, missing: 'profile_not_found', foreign: [deletedProfile] },
    'profiles.lookup': { query: (w) => `ids=${w.me.profile.id}` },
    'profiles.list_sitemap': {},
    'profiles.list_suggestions': {},
    'profiles.update': { ...onProfile, body: () => ({ occupation: 'Tester' }) },
    'profiles.set_avatar': setsPicture,
    'profiles.set_banner': setsPicture,
    'profiles.remove_avatar': onProfile,
    'profiles.remove_banner': onProfile,
    'profiles.get_settings': onProfile,
    'profiles.remove': {
      // No header, as it would have to name the removed profile.
      as: () => '',
      path: async (w) => ({ profile_id: await spareProfile(w) }),
      missing: 'profile_not_found',
      foreign: [strangersProfile, deletedProfile],
    },
  },
  permissions: {
    'profiles.create': NO_PROFILE,
    'profiles.list_sitemap': NO_PROFILE,
    'profiles.list_suggestions': any,
    'profiles.get': any,
    'profiles.lookup': any,
    'profiles.list': any,
    'profiles.update': one('profile_editing'),
    'profiles.get_settings': one('profile_editing'),
    'profiles.remove': [{ needs: 'owner', recipe: { path: (w) => ({ profile_id: w.me.profile.id }) } }],
    'profiles.set_avatar': one('profile_editing'),
    'profiles.remove_avatar': one('profile_editing'),
    'profiles.set_banner': one('profile_editing'),
    'profiles.remove_banner': one('profile_editing'),
  },
  outsiders: {
    'profiles.get_settings': NOT_THEIRS,
    'profiles.update': NOT_THEIRS,
    'profiles.set_avatar': NOT_THEIRS,
    'profiles.set_banner': NOT_THEIRS,
    'profiles.remove_avatar': NOT_THEIRS,
    'profiles.remove_banner': NOT_THEIRS,
    'profiles.remove': NOT_THEIRS,
  },
  roundTrips: {
    'profiles.create': 2,
    'profiles.get': 1,
    'profiles.get_settings': 1,
    'profiles.list': 1,
    'profiles.list_sitemap': 2,
    'profiles.list_suggestions': 2,
    'profiles.lookup': 1,
    'profiles.remove': 33,
    'profiles.remove_avatar': 1,
    'profiles.remove_banner': 1,
    'profiles.set_avatar': 2,
    'profiles.set_banner': 2,
    'profiles.update': 1,
  },
} satisfies AreaContract;
