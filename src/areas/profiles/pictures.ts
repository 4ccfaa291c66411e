import { type SQL, sql } from 'drizzle-orm';
import type { ImageTheme, Permission } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import type { Ctx } from '../../ctx.ts';
import { p } from '../../db/statement.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { discardFiles, hideReplaced, keepFiles } from '../../storage/garbage.ts';
import { WHOLE_PICTURE } from '../../storage/image.ts';
import { filesOfPicture } from '../../storage/picture-rows.ts';
import { type IncomingPicture, type PictureOutput, storePictures } from '../../storage/store-pictures.ts';
import { actingAs, refuseWithoutProfile } from './acting.ts';
import { profileColumns } from './columns.ts';
import { profileFactColumns, profileFacts, type SingleProfileRow } from './queries.ts';

export const PICTURE_KINDS = ['avatar', 'banner'] as const;
export type PictureKind = (typeof PICTURE_KINDS)[number];
/** One of the pictures of a profile. */
export type PictureSlot = { kind: PictureKind; theme: ImageTheme };

const PERMISSION: Permission = 'profile_editing';
const square = (side: number) => ({ fit: 'cover', width: side, height: side }) as const;
const wide = (width: number) => ({ fit: 'inside', width }) as const;
const OUTPUTS: Readonly<Record<PictureKind, readonly PictureOutput[]>> = {
  avatar: [
    WHOLE_PICTURE,
    { name: 'large', ...square(LIMITS.avatar.large_px) },
    { name: 'medium', ...square(LIMITS.avatar.medium_px) },
    { name: 'small', ...square(LIMITS.avatar.small_px) },
  ],
  banner: [
    WHOLE_PICTURE,
    { name: 'large', ...wide(LIMITS.banner.large_px) },
    { name: 'medium', ...wide(LIMITS.banner.medium_px) },
    { name: 'small', ...wide(LIMITS.banner.small_px) },
  ],
};

const now = p('now', 'timestamptz');
const slot = p('slot', 'text');
/** The base key of the new picture; null removes the current one. */
const key = p('key', 'text');
const heldIn = (
  row: SQL,
) => sql`case ${slot} when 'avatar_light' then ${row}.avatar_light when 'avatar_dark' then ${row}.avatar_dark
    when 'banner_light' then ${row}.banner_light when 'banner_dark' then ${row}.banner_dark end`;

/**
 * Locks the profile's row before reading it: of two concurrent uploads the second one sees the first and puts it into
 * the garbage. A replaced picture is served for some more minutes to pages that still show it; a removed one is not,
 * nor are its predecessors.
 */
const writePicture = writeStatement<SingleProfileRow>('profiles.set_picture', {
  authority: 'acting',
  change: sql`target as (
      select pr.* from profiles pr join authority on authority.profile_id = pr.id
      where pr.deleted_at is null for no key update of pr
    ), changed as (
      update profiles pr set
        avatar_light = case ${slot} when 'avatar_light' then ${key} else pr.avatar_light end,
        avatar_dark = case ${slot} when 'avatar_dark' then ${key} else pr.avatar_dark end,
        banner_light = case ${slot} when 'banner_light' then ${key} else pr.banner_light end,
        banner_dark = case ${slot} when 'banner_dark' then ${key} else pr.banner_dark end,
        updated_at = ${now}
      from target where pr.id = target.id and ${heldIn(sql`target`)} is distinct from ${key}
      returning pr.*
    ), kept as (
      ${keepFiles(sql`changed, ${filesOfPicture(key)} as file`, sql`file`)}
    ), dropped as (
      ${discardFiles(sql`select file, ${p('due_at', 'timestamptz')}, case when ${key} is not null then changed.id end
        from changed join target on target.id = changed.id cross join ${filesOfPicture(heldIn(sql`target`))} as file
        where file is not null`)}
    ), hidden as (
      ${hideReplaced(sql`(select id from changed where ${key} is null)`, now)}
    )`,
  events: [
    {
      type: 'profile.updated',
      from: sql`changed`,
      profile: sql`changed.id`,
      actor: sql`changed.id`,
      objectType: 'profile',
      object: sql`changed.id`,
      data: sql`jsonb_build_object('fields', jsonb_build_array(${p('kind', 'text')}))`,
    },
  ],
  audit: { from: sql`changed`, objectType: 'profile', object: sql`changed.id` },
  answer: sql`select ${profileColumns}, ${profileFactColumns}
    from (select * from changed union all select * from target where not exists (select 1 from changed)) pr ${profileFacts}`,
});

/**
 * The context for changing the pictures of a profile, checked before anything is decoded. Fails with
 * `profile_not_found` or `permission_denied`; the write checks the permission again.
 */
export async function actingOnPictures<C extends Ctx>(ctx: C, idOrUsername: string): Promise<C> {
  const acting = await actingAs(ctx, idOrUsername, PERMISSION);
  if (!acting.acting?.permissions.includes(PERMISSION)) await refuseWithoutProfile(acting, PERMISSION);
  return acting;
}

/**
 * Stores a picture in all its sizes: the whole picture upright, an avatar also as squares of 768, 256 and 96 px, a
 * banner 1,600, 800 and 400 px wide. Nothing is enlarged. Returns its base key, which `setProfilePicture` takes.
 *
 * Fails with `image_too_large`, `unsupported_image_type`, `invalid_image` or `service_unavailable`.
 */
export async function storeProfilePicture(ctx: Ctx, kind: PictureKind, picture: IncomingPicture): Promise<string> {
  const [stored] = await storePictures(ctx, [picture], OUTPUTS[kind]);
  return stored!.blob_key;
}

/**
 * Sets a stored picture of a profile, or removes it (`key: null`), and returns the profile. Removing a missing one
 * changes nothing. Fails with `profile_not_found` or `permission_denied`. One statement.
 */
export async function setProfilePicture(
  ctx: Ctx,
  idOrUsername: string,
  { kind, theme, key }: PictureSlot & { key: string | null },
): Promise<SingleProfileRow> {
  const acting = await actingAs(ctx, idOrUsername, PERMISSION);
  const lastsMs = key === null ? 0 : LIMITS.media.replaced_ms;
  const values = { slot: `${kind}_${theme}`, key, kind, due_at: new Date(ctx.now().getTime() + lastsMs) };
  const row = await writePicture.run(acting, values, [PERMISSION]);
  if (row) return row;
  await refuseWithoutProfile(acting, PERMISSION);
  return fail('profile_not_found');
}
