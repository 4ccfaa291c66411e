import { newSecret } from '../../../src/auth/key-format.ts';
import { sha256 } from '../../../src/auth/secrets.ts';
import { newId } from '../../../src/core/ids.ts';
import type { TestApp } from '../../support/app.ts';
import { type MadeKey, type MadeProfile, makeKey, makeProfile } from '../../support/members.ts';

export type Account = { token: string; accountId: string };
export type Owner = Account & { profile: MadeProfile };

/** Inserts an account with a session: sign-up would hash a password each time. */
export async function account(t: TestApp): Promise<Account> {
  const [id, session, token, now] = [newId(), newId(), newSecret('session'), t.clock.now()];
  const insert = (text: string, ...values: unknown[]) => t.pool.query(`insert into ${text}`, values);
  await insert(
    `accounts (id, email, email_key, password_hash, email_verified_at, created_at, updated_at) values ($1, $2, $2, 'none', $3, $3, $3)`,
    id,
    `${id}@example.com`,
    now,
  );
  await insert(`workspaces values ($1, $2, 'Personal', $3, $3)`, newId(), id, now);
  await insert(`actors values ($1, 'guest', $2, $3, $3)`, newId(), id, now);
  await insert(
    `audit_log (id, created_at, operation, principal_type, object_type, object_id, request_id)
      values ($1, $2, 'account.create', 'system', 'account', $3, 'test')`,
    newId(),
    now,
    id,
  );
  await insert(
    `credentials (id, type, account_id, name, scopes, prefix, created_at) values ($1, 'session', $2, 'session', '{}', 'pns_', $3)`,
    session,
    id,
    now,
  );
  await insert(
    `credential_secrets (id, credential_id, hash, created_at) values ($1, $2, $3, $4)`,
    newId(),
    session,
    sha256(token),
    now,
  );
  return { accountId: id, token };
}

/** A key of a new account without profiles. */
export async function loneKey(t: TestApp, scopes: string[]): Promise<MadeKey> {
  return makeKey(t, await account(t), { scopes });
}

/** An account with one profile. */
export async function owner(t: TestApp, profile: Parameters<typeof makeProfile>[2] = {}): Promise<Owner> {
  const made = await account(t);
  return { ...made, profile: await makeProfile(t, made, profile) };
}

/** Ends the sessions of an account in the database only, so that they stay cached. */
export async function endSessions(t: TestApp, accountId: string): Promise<void> {
  await t.pool.query(`update credentials set revoked_at = now() where account_id = $1 and type = 'session'`, [
    accountId,
  ]);
}

type GrantInput = {
  profileId: string;
  managerId: string;
  permissions: string[];
  status?: 'pending' | 'accepted';
  isPublic?: boolean;
};

/** Inserts a grant, accepted by default: `managerId` may act for `profileId`. */
export async function grant(
  t: TestApp,
  { profileId, managerId, permissions, status = 'accepted', isPublic = false }: GrantInput,
): Promise<string> {
  const id = newId();
  const now = t.clock.now();
  await t.pool.query(
    `insert into access_grants (id, profile_id, manager_profile_id, permissions, status, public, accepted_at, invitation_expires_at, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8::timestamptz + interval '30 days', $8, $8)`,
    [id, profileId, managerId, permissions, status, isPublic, status === 'accepted' ? now : null, now],
  );
  t.deps.credentialCache.clear();
  return id;
}

export async function permit(t: TestApp, grantId: string, permissions: string[]): Promise<void> {
  await t.pool.query('update access_grants set permissions = $2 where id = $1', [grantId, permissions]);
  t.deps.credentialCache.clear();
}

export async function follow(t: TestApp, follower: string, followed: string): Promise<string> {
  const id = newId();
  await t.pool.query(`insert into follows values ($1, $2, $3, $4)`, [id, follower, followed, t.clock.now()]);
  await count(t, follower, 'following', 1);
  await count(t, followed, 'followers', 1);
  return id;
}

/** Inserts a contact of two profiles, or of a profile and a guest, which has no counts. */
export async function contact(t: TestApp, a: string, b: string, { guest = false } = {}): Promise<void> {
  const sides = [
    [a, b, 'profile'],
    [b, a, guest ? 'guest' : 'profile'],
  ] as const;
  for (const [own, other, type] of sides) {
    await t.pool.query(
      `insert into contacts (id, owner_actor_id, owner_entity_id, owner_entity_type, contact_actor_id, contact_entity_id, created_at, updated_at)
        select $1, x.id, $2, $5, y.id, $3, $4, $4 from actors x, actors y where x.entity_id = $2 and y.entity_id = $3`,
      [newId(), own, other, t.clock.now(), type],
    );
    if (!guest) await count(t, own, 'contacts', 1);
  }
}

export async function block(t: TestApp, blocker: string, blocked: string): Promise<void> {
  await t.pool.query(`insert into blocks values ($1, $2, $3)`, [blocker, blocked, t.clock.now()]);
}

type Counter = 'followers' | 'following' | 'posts' | 'contacts';

export async function count(t: TestApp, profileId: string, counter: Counter, by: number, shard = 0): Promise<void> {
  await t.pool.query(
    `insert into profile_counters (profile_id, shard, ${counter}) values ($1, $2, $3)
      on conflict (profile_id, shard) do update set ${counter} = profile_counters.${counter} + excluded.${counter}`,
    [profileId, shard, by],
  );
}

/** An owner whose creation the cache was already notified of, so that what it caches from now on stays. */
export async function settledOwner(t: TestApp): Promise<Owner> {
  const { credentialCache } = t.deps;
  const before = credentialCache.generation;
  const made = await owner(t);
  // One eviction with the commit, one with its notification.
  while (credentialCache.generation < before + 2) await new Promise((resolve) => setTimeout(resolve, 2));
  return made;
}

/** The number of statements of one call. */
export async function statementsOf(t: TestApp, work: () => Promise<unknown>): Promise<number> {
  return (await costOf(t, work)).statements ?? Number.NaN;
}

export async function roundTripsOf(t: TestApp, work: () => Promise<unknown>): Promise<number> {
  return (await costOf(t, work)).round_trips ?? Number.NaN;
}

async function costOf(t: TestApp, work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = t.logLines.length;
  await work();
  const lines = t.logLines.slice(before).map((text) => JSON.parse(text));
  return lines.find((entry) => 'statements' in entry) ?? {};
}
