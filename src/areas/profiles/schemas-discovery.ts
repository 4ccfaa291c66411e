import { z } from 'zod';
import { PROFILE_TYPES } from '../../core/enums.ts';
import { integerParameter } from '../../core/integers.ts';
import { LIMITS } from '../../core/limits.ts';
import { pageQuery } from '../../core/pagination.ts';
import { viewQuery } from '../../core/view.ts';
import { Profile } from './schemas.ts';

export const SitemapQuery = z.strictObject({
  cursor: pageQuery.cursor.describe('From the URL of the next page in the header `Link`, unchanged.'),
  limit: integerParameter(LIMITS.sitemap_page)
    .default(LIMITS.sitemap_page.default)
    .describe('Number of items per page.'),
});

export const SitemapItem = z
  .object({ username: z.string(), type: z.enum(PROFILE_TYPES), updated_at: z.iso.datetime() })
  .meta({ id: 'SitemapItem' });
export const Sitemap = z.object({ items: z.array(SitemapItem) }).meta({ id: 'Sitemap' });

const suggestion = {
  followers_count: z.int(),
  following: z.boolean().describe('Whether the acting profile follows it. False without an acting profile.'),
  signup_autofollow: z.boolean().describe('Whether the operator of this server recommends it to new members.'),
};
const ProfileSuggestion = Profile.extend(suggestion).meta({ id: 'ProfileSuggestion' });

export const SuggestionsQuery = z.strictObject(viewQuery);
export const Suggestions = z
  .object({
    items: z.array(ProfileSuggestion),
    active_profile_id: z.uuid().nullable().describe('The profile that X-Profile-Id names; null without the header.'),
  })
  .meta({ id: 'ProfileSuggestions' });

export type SitemapItemWire = z.output<typeof SitemapItem>;
