import { currentStatus, g, isActive, isInForce, isWaiting, permissionsInForce } from '../../auth/grants.ts';
import { requirePrincipal } from '../../auth/require.ts';
import type { PrincipalDirection } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import { type Page, pageById } from '../../core/pagination.ts';
import type { Ctx } from '../../ctx.ts';
import { alias, and, desc, eq, lt, type SQL, sql } from '../../db/drizzle.ts';
import { named, qb, rowCount } from '../../db/query.ts';
import { profiles } from '../../db/schema/profiles.ts';
import { batch, p, statement } from '../../db/statement.ts';
import { type ProfileRow, pr, profileColumns } from '../profiles/columns.ts';
import type { SingleProfileRow } from '../profiles/queries.ts';
import { getProfileOrFail } from '../profiles/service.ts';
import { blockedFrom, isListedFor, isShown } from '../relations/queries.ts';
import { joinViewer, type ViewerRow, viewedPage, viewerCalls } from '../relations/viewer.ts';
import { type GrantRow, selectGrants } from './columns.ts';
import { type GrantWithManaged, grantCall, grantsCall, managedCall, type Reach, reachOf, rolesOf } from './find.ts';
import type { ListGrantsInput, ListInput } from './schemas.ts';

const profileId = p('profile_id', 'uuid');
const beforeId = p('before_id', 'uuid');
const rows = p('rows', 'int');
const managerId = p('manager_id', 'uuid');

const listOfProfile = (condition?: SQL) =>
  selectGrants()
    .where(and(eq(g.profileId, profileId), lt(g.id, beforeId), condition))
    .orderBy(desc(g.id))
    .limit(sql.placeholder('rows'));

const status = p('status', 'text');
const ownAccountId = p('own_account_id', 'uuid');
const hasStatus = sql`(${status} is null or ${status} = ${currentStatus})`;
const listAll = statement(
  'access.list',
  { now: 'timestamptz', profile_id: 'uuid', before_id: 'uuid', rows: 'bigint' },
  listOfProfile(),
);
const listSome = statement(
  'access.list_some',
  {
    now: 'timestamptz',
    profile_id: 'uuid',
    before_id: 'uuid',
    own_account_id: 'uuid?',
    status: 'text?',
    rows: 'bigint',
  },
  listOfProfile(sql`(${ownAccountId} is null or ${pr.accountId} = ${ownAccountId}) and ${hasStatus}`),
);
const listOfManager = statement(
  'access.list_of_manager',
  { now: 'timestamptz', profile_id: 'uuid', before_id: 'uuid', manager_id: 'uuid?', status: 'text?', rows: 'bigint' },
  listOfProfile(sql`${g.managerProfileId} = ${managerId} and ${hasStatus}`),
);

const findManaging = statement(
  'access.find_managing',
  { profile_id: 'uuid', manager_id: 'uuid?', now: 'timestamptz' },
  qb
    .select({ id: g.id })
    .from(g)
    .where(and(eq(g.profileId, profileId), eq(g.managerProfileId, managerId), isActive))
    .limit(1),
);

export type GrantPage = {
  page: Page<GrantRow>;
  profile: SingleProfileRow & ViewerRow;
  canManageAccess: boolean;
};

/**
 * The grants and invitations of a profile, newest first: all for its owner and managers with `access_management`, only
 * its own for another manager. Fails with `profile_not_found`, `permission_denied`, `invalid_cursor`.
 */
export async function listGrants(ctx: Ctx, idOrUsername: string, input: ListGrantsInput): Promise<GrantPage> {
  const profile = await getProfileOrFail(ctx, idOrUsername);
  const filters = { profile: profile.profile_id, status: input.status };
  const manager = ctx.acting !== null && ctx.acting.id !== profile.profile_id ? ctx.acting : null;
  const attached = manager ? undefined : requirePrincipal(ctx).profiles.get(profile.profile_id);
  const managing = { profile_id: profile.profile_id, manager_id: manager?.id ?? null, now: ctx.now() };
  if (!attached && !(manager?.owned && (await findManaging.one(ctx, managing)))) {
    fail('permission_denied', { agent: { required_permission: 'access_management' } });
  }
  const canManageAccess = attached?.permissions.includes('access_management') === true;
  const all = canManageAccess && input.status === undefined ? listAll : listSome;
  const list = manager ? listOfManager : all;
  const values = {
    ...managing,
    own_account_id: canManageAccess ? null : requirePrincipal(ctx).accountId,
    status: input.status ?? null,
  };
  const page = await pageById(ctx, input, 'grant_id', (from) => list.all(ctx, { ...values, ...from }), filters);
  return { page: await viewedPage(ctx, page, input.view), profile, canManageAccess };
}

/** One index scan per invited profile; an account has at most 50. */
const listInvited = statement(
  'access.list_invitations',
  { manager_ids: 'uuid[]', now: 'timestamptz', before_id: 'uuid', rows: 'int' },
  sql<InvitedRow>`select g.grant_id, g.profile_id, g.managed_profile_id from unnest(${p('manager_ids', 'uuid[]')}) as invited(id)
    cross join lateral (
      select g.id as grant_id, g.manager_profile_id as profile_id, g.profile_id as managed_profile_id from access_grants g
        join profiles managed on managed.id = g.profile_id and ${isShown(sql`managed`)}
      where g.manager_profile_id = invited.id and ${isWaiting} and g.id < ${beforeId}
        and not ${blockedFrom(sql`g.manager_profile_id`, sql`g.profile_id`)}
      order by g.id desc limit ${rows}
    ) g
    order by g.grant_id desc limit ${rows}`,
);

/** The ids of an invitation and its two sides. `readInvitations` reads the rest. */
export type InvitedRow = { grant_id: string; profile_id: string; managed_profile_id: string };

/** The pending invitations to the caller, newest first. Fails with `invalid_cursor`. */
export async function listInvitations(ctx: Ctx, input: ListInput): Promise<Page<GrantWithManaged>> {
  const owned = [...requirePrincipal(ctx).profiles.values()].filter(
    (profile) => profile.owned && (ctx.acting === null || ctx.acting.id === profile.id),
  );
  const values = { now: ctx.now(), manager_ids: owned.map(({ id }) => id) };
  const page = await pageById(ctx, input, 'grant_id', (from) => listInvited.all(ctx, { ...values, ...from }));
  const { items } = page;
  if (items.length === 0) return { ...page, items: [] };
  const sides = items.flatMap((row) => [row.profile_id, row.managed_profile_id]);
  const read = await batch(ctx, {
    ...invitationCalls(ctx, items),
    relations: viewerCalls(ctx, [...new Set(sides)], input.view),
  });
  const withRelations = <Row extends { profile_id: string }>(rows: Row[]) =>
    joinViewer(ctx, rows, read.relations.flat());
  return { ...page, items: joinManaged(withRelations(read.grants), withRelations(read.managed), items) };
}

const invitationCalls = (ctx: Ctx, invited: readonly InvitedRow[]) => ({
  grants: grantsCall(
    ctx,
    invited.map(({ grant_id }) => grant_id),
  ),
  managed: managedCall(invited),
});

/** Invitations with their managed profiles, in the order of `order`. */
function joinManaged(
  grants: readonly GrantRow[],
  managed: readonly GrantWithManaged['managed'][],
  order: readonly InvitedRow[],
): GrantWithManaged[] {
  const grantsById = new Map(grants.map((row) => [row.grant_id, row]));
  const managedById = new Map(managed.map((row) => [row.profile_id, row]));
  return order.flatMap(({ grant_id, managed_profile_id }) => {
    const row = grantsById.get(grant_id);
    return row ? [{ row, managed: managedById.get(managed_profile_id)! }] : [];
  });
}

const managed = alias(profiles, 'managed');
const managesShown = and(eq(managed.id, g.profileId), isShown(sql`managed`));
const waitsFor = (manager: SQL) =>
  and(
    sql`${g.managerProfileId} = ${manager}`,
    isWaiting,
    sql`not ${blockedFrom(sql`g.manager_profile_id`, sql`g.profile_id`)}`,
  );

/** Pending invitations to the owner: rows (oldest first), existence, count. */
export const waitingInvitations = {
  rows: statement(
    'access.list_first_waiting',
    { profile_id: 'uuid', now: 'timestamptz', few: 'bigint' },
    qb
      .select({
        grant_id: named(g.id, 'grant_id'),
        profile_id: named(g.managerProfileId, 'profile_id'),
        managed_profile_id: named(g.profileId, 'managed_profile_id'),
      })
      .from(g)
      .innerJoin(managed, managesShown)
      .where(waitsFor(profileId))
      .orderBy(g.id)
      .limit(sql.placeholder('few')),
  ),
  /** Also true if all of them are to profiles of hidden members. */
  exist: sql`exists (select from access_grants g where g.manager_profile_id = ${profileId} and ${isWaiting})`,
  /** Their number for each of several profiles. */
  countEach: statement(
    'access.count_waiting_of_profiles',
    { profile_ids: 'uuid[]', now: 'timestamptz' },
    qb
      .select({ profile_id: named(g.managerProfileId, 'profile_id'), count: rowCount })
      .from(g)
      .innerJoin(managed, managesShown)
      .where(waitsFor(sql`any(${p('profile_ids', 'uuid[]')})`))
      .groupBy(g.managerProfileId),
  ),
};

/** Reads invitations for the compact view, which shows no relations. */
export async function readInvitations(ctx: Ctx, invited: readonly InvitedRow[]): Promise<GrantWithManaged[]> {
  if (invited.length === 0) return [];
  const { grants, managed } = await batch(ctx, invitationCalls(ctx, invited));
  return joinManaged(joinViewer(ctx, grants), joinViewer(ctx, managed), invited);
}

/** A grant or invitation, for either side. Fails with `access_grant_not_found`. */
export async function getInvitation(ctx: Ctx, grantId: string): Promise<GrantWithManaged & { reach: Reach }> {
  const [[grant]] = await batch(ctx, [grantCall(ctx, grantId)]);
  const row = grant ?? fail('access_grant_not_found');
  const reach = reachOf(ctx, rolesOf(ctx, row));
  const sides = [row.profile_id, row.managed_profile_id];
  const found = await batch(ctx, { managed: managedCall([row]), relations: viewerCalls(ctx, sides) });
  const relations = found.relations.flat();
  return { row: joinViewer(ctx, [row], relations)[0]!, managed: joinViewer(ctx, found.managed, relations)[0]!, reach };
}

export type PrincipalRow = ProfileRow &
  ViewerRow & {
    grant_id: string;
    permissions: GrantRow['grant_permissions'];
    since: Date;
    direction: PrincipalDirection;
  };

const viewerId = p('viewer_profile_id', 'uuid');

const side = (direction: PrincipalDirection) => {
  const [own, other] =
    direction === 'acts_for'
      ? [sql`g.manager_profile_id`, sql`g.profile_id`]
      : [sql`g.profile_id`, sql`g.manager_profile_id`];
  return sql`(select g.id as grant_id, ${permissionsInForce} as permissions, g.accepted_at as since, ${direction}::text as direction, ${other} as other_id
    from access_grants g join profiles o on o.id = ${other} and ${isListedFor(viewerId, sql`o`)}
    where ${own} = ${profileId} and g.public and ${isInForce} and g.id < ${beforeId}
    order by g.id desc limit ${rows})`;
};

const listPublic = statement(
  'access.list_principals',
  { profile_id: 'uuid', now: 'timestamptz', viewer_profile_id: 'uuid?', before_id: 'uuid', rows: 'int' },
  sql<Omit<PrincipalRow, keyof ViewerRow>>`select g.grant_id, g.permissions, g.since, g.direction, ${profileColumns}
    from (select * from (${side('acts_for')} union all ${side('acted_for_by')}) both_sides
      order by grant_id desc limit ${rows}) g
    join profiles pr on pr.id = g.other_id
    order by g.grant_id desc`,
);

/** The public grants in force of a profile, on both sides, newest first. Fails with `profile_not_found`. */
export async function listPrincipals(ctx: Ctx, idOrUsername: string, input: ListInput): Promise<Page<PrincipalRow>> {
  const { profile_id } = await getProfileOrFail(ctx, idOrUsername);
  const values = { profile_id, now: ctx.now(), viewer_profile_id: ctx.acting?.id ?? null };
  const page = await pageById(ctx, input, 'grant_id', (from) => listPublic.all(ctx, { ...values, ...from }), {
    profile: profile_id,
  });
  return viewedPage(ctx, page, input.view);
}
