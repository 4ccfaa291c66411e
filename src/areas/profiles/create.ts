import { sql } from 'drizzle-orm';
import { evictCredentials } from '../../auth/credential-listener.ts';
import { fail } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { LIMITS } from '../../core/limits.ts';
import { firstWord } from '../../core/text.ts';
import { isReserved, usernameKey } from '../../core/username.ts';
import { type Ctx, inTransaction } from '../../ctx.ts';
import type { InboxPolicy } from '../../db/schema/profiles.ts';
import { p, statement } from '../../db/statement.ts';
import { refuseWithoutAuthority, writeStatement } from '../../events/write-statement.ts';
import { profileColumns } from './columns.ts';
import { hashedNameKey, lockNames, nameIsUnused } from './names.ts';
import { profileFactColumns, profileFacts, type SingleProfileRow } from './queries.ts';
import type { CreateProfileInput } from './schemas.ts';

/** The inbox policy of a new profile: companies and agents must be contacts to write to it. */
export const DEFAULT_INBOX_POLICY: InboxPolicy = {
  messages: { human: 'anyone', company: 'contacts', ai_agent: 'contacts' },
  contact_requests: { human: 'anyone', company: 'anyone', ai_agent: 'anyone' },
};

/** A separate statement before the one that counts, so that the count sees a concurrent creation. */
const lockAccount = statement(
  'profiles.lock_account',
  sql`select id from accounts where id = ${p('id', 'uuid')} for no key update`,
);

type CreatedRow = Omit<SingleProfileRow, 'profile_id'> & {
  is_caller: boolean;
  owned_count: number;
  profile_id: string | null;
};

const insertProfile = writeStatement<CreatedRow>('profiles.insert', {
  authority: 'caller',
  change: sql`owned as (
      select count(*)::int as n from profiles where account_id = (select account_id from caller) and deleted_at is null
    ), claimed as (
      insert into usernames (key, username, profile_id)
      select ${p('username_key', 'text')}, ${p('username', 'text')}, ${p('new_id', 'uuid')}
      from caller, owned where owned.n < ${p('max_profiles', 'int')} and ${nameIsUnused}
      on conflict (key) do update set username = excluded.username, profile_id = excluded.profile_id, held_until = null
        where usernames.held_until <= ${p('now', 'timestamptz')}
      returning key
    ), made as (
      insert into profiles (id, account_id, type, username, name, call_name, inbox_policy, created_at, updated_at)
      select ${p('new_id', 'uuid')}, caller.account_id, ${p('type', 'text')}, ${p('username', 'text')}, ${p('name', 'text')},
        ${p('call_name', 'text')}, ${p('inbox_policy', 'jsonb')}, ${p('now', 'timestamptz')}, ${p('now', 'timestamptz')}
      from caller, claimed
      returning *
    ), actor as (
      insert into actors (id, type, entity_id, created_at, updated_at)
      select ${p('actor_id', 'uuid')}, 'profile', made.id, made.created_at, made.created_at from made
    ), attached as (
      insert into credential_profiles (credential_id, profile_id)
      select caller.credential_id, made.id from made, caller where caller.credential_type <> 'session'
    )`,
  events: [
    {
      type: 'profile.created',
      from: sql`made`,
      profile: sql`made.id`,
      actor: sql`made.id`,
      objectType: 'profile',
      object: sql`made.id`,
    },
  ],
  audit: { from: sql`made`, objectType: 'profile', object: sql`made.id`, profile: sql`made.id` },
  answer: sql`select exists (select 1 from caller) as is_caller, owned.n as owned_count, pr.*
    from owned left join (
      select ${profileColumns}, ${profileFactColumns} from made pr ${profileFacts}
    ) pr on true`,
});

/**
 * Creates a profile for the account, with its actor, and attaches it to the calling key or OAuth grant. Fails with
 * `username_reserved`, `username_taken` or `plan_limit_reached`.
 */
export async function createProfile(ctx: Ctx, input: CreateProfileInput): Promise<SingleProfileRow> {
  if (isReserved(input.username)) fail('username_reserved');
  return inTransaction(ctx, async (tx) => {
    const accountId = tx.principal!.accountId;
    await lockAccount.all(tx, { id: accountId });
    const hashed_key = hashedNameKey(tx, input.username);
    await lockNames(tx, [hashed_key]);
    const row = await insertProfile.run(tx, {
      new_id: newId(),
      actor_id: newId(),
      type: input.type,
      username: input.username,
      username_key: usernameKey(input.username),
      hashed_key,
      name: input.name,
      call_name: input.call_name ?? firstWord(input.name),
      inbox_policy: JSON.stringify(DEFAULT_INBOX_POLICY),
      max_profiles: LIMITS.account.max_profiles,
    });
    if (!row?.is_caller) await refuseWithoutAuthority(tx);
    if (!row || row.profile_id === null) {
      const full = row && row.owned_count >= LIMITS.account.max_profiles;
      return fail(full ? 'plan_limit_reached' : 'username_taken');
    }
    // No access was lost, but the cached profiles of the account would not include the new one for a while.
    await evictCredentials(tx, [accountId]);
    return row as SingleProfileRow;
  });
}
