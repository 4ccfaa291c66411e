import { z } from 'zod';
import { pageQuery } from '../../core/pagination.ts';
import { pathSegment } from '../../core/url-input.ts';
import { profileReference } from '../../core/username.ts';
import { viewQuery } from '../../core/view.ts';
import { pageOf } from '../../http/envelope.ts';
import { Profile } from '../profiles/schemas.ts';

export const BlockState = z.object({
  profile_id: z.uuid(),
  blocked: z.boolean().describe('Whether the acting profile blocks it.'),
});
export const BlockPage = pageOf(
  'BlockPage',
  z.object({ profile: Profile, created_at: z.iso.datetime().describe('When it was blocked.') }).meta({ id: 'Block' }),
);

export const BlockProfile = z.strictObject({
  profile_id: profileReference().describe('The id or username of the profile to block.'),
});
export const BlockPath = z.strictObject({
  profile_id: pathSegment().describe('The id or username of a blocked profile.'),
});
export const ListBlocksQuery = z.strictObject({ ...pageQuery, ...viewQuery });
