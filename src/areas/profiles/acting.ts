import { sql } from 'drizzle-orm';
import { explainRefusal } from '../../auth/authority.ts';
import type { AttachedProfile } from '../../auth/principal.ts';
import type { Permission } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import type { Ctx } from '../../ctx.ts';
import { p, statement } from '../../db/statement.ts';
import { isShown } from '../relations/queries.ts';

const findShown = statement<{ id: string }>(
  'profiles.find_shown',
  sql`select pr.id from profiles pr where pr.id = ${p('id', 'uuid')} and ${isShown(sql`pr`)}`,
);

/** Fails for a profile that the caller may not change: 403 where it can be seen, 404 where it can not. */
async function refuse(ctx: Ctx, profileId: string, permission: Permission | null): Promise<never> {
  if (!(await findShown.one(ctx, { id: profileId }))) fail('profile_not_found');
  return fail('permission_denied', permission ? { agent: { required_permission: permission } } : {});
}

/** The same context, acting as a profile that its principal may act as. */
export function actAs<C extends Ctx>(ctx: C, acting: AttachedProfile): C {
  return Object.assign(Object.create(ctx) as C, { acting });
}

/**
 * The same context, acting as the profile that a path names: for writes whose object is the profile itself. The header
 * X-Profile-Id is not needed for them; one that names another profile narrows the call to that other and is refused.
 *
 * Fails with `profile_not_found` for what the caller can not see, `permission_denied` for what it can not act as. The
 * right itself is checked again by the write, in SQL.
 */
export async function actingAs<C extends Ctx>(ctx: C, word: string, permission: Permission | null): Promise<C> {
  const id = idOrNone(word);
  const attached = ctx.principal?.profiles.get(id);
  if (!attached || (ctx.acting && ctx.acting.id !== id)) return refuse(ctx, id, permission);
  return actAs(ctx, attached);
}

/** Says why a write in a context of `actingAs` found no authority; returns when the reason lies elsewhere. */
export async function refuseWithoutProfile(ctx: Ctx, permission: Permission | null): Promise<void> {
  const refusal = await explainRefusal(ctx, permission ? [permission] : []);
  // The profile was taken from the path, so advice about the header would lead astray.
  if (refusal?.code === 'profile_not_attached') await refuse(ctx, ctx.acting!.id, permission);
  if (refusal?.code === 'permission_denied') await refuse(ctx, ctx.acting!.id, permission);
  if (refusal) throw refusal;
}
