import { newSecret } from '../../../src/auth/key-format.ts';
import { sha256 } from '../../../src/auth/secrets.ts';
import { newId } from '../../../src/core/ids.ts';
import type { TestApp } from '../../support/app.ts';
import { type MadeProfile, makeProfile } from '../../support/members.ts';

export type Account = { token: string; accountId: string };
export type Owner = Account & { profile: MadeProfile };

/** An account with a credential, written as rows: sign-up hashes a password each time, which these tests need not. */
export async function account(
  t: TestApp,
  { type = 'session', scopes = [] }: { type?: 'session' | 'api_key'; scopes?: string[] } = {},
): Promise<Account> {
  const accountId = newId();
  await t.pool.query(
    `insert into accounts (id, email, email_key, password_hash, email_verified_at, created_at, updated_at)
      values ($1, $2, $2, 'none', $3, $3, $3)`,
    [accountId, `${accountId}@example.com`, t.clock.now()],
  );
  return { accountId, ...(await credential(t, accountId, { type, scopes })) };
}

/** One more credential of an account; a key acts as `profileIds`. */
export async function credential(
  t: TestApp,
  accountId: string,
  {
    type = 'api_key',
    scopes = ['all:all'],
    profileIds = [],
  }: { type?: string; scopes?: string[]; profileIds?: string[] } = {},
): Promise<{ token: string; credentialId: string }> {
  const token = newSecret(type === 'session' ? 'session' : 'api_key');
  const id = newId();
  const now = t.clock.now();
  await t.pool.query(
    `insert into credentials (id, type, account_id, name, scopes, prefix, created_at) values ($1, $2, $3, 'test', $4, 'pn', $5)`,
    [id, type, accountId, scopes, now],
  );
  await t.pool.query(`insert into credential_secrets (id, credential_id, hash, created_at) values ($1, $2, $3, $4)`, [
    newId(),
    id,
    sha256(token),
    now,
  ]);
  await t.pool.query(`insert into credential_profiles select $1, unnest($2::uuid[])`, [id, profileIds]);
  return { token, credentialId: id };
}

/** An account with one profile. */
export async function owner(t: TestApp, profile: Parameters<typeof makeProfile>[2] = {}): Promise<Owner> {
  const made = await account(t);
  return { ...made, profile: await makeProfile(t, made, profile) };
}

/** An accepted grant: `manager` may act for `profileId`. */
export async function grant(
  t: TestApp,
  {
    profileId,
    managerId,
    permissions,
    status = 'accepted',
    isPublic = false,
  }: {
    profileId: string;
    managerId: string;
    permissions: string[];
    status?: string;
    isPublic?: boolean;
  },
): Promise<string> {
  const id = newId();
  await t.pool.query(
    `insert into access_grants (id, profile_id, manager_profile_id, permissions, status, public, accepted_at, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $7, $7)`,
    [id, profileId, managerId, permissions, status, isPublic, t.clock.now()],
  );
  t.deps.credentialCache.clear();
  return id;
}

export async function follow(t: TestApp, follower: string, followed: string): Promise<string> {
  const id = newId();
  await t.pool.query(`insert into follows values ($1, $2, $3, $4)`, [id, follower, followed, t.clock.now()]);
  await count(t, follower, 'following', 1);
  await count(t, followed, 'followers', 1);
  return id;
}

export async function contact(t: TestApp, a: string, b: string): Promise<void> {
  for (const [own, other] of [
    [a, b],
    [b, a],
  ]) {
    await t.pool.query(
      `insert into contacts (id, owner_actor_id, owner_entity_id, owner_entity_type, contact_actor_id, contact_entity_id, created_at, updated_at)
        select $1, x.id, $2, 'profile', y.id, $3, $4, $4 from actors x, actors y where x.entity_id = $2 and y.entity_id = $3`,
      [newId(), own, other, t.clock.now()],
    );
    await count(t, own!, 'contacts', 1);
  }
}

export async function block(t: TestApp, blocker: string, blocked: string): Promise<void> {
  await t.pool.query(`insert into blocks values ($1, $2, $3)`, [blocker, blocked, t.clock.now()]);
}

type Counter = 'followers' | 'following' | 'posts' | 'contacts';

export async function count(t: TestApp, profileId: string, counter: Counter, by: number, slot = 0): Promise<void> {
  await t.pool.query(
    `insert into profile_counters (profile_id, slot, ${counter}) values ($1, $2, $3)
      on conflict (profile_id, slot) do update set ${counter} = profile_counters.${counter} + excluded.${counter}`,
    [profileId, slot, by],
  );
}

/** How many statements one call ran. */
export async function statementsOf(t: TestApp, work: () => Promise<unknown>): Promise<number> {
  const before = t.logLines.length;
  await work();
  const line = t.logLines
    .slice(before)
    .map((text) => JSON.parse(text))
    .find((entry) => 'statements' in entry);
  return line?.statements ?? Number.NaN;
}
