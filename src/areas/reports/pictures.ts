import { releaseFiles } from '../../adapters/storage/garbage.ts';
import { type SQL, sql } from '../../db/drizzle.ts';

/** An UPDATE of files that only these reports `re` still need: they may be deleted now. */
export const releasePictures = (reports: SQL, now: SQL): SQL =>
  releaseFiles(
    sql`${reports} cross join jsonb_array_elements(re.reported_images) as picture`,
    sql`picture ->> 'blob_key'`,
    now,
  );
