import { type SQL, sql } from '../db/drizzle.ts';
import { isLive } from './credential-state.ts';

/**
 * Condition: the app that got the authorization `credential` has access to `account`, with this or another authorization. Access
 * ends by revocation, or if it is not used.
 */
export const appHasAccess = (credential: SQL, account: SQL): SQL => sql`exists (
  select from oauth_grants made join oauth_grants g on g.client_id = made.client_id
  join credentials c on c.id = g.credential_id
  where made.credential_id = ${credential} and c.account_id = ${account} and ${isLive})`;
