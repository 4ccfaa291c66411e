import { fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import type { RateLimitName } from '../../core/limits.ts';
import { isReserved, usernameKey } from '../../core/username.ts';
import type { Ctx } from '../../ctx.ts';
import { and, eq, isNull, ne, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { usernames } from '../../db/schema/profiles.ts';
import { p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { auditCall, eventsCall, type NewEvent } from '../../events/emit.ts';
import { writeThenRead } from '../../events/write.ts';
import { findLocation, type Location } from '../taxonomies/location.ts';
import { actingAs, lockProfile, NAMED_IN_PATH } from './acting.ts';
import { claimName, type OnRename } from './names.ts';
import { readProfile, type SingleProfileRow } from './queries.ts';
import type { EditProfileInput } from './schemas.ts';

const PERMISSION = 'profile_editing';
const changes = p('changes', 'jsonb');

const changeProfile = statement(
  'profiles.update',
  { changes: 'jsonb', now: 'timestamptz', id: 'uuid' },
  sql`update ${writes('profiles')} pr set
    username = coalesce(${changes}->>'username', pr.username),
    name = coalesce(${changes}->>'name', pr.name),
    call_name = coalesce(${changes}->>'call_name', pr.call_name),
    occupation = case when ${changes} ? 'occupation' then nullif(${changes}->>'occupation', '') else pr.occupation end,
    bio = case when ${changes} ? 'bio' then nullif(${changes}->>'bio', '') else pr.bio end,
    country_code = case when ${changes} ? 'location' then ${changes}->'location'->>'country_code' else pr.country_code end,
    state_code = case when ${changes} ? 'location' then ${changes}->'location'->>'state_code' else pr.state_code end,
    city_name = case when ${changes} ? 'location' then ${changes}->'location'->>'city_name' else pr.city_name end,
    legal_name_verified = pr.legal_name_verified and coalesce(${changes}->>'name', pr.name) = pr.name,
    verified_domain = case when coalesce(${changes}->>'name', pr.name) = pr.name then pr.verified_domain end,
    signup_autofollow = pr.signup_autofollow and coalesce(${changes}->>'name', pr.name) = pr.name
      and coalesce(${changes}->>'username', pr.username) = pr.username,
    indexable = coalesce((${changes}->>'indexable')::bool, pr.indexable),
    inbox_policy = jsonb_build_object(
      'messages', (pr.inbox_policy->'messages') || coalesce(${changes}->'inbox_policy'->'messages', '{}'),
      'contact_requests', (pr.inbox_policy->'contact_requests') || coalesce(${changes}->'inbox_policy'->'contact_requests', '{}')),
    updated_at = ${p('now', 'timestamptz')}
  where pr.id = ${p('id', 'uuid')}`,
);

type LimitedRequest = { readonly ctx: Ctx; reserveLimit(name: RateLimitName): Promise<void> };

/** The changes, with an existing location. */
export type ProfileEdit = Omit<EditProfileInput, 'location'> & { location?: Location | null };

const findRename = statement(
  'profiles.find_rename',
  { id: 'uuid', key: 'text' },
  qb
    .select({ profile_id: usernames.profileId })
    .from(usernames)
    .where(
      and(eq(usernames.profileId, p('id', 'uuid')), isNull(usernames.heldUntil), ne(usernames.key, p('key', 'text'))),
    ),
);

/** Counts a new username against its limit. Fails with `rate_limited`. */
export async function reserveRename(request: LimitedRequest, idOrUsername: string, username?: string): Promise<void> {
  if (username === undefined) return;
  const isRename = await findRename.one(request.ctx, { id: idOrNone(idOrUsername), key: usernameKey(username) });
  if (isRename) await request.reserveLimit('renames');
}

/** Resolves the chosen location, which may read a file. Fails with `invalid_location`. */
export async function prepareEdit({ location, ...rest }: EditProfileInput): Promise<ProfileEdit> {
  if (location === undefined) return rest;
  return { ...rest, location: location === null ? null : await findLocation(location) };
}

/**
 * Changes the given fields of a profile. A new name ends its verification (`onRename`); a former username is reserved
 * for 90 days.
 *
 * Fails with `username_reserved`, `profile_not_found`, `permission_denied` or `username_taken`.
 */
export async function updateProfile(
  ctx: Ctx,
  idOrUsername: string,
  input: ProfileEdit,
  onRename: readonly OnRename[],
): Promise<SingleProfileRow> {
  const { username, name } = input;
  if (username !== undefined && isReserved(username)) fail('username_reserved');
  const acting = await actingAs(ctx, idOrUsername, PERMISSION);
  const { id } = acting.acting!;
  const fields = Object.entries(input).flatMap(([field, value]) => (value === undefined ? [] : field));
  const updated: NewEvent = {
    type: 'profile.updated',
    ...{ profileId: id, actorProfileId: id, objectId: id },
    data: { fields: fields.sort() },
  };
  const row = await writeThenRead(
    acting,
    {
      permissions: [PERMISSION],
      refusals: NAMED_IN_PATH,
      change: [
        ...(username === undefined && name === undefined ? [] : [lockProfile.call({ id })]),
        ...(username === undefined ? [] : claimName(acting, { id, username })),
        ...(fields.length === 0 ? [] : [changeProfile.call({ id, now: ctx.now(), changes: JSON.stringify(input) })]),
        ...(name === undefined ? [] : onRename.map((end) => end(acting, id))),
        ...(fields.length === 0 ? [] : [eventsCall(acting, [updated])]),
        auditCall(acting, { type: 'profile', id }),
      ],
    },
    readProfile(acting, id),
  );
  return row!;
}
