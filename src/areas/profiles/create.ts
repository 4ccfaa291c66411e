import { attachToCaller } from '../../auth/attach.ts';
import { accountAuthority } from '../../auth/authorize.ts';
import { evictionCall } from '../../auth/credential-eviction.ts';
import { fail } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { LIMITS } from '../../core/limits.ts';
import { firstWord } from '../../core/text.ts';
import { isReserved } from '../../core/username.ts';
import { type Ctx, inTransaction } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { refuse } from '../../db/refusal.ts';
import { actors, type InboxPolicy, profiles } from '../../db/schema/profiles.ts';
import { p, statement } from '../../db/statement.ts';
import { auditCall, eventsCall } from '../../events/emit.ts';
import { writeThenRead } from '../../events/write.ts';
import { claimName } from './names.ts';
import { readProfile, type SingleProfileRow } from './queries.ts';
import type { CreateProfileInput } from './schemas.ts';

/** The inbox policy of a new profile: companies and agents must be contacts to write to it. */
export const DEFAULT_INBOX_POLICY: InboxPolicy = {
  messages: { human: 'anyone', company: 'contacts', ai_agent: 'contacts' },
  contact_requests: { human: 'anyone', company: 'anyone', ai_agent: 'anyone' },
};

const accountId = p('account_id', 'uuid');

/** A separate statement before the one that counts, so that the count sees a concurrent creation. */
const lockAccount = statement(
  'profiles.lock_account',
  { account_id: 'uuid' },
  sql`select id from accounts where id = ${accountId} for no key update`,
);

const requireRoom = statement(
  'profiles.require_room',
  { account_id: 'uuid' },
  sql`select case when count(*) >= ${LIMITS.account.max_profiles}::int then ${refuse('plan_limit_reached')} end
    from profiles where account_id = ${accountId} and deleted_at is null`,
);

const insertProfile = statement(
  'profiles.insert',
  {
    id: 'uuid',
    account_id: 'uuid',
    type: 'text',
    username: 'text',
    name: 'text',
    call_name: 'text',
    inbox_policy: 'jsonb',
    now: 'timestamptz',
  },
  qb.insert(profiles).values({
    id: p('id'),
    accountId: p('account_id'),
    type: p('type'),
    username: p('username'),
    name: p('name'),
    callName: p('call_name'),
    inboxPolicy: p('inbox_policy'),
    createdAt: p('now'),
    updatedAt: p('now'),
  }),
);

const insertActor = statement(
  'profiles.insert_actor',
  { actor_id: 'uuid', id: 'uuid', now: 'timestamptz' },
  qb.insert(actors).values({
    id: p('actor_id'),
    type: 'profile',
    entityId: p('id'),
    createdAt: p('now'),
    updatedAt: p('now'),
  }),
);

/**
 * Creates a profile with its actor, attached to the calling key or app. Fails with `username_reserved`,
 * `plan_limit_reached`, `username_taken`.
 */
export async function createProfile(ctx: Ctx, input: CreateProfileInput): Promise<SingleProfileRow> {
  const { type, username, name, call_name = firstWord(name) } = input;
  if (isReserved(username)) fail('username_reserved');
  const account_id = ctx.principal!.accountId;
  const [id, now] = [newId(), ctx.now()];
  const inbox_policy = JSON.stringify(DEFAULT_INBOX_POLICY);
  const row = await inTransaction(ctx, (tx) =>
    writeThenRead(
      tx,
      {
        ...accountAuthority(tx),
        checks: [lockAccount.call({ account_id }), requireRoom.call({ account_id })],
        change: [
          insertProfile.call({ id, account_id, type, username, name, call_name, inbox_policy, now }),
          ...claimName(tx, { id, username }),
          insertActor.call({ id, actor_id: newId(), now }),
          ...attachToCaller(tx, id),
          eventsCall(tx, [{ type: 'profile.created', profileId: id, actorProfileId: id, objectId: id, data: {} }]),
          auditCall(tx, { type: 'profile', id, profileId: id }),
          // No access was lost, but the cached profiles of the account would not include the new one for a while.
          evictionCall(tx, [account_id]),
        ],
      },
      readProfile(tx, id),
    ),
  );
  return row!;
}
