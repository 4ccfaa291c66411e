import { sql } from '../../db/drizzle.ts';
import { type ExportSection, exportOwner, listById } from '../export-section.ts';

const credential = sql`c.id, c.name, c.created_at, c.last_used_at, c.expires_at, c.revoked_at`;

const rights = sql`c.scopes, c.permissions, array(select cp.profile_id from credential_profiles cp where cp.credential_id = c.id order by 1) as profile_ids`;

export const exportSections: readonly ExportSection[] = [
  {
    path: 'oauth_grants.json',
    about: 'Authorized apps.',
    lists: [
      listById(
        'account',
        'oauth_grants',
        sql`${credential}, g.client_id, g.client_host, ${rights}`,
        sql`credentials c join oauth_grants g on g.credential_id = c.id where c.account_id = ${exportOwner}`,
        sql`c.id`,
      ),
    ],
  },
];

export const invariants: Readonly<Record<string, string>> = {
  oauth_grants_are_expiring_credentials: `select c.id from credentials c left join oauth_grants g on g.credential_id = c.id
    where (c.type = 'oauth') <> (g.credential_id is not null) or (c.type = 'oauth' and c.expires_at is null)`,
  oauth_access_tokens_expire_and_stay_within_their_grant: `select s.id from credential_secrets s join credentials c on c.id = s.credential_id
    where c.type = 'oauth' and (s.expires_at is null or s.scopes is null or not s.scopes <@ c.scopes)`,
  oauth_refresh_tokens_have_an_existing_generation: `select t.hash from oauth_refresh_tokens t join oauth_grants g on g.credential_id = t.credential_id
    where t.generation > g.generation`,
};
