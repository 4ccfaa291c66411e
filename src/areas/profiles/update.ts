import { sql } from 'drizzle-orm';
import { fail } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import { isReserved, usernameKey } from '../../core/username.ts';
import { type Ctx, inTransaction } from '../../ctx.ts';
import { p, statement } from '../../db/statement.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { findLocation, type Location } from '../taxonomies/location.ts';
import { actingAs, refuseWithoutProfile } from './acting.ts';
import { profileColumns } from './columns.ts';
import { hashedNameKey, lockNames, nameIsUnused } from './names.ts';
import { profileFactColumns, profileFacts, type SingleProfileRow } from './queries.ts';
import type { EditProfileInput } from './schemas.ts';

const PERMISSION = 'profile_editing';
const changes = p('changes', 'jsonb');

/**
 * Locks in a separate statement before a rename: concurrent renames see each other and leave one current username, and
 * a concurrent verification is seen and ends.
 */
const lockProfile = statement(
  'profiles.lock_one',
  sql`select id from profiles where id = ${p('id', 'uuid')} for no key update`,
);

const changeProfile = writeStatement<SingleProfileRow>('profiles.update', {
  authority: 'acting',
  change: sql`claimed as (
      insert into usernames (key, username, profile_id)
      select ${p('username_key', 'text')}, ${changes}->>'username', authority.profile_id from authority
      where ${p('username_key', 'text')} is not null and ${nameIsUnused}
      on conflict (key) do update set username = excluded.username, profile_id = excluded.profile_id, held_until = null
        where usernames.held_until <= ${p('now', 'timestamptz')} or usernames.profile_id = excluded.profile_id
      returning key
    ), released as (
      update usernames un set held_until = ${p('held_until', 'timestamptz')}
      from claimed
      where un.profile_id = ${p('profile_id', 'uuid')} and un.held_until is null and un.key <> claimed.key
    ), changed as (
      update profiles pr set
        username = coalesce(${changes}->>'username', pr.username),
        name = coalesce(${changes}->>'name', pr.name),
        call_name = coalesce(${changes}->>'call_name', pr.call_name),
        occupation = case when ${changes} ? 'occupation' then nullif(${changes}->>'occupation', '') else pr.occupation end,
        bio = case when ${changes} ? 'bio' then nullif(${changes}->>'bio', '') else pr.bio end,
        country_code = case when ${changes} ? 'location' then ${changes}->'location'->>'country_code' else pr.country_code end,
        state_code = case when ${changes} ? 'location' then ${changes}->'location'->>'state_code' else pr.state_code end,
        city_name = case when ${changes} ? 'location' then ${changes}->'location'->>'city_name' else pr.city_name end,
        legal_name_verified = pr.legal_name_verified and coalesce(${changes}->>'name', pr.name) = pr.name,
        indexable = coalesce((${changes}->>'indexable')::bool, pr.indexable),
        inbox_policy = jsonb_build_object(
          'messages', (pr.inbox_policy->'messages') || coalesce(${changes}->'inbox_policy'->'messages', '{}'),
          'contact_requests', (pr.inbox_policy->'contact_requests') || coalesce(${changes}->'inbox_policy'->'contact_requests', '{}')),
        updated_at = case when ${changes} = '{}' then pr.updated_at else ${p('now', 'timestamptz')} end
      from authority
      where pr.id = authority.profile_id and pr.deleted_at is null
        and (${p('username_key', 'text')} is null or exists (select 1 from claimed))
      returning pr.*
    ), unproved as (
      update verifications v set status = 'expired', reason = 'name_changed', updated_at = ${p('now', 'timestamptz')}
      from changed where v.profile_id = changed.id and v.status in ('pending', 'verified') and v.name <> changed.name
    )`,
  events: [
    {
      type: 'profile.updated',
      from: sql`changed where ${changes} <> '{}'`,
      profile: sql`changed.id`,
      actor: sql`changed.id`,
      objectType: 'profile',
      object: sql`changed.id`,
      data: sql`jsonb_build_object('fields', (select jsonb_agg(field order by field) from jsonb_object_keys(${changes}) as field))`,
    },
  ],
  audit: { from: sql`changed`, objectType: 'profile', object: sql`changed.id` },
  answer: sql`select ${profileColumns}, ${profileFactColumns} from changed pr ${profileFacts}`,
});

/** The changes, with an existing location. */
export type ProfileEdit = Omit<EditProfileInput, 'location'> & { location?: Location | null };

/** Resolves the chosen location, which may read a file. Fails with `invalid_location`. */
export async function prepareEdit({ location, ...rest }: EditProfileInput): Promise<ProfileEdit> {
  if (location === undefined) return rest;
  return { ...rest, location: location === null ? null : await findLocation(location) };
}

/**
 * Changes the given fields of a profile that the caller owns or may edit. A new name on a verified profile clears
 * `legal_name_verified` and ends its verifications. A former username is reserved for 90 days; its profile may take it
 * back.
 *
 * Fails with `username_reserved`, `profile_not_found`, `permission_denied` or `username_taken`.
 */
export async function updateProfile(ctx: Ctx, idOrUsername: string, input: ProfileEdit): Promise<SingleProfileRow> {
  const { username } = input;
  if (username !== undefined && isReserved(username)) fail('username_reserved');
  const acting = await actingAs(ctx, idOrUsername, PERMISSION);
  if (username === undefined && input.name === undefined) return change(acting, input);
  return inTransaction(acting, async (tx) => {
    await lockProfile.all(tx, { id: tx.acting!.id });
    if (username !== undefined) await lockNames(tx, [hashedNameKey(tx, username)]);
    return change(tx, input);
  });
}

async function change(ctx: Ctx, input: ProfileEdit): Promise<SingleProfileRow> {
  const values = {
    changes: JSON.stringify(input),
    username_key: input.username === undefined ? null : usernameKey(input.username),
    hashed_key: input.username === undefined ? null : hashedNameKey(ctx, input.username),
    held_until: new Date(ctx.now().getTime() + LIMITS.username.held_after_change_ms),
  };
  const row = await changeProfile.run(ctx, values, [PERMISSION]);
  if (row) return row;
  await refuseWithoutProfile(ctx, PERMISSION);
  return fail(input.username === undefined ? 'profile_not_found' : 'username_taken');
}
