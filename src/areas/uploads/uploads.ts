import { buffer } from 'node:stream/consumers';
import { WHOLE_PICTURE } from '../../adapters/storage/image.ts';
import {
  type IncomingPicture,
  type StorageLimit,
  type StoredPicture,
  storePictures,
} from '../../adapters/storage/store-pictures.ts';
import { newSecret } from '../../auth/key-format.ts';
import { requireActing, requirePrincipal } from '../../auth/require.ts';
import { sha256 } from '../../auth/secrets.ts';
import { failAddress } from '../../auth/upload-tickets.ts';
import { inBatches } from '../../core/batches.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone, newId } from '../../core/ids.ts';
import { LIMITS } from '../../core/limits.ts';
import type { Ctx } from '../../ctx.ts';
import { and, eq, gt, inArray, isNull, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { refuse } from '../../db/refusal.ts';
import { uploads } from '../../db/schema/uploads.ts';
import { type Call, p, statement } from '../../db/statement.ts';
import { writes } from '../../db/writes.ts';
import { write } from '../../events/write.ts';
import { writeStatement } from '../../events/write-statement.ts';

/** A manager needs one of these, as for a post with pictures. */
export const UPLOADING = ['posting', 'drafting', 'commenting'] as const;

const now = p('now', 'timestamptz');

const insert = writeStatement(
  'uploads.create',
  { upload_id: 'uuid', secret_id: 'uuid', token_hash: 'bytea', expires_at: 'timestamptz' },
  {
    change: sql`made as (
      insert into ${writes('uploads')} (id, profile_id, secret_id, token_hash, created_at, expires_at)
      values (${p('upload_id', 'uuid')}, ${p('profile_id', 'uuid')}, ${p('secret_id', 'uuid')}, ${p('token_hash', 'bytea')}, ${now}, ${p('expires_at', 'timestamptz')})
      returning id)`,
    audit: { from: sql`made`, objectType: 'upload', object: sql`made.id` },
    answer: sql<{ id: string }>`select id from made`,
  },
);

export type UploadAddress = { uploadId: string; ticket: string; expiresAt: Date };

/** Creates an address that takes one picture for the acting profile. It ends with the secret of its caller. */
export async function createUpload(ctx: Ctx): Promise<UploadAddress> {
  const ticket = newSecret('one_time');
  const uploadId = newId();
  const expiresAt = new Date(ctx.now().getTime() + LIMITS.upload.url_ms);
  const { secretId: secret_id } = requirePrincipal(ctx);
  const values = { upload_id: uploadId, secret_id, token_hash: sha256(ticket), expires_at: expiresAt };
  await write(ctx, { permissions: UPLOADING, change: [insert.call(ctx, values)] });
  return { uploadId, ticket: ctx.dryRun ? 'dry_run' : ticket, expiresAt };
}

/** Decodes and stores what has arrived at an address. Fails like `storePictures`. */
export async function storeUpload(ctx: Ctx, bytes: Buffer, limit: StorageLimit): Promise<StoredPicture> {
  const [picture] = await storePictures(ctx, [{ bytes, path: 'body' }], [WHOLE_PICTURE], limit);
  return picture!;
}

const receive = statement(
  'uploads.receive',
  {
    token_hash: 'bytea',
    blob_key: 'text',
    width: 'int',
    height: 'int',
    now: 'timestamptz',
    expires_at: 'timestamptz',
  },
  qb
    .update(uploads)
    .set({
      blobKey: sql`${p('blob_key')}`,
      width: sql`${p('width')}`,
      height: sql`${p('height')}`,
      expiresAt: sql`${p('expires_at')}`,
    })
    .where(and(eq(uploads.tokenHash, p('token_hash')), isNull(uploads.blobKey), gt(uploads.expiresAt, p('now'))))
    .returning({ id: uploads.id }),
);

export type ReceivedUpload = { id: string; picture: StoredPicture; expiresAt: Date };

/** Keeps a stored picture under its address, which then takes no other. Fails with `invalid_token`. */
export async function receiveUpload(ctx: Ctx, ticket: string, picture: StoredPicture): Promise<ReceivedUpload> {
  const { blob_key, width, height } = picture;
  const expiresAt = new Date(ctx.now().getTime() + LIMITS.upload.kept_ms);
  const values = { token_hash: sha256(ticket), blob_key, width, height, now: ctx.now(), expires_at: expiresAt };
  const { received } = await write(ctx, { permissions: UPLOADING, change: { received: receive.call(values) } });
  return { id: received[0]?.id ?? failAddress(), picture, expiresAt };
}

const find = statement(
  'uploads.find',
  { ids: 'uuid[]', profile_id: 'uuid', now: 'timestamptz' },
  qb
    .select({ id: uploads.id, blob_key: uploads.blobKey, width: uploads.width, height: uploads.height })
    .from(uploads)
    .where(
      and(
        eq(uploads.id, sql`any(${p('ids', 'uuid[]')})`),
        eq(uploads.profileId, p('profile_id')),
        gt(uploads.expiresAt, p('now')),
      ),
    ),
);

/** Where a request names an upload. */
export type NamedUpload = { uploadId: string; path: string };
export type UploadedPicture = StoredPicture & { upload_id: string };

/**
 * The pictures of uploads of the acting profile, in order. Fails with `upload_not_found`, or `upload_incomplete` if the
 * picture has not arrived.
 */
export async function findUploads(ctx: Ctx, named: readonly NamedUpload[]): Promise<UploadedPicture[]> {
  if (named.length === 0) return [];
  const ids = named.map(({ uploadId }) => idOrNone(uploadId));
  const rows = await find.all(ctx, { ids, profile_id: requireActing(ctx).id, now: ctx.now() });
  return named.map(({ path }, index) => {
    const row = rows.find(({ id }) => id === ids[index]);
    if (row === undefined) fail('upload_not_found', { agent: { fields: [{ path, rule: 'upload' }] } });
    const { id, blob_key, width, height } = row;
    if (blob_key === null) fail('upload_incomplete', { agent: { fields: [{ path, rule: 'upload' }] } });
    return { upload_id: id, blob_key, width: width!, height: height! };
  });
}

/** The file of a picture, and of which upload it is, if it is of one. */
export type UploadedFile = IncomingPicture & { upload_id?: string };

/** The picture of an upload, to be stored in other sizes. Fails like `findUploads`, also if its file has been deleted. */
export async function readUpload(ctx: Ctx, named: NamedUpload): Promise<UploadedFile> {
  const [found] = await findUploads(ctx, [named]);
  const { blob_key, upload_id } = found!;
  const blob = await ctx.blobs.open(blob_key);
  if (!blob) fail('upload_not_found', { agent: { fields: [{ path: named.path, rule: 'upload' }] } });
  return { bytes: await buffer(blob.stream), path: named.path, upload_id };
}

const use = statement(
  'uploads.use',
  { ids: 'uuid[]', now: 'timestamptz' },
  sql`with held as (
      select id from uploads where id = any(${p('ids', 'uuid[]')}) and expires_at > ${now} order by id for update
    ), used as (delete from ${writes('uploads')} using held where uploads.id = held.id returning uploads.id)
    select case when count(*) < cardinality(${p('ids', 'uuid[]')}) then ${refuse('upload_not_found')} end from used`,
);

/** A statement that takes pictures out of their uploads; it refuses if one was used meanwhile. */
export function useUploads(ctx: Ctx, pictures: readonly { upload_id?: string }[]): Call<unknown>[] {
  const ids = pictures.flatMap(({ upload_id }) => upload_id ?? []);
  return ids.length === 0 ? [] : [use.call({ ids, now: ctx.now() })];
}

/** Small enough to stay well below the statement timeout. */
const BATCH = 2000;

const expired = qb
  .select({ id: uploads.id })
  .from(uploads)
  .where(sql`${uploads.expiresAt} <= ${now}`)
  .orderBy(uploads.expiresAt)
  .limit(BATCH)
  .for('update', { skipLocked: true });

const removeExpired = statement(
  'uploads.expire',
  { now: 'timestamptz' },
  qb.delete(uploads).where(inArray(uploads.id, expired)).returning({ id: uploads.id }),
);

/** Deletes what expired. The sweep of unreferenced files deletes the pictures. */
export async function expireUploads(ctx: Ctx): Promise<number> {
  return inBatches(ctx, BATCH, async () => (await removeExpired.all(ctx, { now: ctx.now() })).length);
}
