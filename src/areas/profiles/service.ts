import type { AttachedProfile } from '../../auth/principal.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import { type Page, readCursor, toPage } from '../../core/pagination.ts';
import { usernameKey, usernameSchema } from '../../core/username.ts';
import type { Ctx } from '../../ctx.ts';
import type { ViewerRow } from '../relations/queries.ts';
import {
  findProfile,
  findProfiles,
  findProfilesByUsername,
  findSettings,
  type ListedProfileRow,
  readerValues,
  type SettingsRow,
  type SingleProfileRow,
} from './queries.ts';
import { referenceValues } from './reference.ts';
import type { ListInput, LookupInput } from './schemas.ts';

const username = usernameSchema();

/** One profile by its id or username. Fails with `profile_not_found`. */
export async function getProfileOrFail(ctx: Ctx, idOrUsername: string): Promise<SingleProfileRow & ViewerRow> {
  const values = { ...referenceValues(idOrUsername), ...readerValues(ctx), now: ctx.now() };
  return (await findProfile.one(ctx, values)) ?? fail('profile_not_found');
}

/**
 * Whether the caller is on the profile's side: its owner, or a manager with `networking`. A header that names another
 * profile restricts the caller to that one.
 */
export function isOwn(ctx: Ctx, profileId: string): boolean {
  const attached = attachedHere(ctx, profileId);
  return attached !== undefined && (attached.owned || attached.permissions.includes('networking'));
}

function attachedHere(ctx: Ctx, profileId: string): AttachedProfile | undefined {
  return ctx.acting && ctx.acting.id !== profileId ? undefined : ctx.principal?.profiles.get(profileId);
}

/** The listed profiles (ids or usernames) that the caller may see, in the order of the list, without duplicates. */
export async function lookUpProfiles(ctx: Ctx, input: LookupInput): Promise<ListedProfileRow[]> {
  const reader = readerValues(ctx);
  if (input.ids) return findProfiles.all(ctx, { ids: [...new Set(input.ids.map(idOrNone))], ...reader });
  const usernames = [...new Set(input.usernames?.flatMap((text) => username.safeParse(text).data ?? []))];
  return findProfilesByUsername.all(ctx, { keys: usernames.map(usernameKey), usernames, ...reader });
}

export type ManagedProfileRow = ListedProfileRow & { attached: AttachedProfile };

/** A page of the profiles that this credential may act as, newest first; with the header, only that one. */
export async function listManagedProfiles(ctx: Ctx, input: ListInput): Promise<Page<ManagedProfileRow>> {
  const before = readCursor(ctx, input)?.[0];
  const attached = [...(ctx.principal?.profiles.values() ?? [])]
    .filter(({ id }) => (before === undefined || id < before) && (!ctx.acting || ctx.acting.id === id))
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, input.limit + 1);
  const page = toPage(ctx, attached, input, ({ id }) => [id]);
  const rows = await findProfiles.all(ctx, { ids: page.items.map(({ id }) => id), ...readerValues(ctx) });
  const byId = new Map(page.items.map((item) => [item.id, item]));
  return { ...page, items: rows.map((row) => ({ ...row, attached: byId.get(row.profile_id)! })) };
}

/** The settings of a profile: for its owner and managers with `profile_editing`; others get 403 or 404. */
export async function getSettingsOrFail(ctx: Ctx, idOrUsername: string): Promise<SettingsRow> {
  const settings = await findSettings.one(ctx, { ...referenceValues(idOrUsername), ...readerValues(ctx) });
  if (!settings) fail('profile_not_found');
  const permission = 'profile_editing';
  if (attachedHere(ctx, settings.id)?.permissions.includes(permission)) return settings;
  return fail('permission_denied', { agent: { required_permission: permission } });
}
