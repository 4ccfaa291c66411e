import type { Principal } from '../../auth/principal.ts';
import type { Ctx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { p, statement } from '../../db/statement.ts';
import { type ProfileRow, profileColumns } from '../profiles/columns.ts';
import type { OwnProfileRow } from './present.ts';

const readProfiles = statement(
  'me.read_profiles',
  { ids: 'uuid[]' },
  sql<ProfileRow>`select ${profileColumns} from profiles pr
    where pr.id = any (${p('ids', 'uuid[]')}) and pr.deleted_at is null order by pr.id`,
);

/** The attached profiles of a credential, including suspended ones. */
export async function listAttachedProfiles(ctx: Ctx, { profiles }: Principal): Promise<OwnProfileRow[]> {
  if (profiles.size === 0) return [];
  const rows = await readProfiles.all(ctx, { ids: [...profiles.keys()] });
  return rows.map((row) => ({ ...row, attached: profiles.get(row.profile_id)! }));
}
