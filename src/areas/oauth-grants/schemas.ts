import { z } from 'zod';
import { PERMISSIONS } from '../../core/enums.ts';
import { pageQuery } from '../../core/pagination.ts';
import { pathSegment } from '../../core/url-input.ts';
import { pageOf } from '../../http/envelope.ts';

export const OAuthGrant = z
  .object({
    id: z.uuid(),
    client: z
      .object({
        id: z.string().describe('The client_id: a URL if the client has a metadata document.'),
        name: z.string().describe('The name that the app gives itself.'),
        host: z.string().nullable().describe('The host that vouches for the name. Null if no host does.'),
      })
      .meta({ id: 'OAuthClient' }),
    scopes: z.array(z.string()),
    permissions: z
      .array(z.enum(PERMISSIONS))
      .nullable()
      .describe(
        'What the person allowed at most, as a manager with these could do: `drafting` if each post waits for approval. Null: no such limit.',
      ),
    profile_ids: z.array(z.uuid()).describe('The profiles that the app may act as.'),
    created_at: z.iso.datetime(),
    last_used_at: z.iso
      .datetime()
      .nullable()
      .describe('Updated with a delay of some seconds. Null before the first use.'),
  })
  .meta({ id: 'OAuthGrant' });

export const OAuthGrantPage = pageOf('OAuthGrantPage', OAuthGrant);
export const OAuthGrantQuery = z.strictObject({ ...pageQuery });
export const OAuthGrantPath = z.strictObject({ oauth_grant_id: pathSegment() });
export const OAuthGrantRevoked = z.object({
  oauth_grant_id: z.uuid(),
  revoked: z.boolean().describe('False if the app had no active authorization.'),
});
