import { z } from 'zod';
import { booleanParameter } from '../../core/booleans.ts';
import { POST_KINDS, PROFILE_TYPES } from '../../core/enums.ts';
import { pageQuery } from '../../core/pagination.ts';
import { searchText } from '../../core/search-terms.ts';
import { commaList } from '../../core/url-input.ts';
import { profileReference } from '../../core/username.ts';
import { viewQuery } from '../../core/view.ts';
import { pageOf } from '../../http/envelope.ts';
import { PostItem, periodQuery } from '../posts/schemas.ts';
import { Profile } from '../profiles/schemas.ts';
import { countryCode } from '../taxonomies/schemas.ts';
import { PROFILE_FIELDS } from './profiles.ts';

const profileMatch = { match: z.object({ field: z.enum(PROFILE_FIELDS).describe('Where a word was found.') }) };
const postMatch = { match: z.object({ field: z.literal('body').describe('Where the words were found.') }) };

export const FoundProfiles = pageOf('FoundProfilePage', Profile.extend(profileMatch).meta({ id: 'FoundProfile' }));
export const FoundPosts = pageOf('FoundPostPage', PostItem.extend(postMatch).meta({ id: 'FoundPost' }));

export const SearchProfilesQuery = z.strictObject({
  q: searchText().describe(
    'The beginnings of words, in any order, up to 16. All must appear. Case, accents, punctuation and emoji are ignored, in names also spaces and hyphens (`jeanluc`). Words are not stemmed.',
  ),
  type: z.enum(PROFILE_TYPES).optional().describe('Only profiles of this type.'),
  country_code: countryCode.optional(),
  verified: booleanParameter().optional().describe('Only profiles with, or without, a verified legal name.'),
  ...pageQuery,
  ...viewQuery,
});

export const SearchPostsQuery = z.strictObject({
  q: searchText().describe(
    'Whole words, up to 16, in any order. All must appear. `"a phrase"`: in this order. `-word`, `-"a phrase"`: must not appear. Case, accents and emoji are ignored. Signs separate words: `email` does not find `e-mail`. Words are not stemmed: `run` does not find `running`.',
  ),
  profile_id: profileReference()
    .optional()
    .describe('Only posts of this profile, by its id or username, newest first.'),
  kind: commaList(z.enum(POST_KINDS), POST_KINDS.length).optional().describe('Comma-separated kinds. Default: all.'),
  ...periodQuery,
  has_images: booleanParameter().optional().describe('Only posts with, or without, images.'),
  ...pageQuery,
  ...viewQuery,
});
