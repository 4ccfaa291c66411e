import { sql } from 'drizzle-orm';
import { explainRefusal } from '../../auth/authority.ts';
import type { AttachedProfile } from '../../auth/principal.ts';
import type { View } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import { allows } from '../../core/scopes.ts';
import type { Ctx } from '../../ctx.ts';
import { batch, p, statement } from '../../db/statement.ts';
import { type ProfileRow, profileColumns } from '../profiles/columns.ts';
import type { ChainChanges } from '../relations/grant-chains.ts';
import { isShown } from '../relations/queries.ts';
import { joinViewer, viewerCalls, viewerColumns, viewerValues, withViewer } from '../relations/viewer.ts';
import { type GrantRow, grantColumns, type StoredGrant } from './columns.ts';

const findRow = statement<GrantRow>(
  'access.find',
  sql`select ${grantColumns}, ${viewerColumns} from access_grants g join profiles pr on pr.id = g.manager_profile_id
    where g.id = ${p('id', 'uuid')}`,
);

export type ManagedRow = ProfileRow & { is_shown: boolean };

export const findManaged = statement<ManagedRow>(
  'access.find_managed',
  sql`select ${profileColumns}, ${isShown(sql`pr`)} as is_shown from profiles pr
    where pr.id = any(${p('ids', 'uuid[]')})`,
);

/** The managed profiles by id. Hidden ones are included, with `is_shown` false. One round trip. */
export async function loadManaged(ctx: Ctx, ids: readonly string[], view?: View) {
  const [rows, relations] = await batch(ctx, [findManaged.call({ ids }), ...viewerCalls(ctx, ids, view)]);
  return new Map(joinViewer(ctx, rows, relations).map((row) => [row.profile_id, row]));
}

/** The roles in which the caller may handle a grant; null for a role that it does not have. */
export type VisibleGrant = {
  row: GrantRow;
  /** The managed profile, if the caller owns it or manages its access. */
  giver: AttachedProfile | null;
  /** The invited profile, if the caller owns it. Managing it through a grant is not enough. */
  manager: AttachedProfile | null;
};

/**
 * A grant that the caller may see: of a profile whose access it manages, or with one of its own profiles as manager.
 * `X-Profile-Id` restricts the caller to that profile. Fails with `access_grant_not_found`. One statement.
 */
export async function findVisibleGrant(ctx: Ctx, grantId: string): Promise<VisibleGrant> {
  const row = await findRow.one(ctx, { ...viewerValues(ctx), id: idOrNone(grantId) });
  if (!row) fail('access_grant_not_found');
  const { managed_profile_id, profile_id, manager_account_id } = row;
  const reach = (id: string, ...actingAs: string[]) =>
    !ctx.acting || actingAs.includes(ctx.acting.id) ? ctx.principal?.profiles.get(id) : undefined;
  const managed = reach(managed_profile_id, managed_profile_id);
  const manager = reach(profile_id, profile_id, managed_profile_id);
  const isGiver = managed?.permissions.includes('access_management') === true;
  const isManager = manager?.owned === true;
  // A key attached only to the managed profile finds its own grant in the list of grants.
  const isListed = managed !== undefined && manager_account_id === ctx.principal?.accountId;
  if (!isGiver && !isManager && !isListed) fail('access_grant_not_found');
  return { row, giver: isGiver ? managed : null, manager: isManager ? manager : null };
}

/** What the caller can do with a grant, for the hints. */
export type Reach = {
  /** It may answer the invitation and resign. */
  answers: boolean;
  /** It may resend, change and revoke. */
  gives: boolean;
  /** It may see what is scheduled for the managed profile. */
  seesScheduled: boolean;
};

export function reachOf(ctx: Ctx, { giver, manager }: VisibleGrant): Reach {
  const may = (area: 'access' | 'posts', access: 'read' | 'write') =>
    ctx.principal !== null && allows(ctx.principal.scopes, area, access, ctx.principal.type);
  return {
    answers: manager !== null && may('access', 'write'),
    gives: giver !== null && may('access', 'write'),
    seesScheduled: giver?.permissions.includes('posting') === true && may('posts', 'read'),
  };
}

/** The current grant, without an access check. */
export async function findGrant(ctx: Ctx, id: string): Promise<GrantRow> {
  return (await findRow.one(ctx, { ...viewerValues(ctx), id })) ?? fail('access_grant_not_found');
}

/** The result of a change: the grant, and the grants that ended or were narrowed with it. */
export type GrantChange = { row: GrantRow; ended: GrantRow[]; narrowed: GrantRow[] };

const findRows = statement<StoredGrant>(
  'access.find_many',
  sql`select ${grantColumns} from access_grants g join profiles pr on pr.id = g.manager_profile_id
    where g.id = any(${p('ids', 'uuid[]')}) order by g.id desc`,
);

/** The grants that a change ended or narrowed, newest first. No statement if there are none. */
export async function findGrants(ctx: Ctx, { ended, narrowed }: ChainChanges): Promise<Omit<GrantChange, 'row'>> {
  if (ended.length + narrowed.length === 0) return { ended: [], narrowed: [] };
  const found = await findRows.all(ctx, { ...viewerValues(ctx), ids: [...ended, ...narrowed] });
  const rows = await withViewer(ctx, found);
  return {
    ended: rows.filter(({ grant_id }) => ended.includes(grant_id)),
    narrowed: rows.filter(({ grant_id }) => narrowed.includes(grant_id)),
  };
}

/** Explains why a write in a context of `actAs` was not authorized; returns if the grant itself is the reason. */
export async function refuseWithoutAccess(ctx: Ctx): Promise<void> {
  const refusal = await explainRefusal(ctx, ['access_management']);
  // The profile was taken from the grant, so a hint about the header would mislead.
  if (refusal?.code === 'profile_not_attached') fail('access_grant_not_found');
  if (refusal) throw refusal;
}
