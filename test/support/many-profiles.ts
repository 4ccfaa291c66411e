import type pg from 'pg';

/** Invariants that directly inserted rows break, because they have no events. */
export const UNTOLD = ['new_profiles_have_events', 'profiles_are_in_the_audit_log', 'accounts_are_in_the_audit_log'];

/** Inserts thousands of members by SQL: accounts with one profile each, with the same timestamps. */
export async function insertProfiles(client: Pick<pg.Pool, 'query'>, count: number): Promise<void> {
  await client.query(
    `with numbered as materialized (
      select n, gen_random_uuid() as account_id, gen_random_uuid() as id from generate_series(1, ${count}) n
    ), made_accounts as (
      insert into accounts (id, email, email_key, password_hash, email_verified_at, created_at, updated_at)
      select account_id, 'many-' || n || '@example.com', 'many-' || n || '@example.com', '', now(), now(), now() from numbered
    ), made_workspaces as (
      insert into workspaces select gen_random_uuid(), account_id, 'Personal', now(), now() from numbered
    ), made_guests as (
      insert into actors select gen_random_uuid(), 'guest', account_id, now(), now() from numbered
    ), made_profiles as (
      insert into profiles (id, account_id, type, username, name, call_name, inbox_policy, created_at, updated_at)
      select id, account_id, 'human', 'many-' || n, 'Many', 'Many', '{}', now(), now() from numbered
    ), made_actors as (
      insert into actors select gen_random_uuid(), 'profile', id, now(), now() from numbered
    )
    insert into usernames (key, username, profile_id) select 'many' || n, 'many-' || n, id from numbered`,
  );
}
