import type { ProfileRefusals } from '../../auth/authorize.ts';
import type { AttachedProfile } from '../../auth/principal.ts';
import type { Permission } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { and, eq, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { p, statement } from '../../db/statement.ts';
import { isShown } from '../relations/queries.ts';
import { pr } from './columns.ts';
import { ownersOnly } from './hints.ts';

const findShown = statement(
  'profiles.find_shown',
  { id: 'uuid' },
  qb
    .select({ id: pr.id })
    .from(pr)
    .where(and(eq(pr.id, p('id', 'uuid')), isShown(sql`pr`))),
);

/** Fails for a profile that the caller may not change: 403 if it is visible, otherwise 404. */
async function refuseChange(
  ctx: Ctx,
  profileId: string,
  attached: AttachedProfile | undefined,
  permission: Permission | null,
): Promise<never> {
  if (!(await findShown.one(ctx, { id: profileId }))) fail('profile_not_found');
  const agent = permission === null ? ownersOnly(attached?.owned === true) : { required_permission: permission };
  return fail('permission_denied', { agent });
}

/** In a separate statement: concurrent renames, pictures and verifications of one profile see each other. */
export const lockProfile = statement(
  'profiles.lock_one',
  { id: 'uuid' },
  sql`select id from profiles where id = ${p('id', 'uuid')} for no key update`,
);

/** The same context, acting as another profile of its principal. */
export function actAs<C extends Ctx>(ctx: C, acting: AttachedProfile | null): C {
  return Object.assign(Object.create(ctx) as C, { acting });
}

/** What `authorize` refuses with in a context of `actingAs`, where a hint about the header would mislead. */
export const NAMED_IN_PATH: ProfileRefusals = { gone: 'profile_not_found', notAttached: 'permission_denied' };

/**
 * Acts as the profile in the path, for writes to the profile itself; a header that names another one is refused. A
 * manager needs `permission`; null: owners only. The write checks again, with `NAMED_IN_PATH`. Fails with
 * `profile_not_found`, `permission_denied`.
 */
export async function actingAs<C extends Ctx>(ctx: C, idOrUsername: string, permission: Permission | null): Promise<C> {
  const id = idOrNone(idOrUsername);
  const attached = ctx.principal?.profiles.get(id);
  if (!attached || (ctx.acting && ctx.acting.id !== id)) return refuseChange(ctx, id, attached, permission);
  return actAs(ctx, attached);
}
