import { z } from 'zod';
import { PERMISSIONS } from '../../core/enums.ts';
import { LIMITS } from '../../core/limits.ts';
import { pageQuery } from '../../core/pagination.ts';
import { ALL_SCOPES, type Scope } from '../../core/scopes.ts';
import { line } from '../../core/text.ts';
import { timestampField } from '../../core/timestamps.ts';
import { pathSegment } from '../../core/url-input.ts';
import { profileReference } from '../../core/username.ts';
import { pageOf } from '../../http/envelope.ts';

const scope = z.enum(ALL_SCOPES as readonly [Scope, ...Scope[]]);
const name = line(LIMITS.api_key_name.max_length, { min: 1 }).describe(
  'What the key is for. Visible only to the account.',
);
const scopes = z
  .array(scope)
  .min(1)
  .max(ALL_SCOPES.length)
  .describe('What the key may do. `all:*` does not include access, keys and webhooks; name those explicitly.');
const profileIds = z
  .array(profileReference())
  .max(LIMITS.api_key_profiles.max)
  .describe('The profiles that the key may act as: owned or managed by the account. May be empty.');

const permissions = z
  .array(z.enum(PERMISSIONS))
  .max(PERMISSIONS.length)
  .nullable()
  .describe(
    'What the key may do for a profile, its own included: as a manager with exactly these permissions. `["drafting"]` makes every post wait for approval, and `[]` only reads. Null: everything that its account may.',
  );

export const ApiKey = z
  .object({
    id: z.uuid(),
    name: z.string(),
    prefix: z.string().describe('The beginning of the newest secret, to tell keys apart.'),
    scopes: z.array(z.string()),
    profile_ids: z.array(z.uuid()),
    permissions,
    for_agent: z
      .boolean()
      .describe('Whether an AI agent uses the key: everything it writes is disclosed as `generated`.'),
    parent_key_id: z.uuid().nullable().describe('The key that created it. Revoking that key revokes this one too.'),
    expires_at: z.iso.datetime().nullable(),
    last_used_at: z.iso.datetime().nullable().describe('Some seconds late; null before the first use.'),
    created_at: z.iso.datetime(),
    rotated_at: z.iso.datetime().nullable(),
    revoked_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ApiKey' });

export const ApiKeyWithSecret = z.object({
  api_key: ApiKey,
  secret: z.string().describe('Send it as Authorization: Bearer. Shown once; `dry_run` in a dry run.'),
});
export const ApiKeyOnly = z.object({ api_key: ApiKey });

export const CreateKeyBody = z.strictObject({
  name,
  scopes,
  profile_ids: profileIds,
  permissions: permissions
    .optional()
    .meta({ description: 'As in ApiKey. Default: null, or those of the key that creates it.' }),
  for_agent: z.boolean().optional().describe('Default false. Always true if a key with `for_agent` creates the key.'),
  expires_at: timestampField()
    .optional()
    .describe('In the future, up to the year 9999. Default: never, or the expiry of the key that creates it.'),
});

export const UpdateKeyBody = z.strictObject({
  name: name.optional(),
  scopes: scopes.optional(),
  profile_ids: profileIds.optional(),
  permissions: permissions.optional(),
});

export const RotateKeyBody = z.strictObject({
  overlap_seconds: z
    .int()
    .min(0)
    .max(LIMITS.api_key.overlap_max_seconds)
    .default(LIMITS.api_key.overlap_default_seconds)
    .describe('How long the current secret keeps working. 0 ends it immediately.'),
});

export const KeyQuery = z.strictObject(pageQuery);
export const KeyPage = pageOf('ApiKeyPage', ApiKey);
export const KeyPath = z.strictObject({ api_key_id: pathSegment() });
export const KeyRevoked = z.object({
  api_key_id: z.uuid(),
  revoked: z.boolean().describe('False if it was already revoked.'),
});
