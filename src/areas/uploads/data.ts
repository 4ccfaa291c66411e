import { eq } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { uploads } from '../../db/schema/uploads.ts';
import { p, statement } from '../../db/statement.ts';
import type { Erasure } from '../erasure.ts';
import { type ExportSection, exportOwner, listOwned } from '../export-section.ts';

export const exportSections: readonly ExportSection[] = [
  {
    path: 'uploads.json',
    about: 'Uploaded pictures that are not used yet, and addresses that wait for one.',
    lists: [
      listOwned(
        'profile',
        'uploads',
        uploads.id,
        [uploads.id, uploads.profileId, uploads.width, uploads.height, uploads.createdAt, uploads.expiresAt],
        eq(uploads.profileId, exportOwner),
      ),
    ],
  },
];

const removeAll = statement(
  'uploads.remove_all_of',
  { profile_id: 'uuid' },
  qb.delete(uploads).where(eq(uploads.profileId, p('profile_id'))),
);

/** Their files are garbage already. */
export const erasure: Erasure = {
  async profile(tx, { profileId }) {
    await removeAll.all(tx, { profile_id: profileId });
    return {};
  },
};

export const invariants: Readonly<Record<string, string>> = {
  unused_pictures_are_garbage: `select u.id from uploads u where blob_key is not null and not exists (
    select from media_garbage g where g.blob_key = u.blob_key and g.due_at > u.expires_at)`,
};
