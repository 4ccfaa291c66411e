import type { CompactProfileWire, ProfileWire, SingleProfileWire } from './schemas.ts';

const none = { source_url: null, large_url: null, medium_url: null, small_url: null };

/** What the API reference shows; other areas use it where a profile stands in their answers. */
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
  location: { country_code: null, country_name: null, state_code: null, state_name: null, city_name: null },
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
  operated_by: null,
};

export const exampleCompactProfile: CompactProfileWire = {
  id: exampleProfile.id,
  username: exampleProfile.username,
  type: exampleProfile.type,
  name: exampleProfile.name,
  legal_name_verified: false,
  occupation: exampleProfile.occupation,
  avatar_url: null,
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
