import { type Page, type PageInput, pageById } from '../../core/pagination.ts';
import type { Ctx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { p, statement } from '../../db/statement.ts';
import { type VerificationRow, verificationColumns } from './columns.ts';
import { PROVING } from './create.ts';

/** Reads up to one page per profile, each from the end of one index. */
const list = statement(
  'verifications.list',
  { profile_ids: 'uuid[]', before_id: 'uuid', rows: 'int' },
  sql<VerificationRow>`select ${verificationColumns} from unnest(${p('profile_ids', 'uuid[]')}) as mine(id)
    cross join lateral (
      select * from verifications v where v.profile_id = mine.id and v.id < ${p('before_id', 'uuid')}
      order by v.id desc limit ${p('rows', 'int')}
    ) v
    order by v.id desc limit ${p('rows', 'int')}`,
);

/** The verifications of profiles that the caller owns or may edit, newest first. Fails with `invalid_cursor`. */
export async function listVerifications(ctx: Ctx, input: PageInput): Promise<Page<VerificationRow>> {
  const profile_ids = [...(ctx.principal?.profiles.values() ?? [])]
    .filter(({ id, permissions }) => permissions.includes(PROVING) && (!ctx.acting || ctx.acting.id === id))
    .map(({ id }) => id);
  return pageById(ctx, input, 'id', (from) => list.all(ctx, { profile_ids, ...from }));
}
