import { type SQL, sql } from '../../db/drizzle.ts';
import { writes } from '../../db/writes.ts';

/** SQL that records unreferenced files, in the statements that change the references. A sweep deletes them when due. */

/**
 * An INSERT of files. `files` selects the file, when to delete it, and for which profile it is served until then, if
 * any.
 */
export const discardFiles = (
  files: SQL,
): SQL => sql`insert into ${writes('media_garbage')} (blob_key, due_at, profile_id) ${files}
  on conflict (blob_key) do update set due_at = least(media_garbage.due_at, excluded.due_at)`;

/** A DELETE for files that are referenced again: `file` of the FROM item `from`. */
export const keepFiles = (from: SQL, file: SQL): SQL =>
  sql`delete from ${writes('media_garbage')} using ${from} where media_garbage.blob_key = ${file}`;

/** An UPDATE that stops serving the replaced pictures of a profile. */
export const hideReplaced = (profile: SQL, now: SQL): SQL =>
  sql`update ${writes('media_garbage')} set due_at = ${now}, profile_id = null where profile_id = ${profile} and due_at > ${now}`;

/** An UPDATE of files that are no longer kept: each `file` of the FROM items `from` may be deleted now. */
export const releaseFiles = (from: SQL, file: SQL, now: SQL): SQL =>
  sql`update ${writes('media_garbage')} set due_at = ${now} from ${from} where media_garbage.blob_key = ${file} and media_garbage.due_at > ${now}`;
