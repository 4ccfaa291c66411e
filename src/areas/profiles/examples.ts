import type { CompactProfileWire, ProfileWire, SingleProfileWire } from './schemas.ts';

/** The smallest possible picture. */
export const examplePng =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const none = { source_url: null, large_url: null, medium_url: null, small_url: null };

/** A location as a caller sends it. */
export const exampleLocation = { country_code: 'PT', state_code: '11', city_name: 'Lisbon' };

/** The example profile of the API reference; other areas use it where their responses contain a profile. */
export const exampleProfile: ProfileWire = {
  id: '0198c1a2-7b3c-7d4e-8f50-61728394a5b6',
  url: 'https://network.example/@ada-lovelace',
  username: 'ada-lovelace',
  type: 'human',
  name: 'Ada Lovelace',
  call_name: 'Ada',
  legal_name_verified: false,
  active_plan: 'core',
  occupation: 'Analyst of engines',
  location: { ...exampleLocation, country_name: 'Portugal', state_name: 'Lisbon' },
  bio: null,
  created_at: '2026-03-02T09:30:00.000Z',
  updated_at: '2026-03-02T09:30:00.000Z',
  media: { avatar: { light: none, dark: none }, banner: { light: none, dark: none } },
  viewer: null,
};

export const exampleSingleProfile: SingleProfileWire = {
  ...exampleProfile,
  followers_count: 12,
  following_count: 7,
  posts_count: 3,
  contacts_count: null,
  indexable: true,
  operated_by: null,
};

export const exampleSuggestion = {
  ...exampleProfile,
  followers_count: exampleSingleProfile.followers_count,
  following: false,
  signup_autofollow: true,
};

const exampleFile = 'https://network.example/media/7c/7c1e5a0b94d24f6f8a3be2d06c9f5718';
const examplePicture = {
  source_url: `${exampleFile}.webp`,
  large_url: `${exampleFile}-large.webp`,
  medium_url: `${exampleFile}-medium.webp`,
  small_url: `${exampleFile}-small.webp`,
};

/** The same profile with one picture for both themes. */
export function exampleWithPicture(kind: 'avatar' | 'banner'): SingleProfileWire {
  const media = { ...exampleSingleProfile.media, [kind]: { light: examplePicture, dark: examplePicture } };
  return { ...exampleSingleProfile, media };
}

export const exampleCompactProfile: CompactProfileWire = {
  id: exampleProfile.id,
  username: exampleProfile.username,
  type: exampleProfile.type,
  name: exampleProfile.name,
  legal_name_verified: false,
  occupation: exampleProfile.occupation,
  avatar_url: examplePicture.medium_url,
};

export const exampleManagedProfile = {
  profile: exampleProfile,
  actor_id: '0198c1a2-7b3c-7d4e-8f50-61728394a5b7',
  owned: false,
  permissions: ['posting', 'profile_editing'],
};

export const exampleSettings = {
  profile_id: exampleProfile.id,
  indexable: true,
  inbox_policy: {
    messages: { human: 'anyone', company: 'contacts', ai_agent: 'contacts' },
    contact_requests: { human: 'anyone', company: 'anyone', ai_agent: 'nobody' },
  },
};
