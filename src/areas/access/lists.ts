import { and, eq, type SQL, sql } from 'drizzle-orm';
import { grantIsLive } from '../../auth/authority.ts';
import { requirePrincipal } from '../../auth/require.ts';
import type { PrincipalDirection, View } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import { LAST_ID, type Page, readCursor, toPage } from '../../core/pagination.ts';
import type { Ctx } from '../../ctx.ts';
import { qb } from '../../db/query.ts';
import { type Call, p, statement } from '../../db/statement.ts';
import { type ProfileRow, profileColumns } from '../profiles/columns.ts';
import type { ListedProfileRow, SingleProfileRow } from '../profiles/queries.ts';
import { getProfileOrFail } from '../profiles/service.ts';
import { isOver } from '../relations/grant-chains.ts';
import { blockedEitherWay, isShown } from '../relations/queries.ts';
import { joinViewer, type ViewerRow, viewerValues, withViewer } from '../relations/viewer.ts';
import { type GrantRow, g, grantColumns, isLive, isWaiting, type StoredGrant } from './columns.ts';
import { findManaged, findVisibleGrant, loadManaged, type ManagedRow, type Reach, reachOf } from './find.ts';
import type { ListGrantsInput, ListInput } from './schemas.ts';

const profileId = p('profile_id', 'uuid');
const beforeId = p('before_id', 'uuid');
const rows = p('rows', 'int');
const managerId = p('manager_id', 'uuid');

const grantsWhere = (name: string, condition: SQL) =>
  statement<StoredGrant>(
    name,
    sql`select ${grantColumns} from access_grants g join profiles pr on pr.id = g.manager_profile_id
      where g.profile_id = ${profileId} and g.id < ${beforeId} and ${condition}
      order by g.id desc limit ${rows}`,
  );

const hasStatus = sql`(${p('status', 'text')} is null
  or ${p('status', 'text')} = case when ${isOver} then 'expired' else g.status end)`;
const listAll = grantsWhere('access.list', sql`true`);
const listSome = grantsWhere(
  'access.list_some',
  sql`(${p('own_account_id', 'uuid')} is null or pr.account_id = ${p('own_account_id', 'uuid')}) and ${hasStatus}`,
);
const listOfManager = grantsWhere('access.list_of_manager', sql`g.manager_profile_id = ${managerId} and ${hasStatus}`);

const findManaging = statement(
  'access.find_managing',
  qb
    .select({ id: g.id })
    .from(g)
    .where(and(eq(g.profileId, profileId), eq(g.managerProfileId, managerId), grantIsLive))
    .limit(1),
);

export type GrantPage = {
  page: Page<GrantRow>;
  profile: SingleProfileRow & ViewerRow;
  canManageAccess: boolean;
};

/**
 * The grants and invitations of a profile, newest first: all of them for its owner and managers with
 * `access_management`, only its own for any other manager. If the caller acts as its own managing profile, the list has
 * only the grants of that manager. Fails with `profile_not_found`, `permission_denied` (none of these),
 * `invalid_cursor`. Two statements, three for a manager.
 */
export async function listGrants(ctx: Ctx, idOrUsername: string, input: ListGrantsInput): Promise<GrantPage> {
  const profile = await getProfileOrFail(ctx, idOrUsername);
  const filters = { profile: profile.profile_id, status: input.status };
  const position = readCursor(ctx, input, filters);
  const manager = ctx.acting !== null && ctx.acting.id !== profile.profile_id ? ctx.acting : null;
  const attached = manager ? undefined : requirePrincipal(ctx).profiles.get(profile.profile_id);
  const managing = { profile_id: profile.profile_id, manager_id: manager?.id ?? null, now: ctx.now() };
  if (!attached && !(manager?.owned && (await findManaging.one(ctx, managing)))) {
    fail('permission_denied', { agent: { required_permission: 'access_management' } });
  }
  const canManageAccess = attached?.permissions.includes('access_management') === true;
  const all = canManageAccess && input.status === undefined ? listAll : listSome;
  const list = manager ? listOfManager : all;
  const found = await list.all(ctx, {
    ...viewerValues(ctx),
    ...managing,
    own_account_id: canManageAccess ? null : requirePrincipal(ctx).accountId,
    status: input.status ?? null,
    before_id: position?.[0] ?? LAST_ID,
    rows: input.limit + 1,
  });
  const page = toPage(ctx, found, input, (row) => [row.grant_id], filters);
  const items = await withViewer(ctx, page.items, input.view);
  return { page: { ...page, items }, profile, canManageAccess };
}

/** One index scan per invited profile; an account has at most 50. */
const listInvited = statement<StoredGrant>(
  'access.list_invitations',
  sql`select ${grantColumns} from unnest(${p('manager_ids', 'uuid[]')}) as invited(id)
    cross join lateral (
      select g.* from access_grants g
        join profiles managed on managed.id = g.profile_id and ${isShown(sql`managed`)}
      where g.manager_profile_id = invited.id and ${isWaiting} and g.id < ${beforeId}
        and not ${blockedEitherWay(sql`g.profile_id`, sql`g.manager_profile_id`)}
      order by g.id desc limit ${rows}
    ) g
    cross join lateral (select * from profiles one where one.id = invited.id offset 0) pr
    order by g.id desc limit ${rows}`,
);

export type GrantWithManaged = { row: GrantRow; managed: ListedProfileRow & { is_shown: boolean } };

/**
 * The pending invitations to the caller, newest first: those to profiles that it owns and may act as, or only to the
 * one in `X-Profile-Id`. Fails with `invalid_cursor`. Two statements.
 */
export async function listInvitations(ctx: Ctx, input: ListInput): Promise<Page<GrantWithManaged>> {
  const position = readCursor(ctx, input);
  const owned = [...requirePrincipal(ctx).profiles.values()].filter(
    (profile) => profile.owned && (ctx.acting === null || ctx.acting.id === profile.id),
  );
  const found = await listInvited.all(ctx, {
    ...viewerValues(ctx),
    manager_ids: owned.map(({ id }) => id),
    before_id: position?.[0] ?? LAST_ID,
    rows: input.limit + 1,
  });
  const page = toPage(ctx, found, input, (row) => [row.grant_id]);
  return { ...page, items: await withManaged(ctx, await withViewer(ctx, page.items, input.view), input.view) };
}

const waitingForProfile = sql`access_grants g
    join profiles managed on managed.id = g.profile_id and ${isShown(sql`managed`)}
    where g.manager_profile_id = ${profileId} and ${isWaiting} and not ${blockedEitherWay(sql`g.profile_id`, sql`g.manager_profile_id`)}`;

/**
 * The pending invitations to the owner of a profile, oldest first, and their number. For `GET /v1/home`.
 */
export const waitingInvitations = {
  rows: statement<StoredGrant>(
    'access.list_first_waiting',
    sql`select ${grantColumns} from (select g.* from ${waitingForProfile} order by g.id limit ${p('few', 'int')}) g
      join profiles pr on pr.id = g.manager_profile_id order by g.id`,
  ),
  count: statement<{ count: number }>(
    'access.count_waiting',
    sql`select count(*)::int as count from ${waitingForProfile}`,
  ),
};

/** The managed profiles of these, for `batch`. */
export const readManaged = (grants: readonly StoredGrant[]): Call<ManagedRow> =>
  findManaged.call({ ids: [...new Set(grants.map((row) => row.managed_profile_id))] });

/** Invitations with what `readManaged` returned, for the compact view, which shows no relations. */
export function asCards(
  ctx: Ctx,
  grants: readonly StoredGrant[],
  managedRows: readonly ManagedRow[],
): GrantWithManaged[] {
  const managed = new Map(joinViewer(ctx, managedRows).map((row) => [row.profile_id, row]));
  return joinViewer(ctx, grants).map((row) => ({ row, managed: managed.get(row.managed_profile_id)! }));
}

async function withManaged(ctx: Ctx, grants: readonly GrantRow[], view?: View): Promise<GrantWithManaged[]> {
  if (grants.length === 0) return [];
  const managed = await loadManaged(ctx, [...new Set(grants.map((row) => row.managed_profile_id))], view);
  return grants.map((row) => ({ row, managed: managed.get(row.managed_profile_id)! }));
}

/** Adds the managed profile to a grant. One statement. */
export async function withManagedProfile(ctx: Ctx, row: GrantRow): Promise<GrantWithManaged> {
  return (await withManaged(ctx, [row]))[0]!;
}

/** A grant or invitation, for either side. Fails with `access_grant_not_found`. Two statements. */
export async function getInvitation(ctx: Ctx, grantId: string): Promise<GrantWithManaged & { reach: Reach }> {
  const found = await findVisibleGrant(ctx, grantId);
  return { ...(await withManagedProfile(ctx, found.row)), reach: reachOf(ctx, found) };
}

export type PrincipalRow = ProfileRow &
  ViewerRow & {
    grant_id: string;
    permissions: GrantRow['grant_permissions'];
    since: Date;
    direction: PrincipalDirection;
  };

const side = (direction: PrincipalDirection) => {
  const [own, other] =
    direction === 'acts_for'
      ? [sql`g.manager_profile_id`, sql`g.profile_id`]
      : [sql`g.profile_id`, sql`g.manager_profile_id`];
  return sql`(select g.id as grant_id, g.permissions, g.accepted_at as since, ${direction}::text as direction, ${other} as other_id
    from access_grants g join profiles o on o.id = ${other} and ${isShown(sql`o`)}
    where ${own} = ${profileId} and g.public and g.status = 'accepted' and ${isLive} and g.id < ${beforeId}
    order by g.id desc limit ${rows})`;
};

const listPublic = statement<Omit<PrincipalRow, keyof ViewerRow>>(
  'access.list_principals',
  sql`select g.grant_id, g.permissions, g.since, g.direction, ${profileColumns}
    from (select * from (${side('acts_for')} union all ${side('acted_for_by')}) both_sides
      order by grant_id desc limit ${rows}) g
    join profiles pr on pr.id = g.other_id
    order by g.grant_id desc`,
);

/**
 * The active public grants of a profile, as manager and as managed profile, newest first. Fails with
 * `profile_not_found`, `invalid_cursor`. Two statements.
 */
export async function listPrincipals(ctx: Ctx, idOrUsername: string, input: ListInput): Promise<Page<PrincipalRow>> {
  const { profile_id } = await getProfileOrFail(ctx, idOrUsername);
  const filters = { profile: profile_id };
  const position = readCursor(ctx, input, filters);
  const found = await listPublic.all(ctx, {
    ...viewerValues(ctx),
    profile_id,
    now: ctx.now(),
    before_id: position?.[0] ?? LAST_ID,
    rows: input.limit + 1,
  });
  const page = toPage(ctx, found, input, (row) => [row.grant_id], filters);
  return { ...page, items: await withViewer(ctx, page.items, input.view) };
}
