import { signatures } from '../../auth/secrets.ts';
import { LIMITS } from '../../core/limits.ts';
import { FIRST_ID } from '../../core/pagination.ts';
import { imitatesService } from '../../core/service-name.ts';
import { imitatesReserved, isReserved, mayImitate, usernameKey, usernameLook } from '../../core/username.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../ctx.ts';
import { and, eq, isNotNull, isNull, ne, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { refuse } from '../../db/refusal.ts';
import { LOOK_OF_KEY, usernames } from '../../db/schema/profiles.ts';
import { batch, type Call, p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { pr } from './columns.ts';

/** Prefix of keyed hashes: a deleted profile's name stays taken but unreadable. Plain keys have letters and digits. */
const HASHED = '~';
const BATCH = 500;

const profileId = p('profile_id', 'uuid');
const now = p('now', 'timestamptz');

const hashesOf = (ctx: Ctx, text: string) => signatures(ctx.keys.names, text).map((hash) => HASHED + hash);

/** The hashes of a name, or of its key, with each key. The first one is stored once the profile is deleted. */
const hashedNameKeys = (ctx: Ctx, name: string): string[] => hashesOf(ctx, usernameKey(name));

/** The same for what it looks like. */
const hashedLooks = (ctx: Ctx, name: string): string[] => hashesOf(ctx, `look:${usernameLook(name)}`);

const lockStatement = statement(
  'profiles.lock_names',
  { keys: 'text[]' },
  sql`select pg_advisory_xact_lock(hashtextextended('username:' || one.key, 0))
    from (select key from unnest(${p('keys', 'text[]')}) as key order by key) one`,
);

/** Claiming a name waits for the deletion of its owner: the lock key changes then. */
const lockNames = (hashedKeys: readonly string[]): Call<unknown> => lockStatement.call({ keys: hashedKeys });

const key = p('key', 'text');
const imitates = p('imitates', 'bool');
const isOwn = sql`exists (select from usernames where key = ${key} and profile_id = ${profileId})`;
/** Condition: a former name is still reserved, or it is a current one. */
const isHeld = sql`coalesce(held_until > ${now}, true)`;
/** Condition: the name of another profile that looks the same, if one of them may imitate the other. */
const isImitation = sql`exists (select from usernames where ${LOOK_OF_KEY} = ${p('look', 'text')} and key <> ${key}
      and profile_id <> ${profileId} and (${imitates} or key ~ '[01]|rn') and ${isHeld})`;
/** Condition: the name of a deleted profile, or one that imitates it. */
const wasDeleted = sql`exists (select from usernames
      where (key = any(${p('hashed_keys', 'text[]')}) or key = any(${p('hashed_looks', 'text[]')}) and ${imitates}) and ${isHeld})`;

const NAME = {
  key: 'text',
  profile_id: 'uuid',
  look: 'text',
  imitates: 'bool',
  hashed_keys: 'text[]',
  hashed_looks: 'text[]',
  now: 'timestamptz',
} as const;

const valuesOf = (ctx: Ctx, id: string, username: string) => ({
  ...{ key: usernameKey(username), profile_id: id, look: usernameLook(username), imitates: mayImitate(username) },
  ...{ hashed_keys: hashedNameKeys(ctx, username), hashed_looks: hashedLooks(ctx, username), now: ctx.now() },
});

/**
 * A free name, a former one that is no longer reserved, or one of the profile itself; not one of a deleted profile. A new
 * name must not imitate another one or be imitated by it. The lock on its look makes others wait.
 */
const claim = statement(
  'profiles.claim_name',
  { ...NAME, username: 'text', imitates_reserved: 'bool' },
  sql`with own as (select ${isOwn} as is_own
  ), claimed as (
    insert into ${writes('usernames')} (key, username, profile_id)
    select ${key}, ${p('username', 'text')}, ${profileId} from own
    where (is_own or not ${isImitation}) and not ${wasDeleted}
    on conflict (key) do update set username = excluded.username, profile_id = excluded.profile_id, held_until = null
      where usernames.held_until <= ${now} or usernames.profile_id = excluded.profile_id
    returning key
  )
  select case when ${p('imitates_reserved', 'bool')} and not is_own then ${refuse('username_reserved')}
    when not exists (select from claimed) then ${refuse('username_taken')} end from own`,
);

const checkName = statement(
  'profiles.check_name',
  NAME,
  sql<{ own: boolean; taken: boolean }>`select ${isOwn} as own,
    exists (select from usernames where key = ${key} and ${isHeld}) or ${isImitation} or ${wasDeleted} as taken`,
);

/** Whether it imitates a reserved username or, as a name must not, the service, its staff or a verification. It may be from before. */
const pretends = (username: string): boolean => imitatesReserved(username) || imitatesService(username);

/** What claiming a name now would be refused with. Null: nothing. Without an id, for a new profile. */
export async function nameProblem(
  ctx: Ctx,
  username: string,
  id = FIRST_ID,
): Promise<'username_reserved' | 'username_taken' | null> {
  if (isReserved(username)) return 'username_reserved';
  const { own, taken } = (await checkName.one(ctx, valuesOf(ctx, id, username)))!;
  if (own) return null;
  if (pretends(username)) return 'username_reserved';
  return taken ? 'username_taken' : null;
}

const reserveFormer = statement(
  'profiles.reserve_former_name',
  { held_until: 'timestamptz', profile_id: 'uuid', key: 'text' },
  qb
    .update(usernames)
    .set({ heldUntil: p('held_until', 'timestamptz') })
    .where(and(eq(usernames.profileId, profileId), isNull(usernames.heldUntil), ne(usernames.key, p('key', 'text')))),
);

/** Claims a name and reserves the former one, or refuses with `username_taken` or `username_reserved`. Locks the name. */
export function claimName(ctx: Ctx, { id, username }: { id: string; username: string }): Call<unknown>[] {
  const values = valuesOf(ctx, id, username);
  const held_until = new Date(ctx.now().getTime() + LIMITS.username.held_after_change_ms);
  return [
    lockNames([...values.hashed_keys, ...values.hashed_looks]),
    claim.call({ ...values, username, imitates_reserved: pretends(username) }),
    reserveFormer.call({ profile_id: id, key: values.key, held_until }),
  ];
}

/** A statement that another area adds to a rename. It runs when the profile has its new name. */
export type OnRename = (ctx: Ctx, profileId: string) => Call<unknown>;

const isReadable = sql`not starts_with(${usernames.key}, ${HASHED}::text)`;

const listKeys = statement(
  'profiles.list_name_keys',
  { profile_id: 'uuid' },
  qb
    .select({ key: usernames.key })
    .from(usernames)
    .where(and(eq(usernames.profileId, profileId), isReadable)),
);

/** A former name that is no longer reserved is free, so it is not stored. */
const replaceKeys = statement(
  'profiles.hash_names',
  { profile_id: 'uuid', keys: 'text[]', hashed_keys: 'text[]', now: 'timestamptz' },
  sql`with plain as (
      delete from ${writes('usernames')} where profile_id = ${profileId} and key = any(${p('keys', 'text[]')}) returning key, held_until
    )
    insert into ${writes('usernames')} (key, username, profile_id, held_until)
    select hashed.hashed_key, 'deleted', ${profileId}, nullif(max(coalesce(plain.held_until, 'infinity')), 'infinity')
    from plain join unnest(${p('keys', 'text[]')}, ${p('hashed_keys', 'text[]')}) as hashed(key, hashed_key) on hashed.key = plain.key
    where coalesce(plain.held_until > ${now}, true) group by 1
    on conflict (key) do update set profile_id = excluded.profile_id,
      held_until = nullif(greatest(coalesce(usernames.held_until, 'infinity'), coalesce(excluded.held_until, 'infinity')), 'infinity')`,
);

/** Replaces the names of a deleted profile by hashes. */
export async function hashNames(tx: TxCtx, deletedProfileId: string): Promise<void> {
  const keys = (await listKeys.all(tx, { profile_id: deletedProfileId })).map(({ key }) => key);
  if (keys.length === 0) return;
  const hashes = [...keys.map((key) => hashedNameKeys(tx, key)), ...keys.map((key) => hashedLooks(tx, key))];
  const hashed_keys = hashes.map(([hash]) => hash!);
  await batch(tx, [lockNames(hashes.flat())]);
  await replaceKeys.all(tx, { profile_id: deletedProfileId, keys: [...keys, ...keys], hashed_keys, now: tx.now() });
}

const listReadable = statement(
  'profiles.list_readable_names',
  {},
  qb
    .selectDistinct({ profile_id: usernames.profileId })
    .from(usernames)
    .innerJoin(pr, and(eq(pr.id, usernames.profileId), isNotNull(pr.deletedAt)))
    .where(isReadable)
    .limit(BATCH),
);

/** Hashes names that an earlier version left; only the running service has the key. */
export async function hashNamesOfDeleted(ctx: Ctx): Promise<void> {
  for (;;) {
    const rows = await listReadable.all(ctx);
    for (const { profile_id } of rows) {
      ctx.signal?.throwIfAborted();
      await inTransaction(ctx, (tx) => hashNames(tx, profile_id));
    }
    if (rows.length < BATCH) return;
  }
}
