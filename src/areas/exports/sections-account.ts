import { sql } from 'drizzle-orm';
import { account, listById, owner, type Section } from './section.ts';

const credential = sql`c.id, c.name, c.created_at, c.last_used_at, c.expires_at, c.revoked_at`;
const rights = sql`c.scopes, array(select cp.profile_id from credential_profiles cp where cp.credential_id = c.id order by 1) as profile_ids`;
const entry = sql`l.id, l.created_at, l.operation, l.principal_type,
  case when l.account_id = ${account} then l.principal_id end as principal_id, l.profile_id, l.manager_profile_id,
  l.grant_id, l.object_type, l.object_id, l.request_id`;

/** Data of the account. No tokens, secrets or password. */
export const ACCOUNT_SECTIONS: readonly Section[] = [
  {
    path: 'sessions.json',
    about: 'Sessions of the account, including ended ones that are still stored.',
    lists: [
      listById(
        'account',
        'sessions',
        sql`c.id, c.user_agent, c.ip_prefix, c.created_at, c.last_used_at, c.expires_at, c.revoked_at`,
        sql`credentials c where c.account_id = ${owner} and c.type = 'session'`,
        sql`c.id`,
      ),
    ],
  },
  {
    path: 'api_keys.json',
    about: 'API keys, without their secrets.',
    lists: [
      listById(
        'account',
        'api_keys',
        sql`${credential}, c.prefix, c.for_agent, c.parent_id as parent_key_id, ${rights}`,
        sql`credentials c where c.account_id = ${owner} and c.type = 'api_key'`,
        sql`c.id`,
      ),
    ],
  },
  {
    path: 'oauth_grants.json',
    about: 'Authorized apps.',
    lists: [
      listById(
        'account',
        'oauth_grants',
        sql`${credential}, g.client_id, g.client_host, ${rights}`,
        sql`credentials c join oauth_grants g on g.credential_id = c.id where c.account_id = ${owner}`,
        sql`c.id`,
      ),
    ],
  },
  {
    path: 'exports.json',
    about: 'Requested exports.',
    lists: [
      listById(
        'account',
        'exports',
        sql`x.id, x.status, x.created_at, x.expires_at`,
        sql`exports x where x.account_id = ${owner}`,
        sql`x.id`,
      ),
    ],
  },
  {
    path: 'audit_log.json',
    about: 'Actions of the account, and actions of others on behalf of its profiles.',
    lists: [
      listById('account', 'audit_own', entry, sql`audit_log l where l.account_id = ${owner}`, sql`l.id`),
      listById(
        'profile',
        'audit_of_profile',
        entry,
        sql`audit_log l where l.profile_id = ${owner} and l.account_id is distinct from ${account}`,
        sql`l.id`,
      ),
    ],
  },
];
