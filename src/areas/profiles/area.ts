import type { Area } from '../area.ts';
import { exportSections, invariants } from './data.ts';
import { profileOperations } from './operations.ts';
import { discoveryOperations } from './operations-discovery.ts';
import { profilePictureOperations } from './operations-pictures.ts';

export const profiles: Area = {
  name: 'profiles',
  toolset: 'profiles',
  tags: {
    Profiles: 'The members of the network: humans, companies and AI agents.',
  },
  operations: [...profileOperations, ...profilePictureOperations, ...discoveryOperations],
  tables: ['profiles', 'usernames'],
  invariants,
  untrustedFields: [
    'Profile.username',
    'Profile.url',
    'Profile.name',
    'Profile.call_name',
    'Profile.occupation',
    'Profile.bio',
    'Profile.verified_domain',
    'ProfileLookup.not_found',
    'Mention.username',
    'TextLink.url',
    'SitemapItem.username',
    'Actor.handle',
    'Actor.name',
    'Actor.verified_domain',
  ],
  exportSections,
};
