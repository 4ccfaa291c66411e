import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import '../../src/areas/account/sessions.ts';
import '../../src/areas/keys/queries.ts';
import '../../src/areas/oauth-grants/service.ts';
import { LAST_ID } from '../../src/core/pagination.ts';
import { indexesOf, planOf, wastes } from '../support/plan.ts';
import { openPlanDatabase } from '../support/plan-database.ts';

const ACCOUNTS = 20;
const EACH = 5000;
const TABLES = ['credentials', 'oauth_grants', 'oauth_clients', 'credential_profiles', 'credential_secrets'];

const NOBODY = '00000000-0000-0000-0000-000000000000';

let client: pg.Client;
let account_id: string;
/** 100,000 credentials of 20 accounts, equally many of each kind, half of them ended; each with a profile. */
beforeAll(async () => {
  client = await openPlanDatabase();
  await client.query(`insert into accounts (id, email, email_key, password_hash, created_at, updated_at)
    select gen_random_uuid(), n || '@example.com', n || '@example.com', '', now(), now() from generate_series(1, ${ACCOUNTS}) n`);
  await client.query(`insert into credentials (id, type, account_id, name, scopes, prefix, created_at, expires_at, revoked_at)
    select gen_random_uuid(), (array['session', 'api_key', 'oauth'])[k % 3 + 1], a.id, 'Name', '{posts:write}', 'pn_', now(),
      now() + interval '1 day', case when k % 2 = 0 then now() end
    from accounts a cross join generate_series(1, ${EACH}) k`);
  await client.query(`insert into credential_secrets (id, credential_id, hash, created_at, expires_at)
    select gen_random_uuid(), id, sha256(id::text::bytea), now(), now() + interval '1 day' from credentials`);
  await client.query(`insert into oauth_clients (client_id, kind, name, redirect_uris, created_at, expires_at)
    select 'client-' || n, 'registered', 'App', '{https://app.example.com}', now(), null from generate_series(1, 500) n`);
  await client.query(`insert into oauth_grants (credential_id, client_id, client_kind, resource, generation_at)
    select id, 'client-' || (row_number() over () % 500 + 1), 'registered', 'https://api.example.com', now() from credentials where type = 'oauth'`);
  await client.query('alter table credential_profiles drop constraint credential_profiles_profile_id_profiles_id_fk');
  await client.query(
    'insert into credential_profiles (credential_id, profile_id) select id, gen_random_uuid() from credentials',
  );
  await client.query('analyze');
  account_id = (await client.query('select id from accounts limit 1')).rows[0].id;
});

describe("lists of an account's credentials, with 100,000 of them", () => {
  it('account.list_least_used_sessions reads the sessions of the account', async () => {
    const values = { account_id, session_id: NOBODY, now: new Date() };
    for (const generic of [false, true]) {
      const nodes = await planOf(client, 'account.list_least_used_sessions', values, { generic });
      expect(indexesOf(nodes)).toContain('credentials_account_idx');
      expect(wastes(nodes, TABLES)).toEqual(['Sort']);
    }
  });

  it.each(['oauth_grants.list', 'keys.list', 'account.list_sessions'])(
    '%s uses the index of the account',
    async (name) => {
      for (const generic of [false, true]) {
        const values = { account_id, before_id: LAST_ID, now: new Date(), rows: 51 };
        const nodes = await planOf(client, name, values, { generic });
        expect(wastes(nodes, TABLES), `${name}, generic: ${generic}`).toEqual([]);
        expect(indexesOf(nodes)).toContain('credentials_account_idx');
      }
    },
  );
});
