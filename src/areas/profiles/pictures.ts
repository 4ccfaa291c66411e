import { discardFiles, hideReplaced, keepFiles } from '../../adapters/storage/garbage.ts';
import { WHOLE_PICTURE } from '../../adapters/storage/image.ts';
import { filesOfPicture } from '../../adapters/storage/picture-rows.ts';
import {
  type IncomingPicture,
  type PictureOutput,
  type StorageLimit,
  storePictures,
} from '../../adapters/storage/store-pictures.ts';
import type { ImageTheme, Permission } from '../../core/enums.ts';
import { LIMITS } from '../../core/limits.ts';
import type { Ctx } from '../../ctx.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { write, writeThenRead } from '../../events/write.ts';
import { writeStatement } from '../../events/write-statement.ts';
import { useUploads } from '../uploads/uploads.ts';
import { actingAs, lockProfile, NAMED_IN_PATH } from './acting.ts';
import { readProfile, type SingleProfileRow } from './queries.ts';

export const PICTURE_KINDS = ['avatar', 'banner'] as const;
export type PictureKind = (typeof PICTURE_KINDS)[number];
export type PictureSlot = { kind: PictureKind; theme: ImageTheme };

const PERMISSION: Permission = 'profile_editing';
const EDITING = { permissions: [PERMISSION], refusals: NAMED_IN_PATH };
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
const id = p('profile_id', 'uuid');
/** The base key of the new picture; null removes the current one. */
const key = p('key', 'text');

/** The statements of one slot, for its column of `profiles`. Both change nothing if it already has the picture. */
const statementsOf = (slot: `${PictureKind}_${ImageTheme}`, column: SQL) => ({
  /** A replaced picture is served for a few more minutes; a removed one and its predecessors are not. */
  files: statement(
    `profiles.replace_files ${slot}`,
    { profile_id: 'uuid', key: 'text?', now: 'timestamptz', due_at: 'timestamptz' },
    sql`with target as (
      select id, ${column} as held from profiles where id = ${id} and ${column} is distinct from ${key}
    ), kept as (
      ${keepFiles(sql`target, ${filesOfPicture(key)} as file`, sql`file`)}
    ), hidden as (
      ${hideReplaced(sql`(select id from target where ${key} is null)`, now)}
    )
    ${discardFiles(sql`select file, ${p('due_at', 'timestamptz')}, case when ${key} is not null then target.id end
      from target cross join ${filesOfPicture(sql`held`)} as file where file is not null`)}`,
  ),
  column: writeStatement(
    `profiles.set_picture ${slot}`,
    { key: 'text?', kind: 'text' },
    {
      change: sql`changed as (
      update ${writes('profiles')} set ${column} = ${key}, updated_at = ${now}
      where id = ${id} and ${column} is distinct from ${key}
      returning id
    )`,
      events: [
        {
          type: 'profile.updated',
          from: sql`changed`,
          profile: id,
          actor: id,
          object: id,
          data: { fields: sql`jsonb_build_array(${p('kind', 'text')})` },
        },
      ],
      audit: { from: sql`changed`, objectType: 'profile', object: id },
      answer: sql<{ id: string }>`select id from changed`,
    },
  ),
});

const STATEMENTS = {
  avatar_light: statementsOf('avatar_light', sql`avatar_light`),
  avatar_dark: statementsOf('avatar_dark', sql`avatar_dark`),
  banner_light: statementsOf('banner_light', sql`banner_light`),
  banner_dark: statementsOf('banner_dark', sql`banner_dark`),
};

/** Checked before decoding. Fails with `profile_not_found` or `permission_denied`; the write checks again. */
export async function actingOnPictures<C extends Ctx>(ctx: C, idOrUsername: string): Promise<C> {
  const acting = await actingAs(ctx, idOrUsername, PERMISSION);
  if (!acting.acting?.permissions.includes(PERMISSION)) await write(acting, { ...EDITING, change: [] });
  return acting;
}

/**
 * Stores a picture in all sizes: upright; an avatar as squares of 768, 256 and 96 px, a banner 1,600, 800 and 400 px
 * wide. Returns its base key. Fails like `storePictures`.
 */
export async function storeProfilePicture(
  ctx: Ctx,
  kind: PictureKind,
  { picture, limit }: { picture: IncomingPicture; limit: StorageLimit },
): Promise<string> {
  const [stored] = await storePictures(ctx, [picture], OUTPUTS[kind], limit);
  return stored!.blob_key;
}

/**
 * Sets a stored picture of a profile, or removes it (`key: null`). Under a lock: the second of two uploads puts the
 * first into the garbage. `upload_id` is the upload that it was made of. Fails with `profile_not_found`,
 * `permission_denied` or `upload_not_found`.
 */
export async function setProfilePicture(
  ctx: Ctx,
  idOrUsername: string,
  { kind, theme, key: blobKey, upload_id }: PictureSlot & { key: string | null; upload_id?: string },
): Promise<SingleProfileRow> {
  const acting = await actingAs(ctx, idOrUsername, PERMISSION);
  const { id: profile_id } = acting.acting!;
  const { files, column } = STATEMENTS[`${kind}_${theme}`];
  const servedMs = blobKey === null ? 0 : LIMITS.media.replaced_ms;
  const due_at = new Date(ctx.now().getTime() + servedMs);
  const row = await writeThenRead(
    acting,
    {
      ...EDITING,
      change: [
        lockProfile.call({ id: profile_id }),
        ...useUploads(ctx, upload_id === undefined ? [] : [{ upload_id }]),
        files.call({ profile_id, key: blobKey, now: ctx.now(), due_at }),
        column.call(acting, { key: blobKey, kind }),
      ],
    },
    readProfile(acting, profile_id),
  );
  return row!;
}
