import type { AttachedProfile } from '../../auth/principal.ts';
import type { View } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import { type Page, readCursor, toPage } from '../../core/pagination.ts';
import { usernameKey, usernameSchema } from '../../core/username.ts';
import type { Ctx } from '../../ctx.ts';
import { batch } from '../../db/statement.ts';
import { joinViewer, NO_VIEWER, type ViewerRow, viewerCalls, withViewer } from '../relations/viewer.ts';
import {
  findProfile,
  findProfiles,
  findProfilesByUsername,
  findSettings,
  type ListedProfileRow,
  profileReadValues,
  type SettingsRow,
  type SingleProfileRow,
} from './queries.ts';
import { referenceValues } from './reference.ts';
import type { ListInput, LookupInput } from './schemas.ts';

const username = usernameSchema();

/** One profile by its id or username. Fails with `profile_not_found`. */
export async function getProfileOrFail(
  ctx: Ctx,
  idOrUsername: string,
  view?: View,
): Promise<SingleProfileRow & ViewerRow> {
  const reference = referenceValues(idOrUsername);
  const values = { ...reference, ...profileReadValues(ctx) };
  const find = reference.ref_id === null ? findProfile.byUsername : findProfile.byId;
  const found = await batch(ctx, {
    profile: find.profile.call(values),
    viewer: ctx.acting && view !== 'compact' ? find.viewer.call(values) : null,
  });
  return { ...(found.profile[0] ?? fail('profile_not_found')), ...(found.viewer?.[0] ?? NO_VIEWER) };
}

/** Whether the caller is the owner or a manager with `networking`. A header restricts it. */
export function isOwn(ctx: Ctx, profileId: string): boolean {
  const attached = attachedHere(ctx, profileId);
  return attached !== undefined && (attached.owned || attached.permissions.includes('networking'));
}

function attachedHere(ctx: Ctx, profileId: string): AttachedProfile | undefined {
  return ctx.acting && ctx.acting.id !== profileId ? undefined : ctx.principal?.profiles.get(profileId);
}

/** The listed profiles (ids or usernames) that the caller may see, in the order of the list, without duplicates. */
export async function lookUpProfiles(ctx: Ctx, input: LookupInput): Promise<ListedProfileRow[]> {
  if (input.ids) return loadProfiles(ctx, [...new Set(input.ids.map(idOrNone))], input.view);
  const names = input.usernames?.flatMap((text) => username.safeParse(text).data ?? []);
  const wanted = [...new Set(names?.map(usernameKey))];
  const rows = await findProfilesByUsername.all(ctx, { keys: wanted, ...profileReadValues(ctx) });
  const found = new Map(rows.map((row) => [usernameKey(row.username), row]));
  return withViewer(
    ctx,
    wanted.flatMap((key) => found.get(key) ?? []),
    input.view,
  );
}

/** Profiles by id that the caller may see, in the order of the ids. */
export async function loadProfiles(ctx: Ctx, ids: readonly string[], view?: View): Promise<ListedProfileRow[]> {
  if (ids.length === 0) return [];
  const { rows, relations } = await batch(ctx, {
    rows: findProfiles.call({ ids, ...profileReadValues(ctx) }),
    relations: viewerCalls(ctx, ids, view),
  });
  const found = new Map(rows.map((row) => [row.profile_id, row]));
  return joinViewer(
    ctx,
    ids.flatMap((id) => found.get(id) ?? []),
    relations.flat(),
  );
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
  const ids = page.items.map(({ id }) => id);
  const rows = await loadProfiles(ctx, ids, input.view);
  const byId = new Map(page.items.map((item) => [item.id, item]));
  return { ...page, items: rows.map((row) => ({ ...row, attached: byId.get(row.profile_id)! })) };
}

/** The settings of a profile: for its owner and managers with `profile_editing`; others get 403 or 404. */
export async function getSettingsOrFail(ctx: Ctx, idOrUsername: string): Promise<SettingsRow> {
  const settings = await findSettings.one(ctx, { ...referenceValues(idOrUsername), ...profileReadValues(ctx) });
  if (!settings) fail('profile_not_found');
  const permission = 'profile_editing';
  if (attachedHere(ctx, settings.id)?.permissions.includes(permission)) return settings;
  return fail('permission_denied', { agent: { required_permission: permission } });
}
