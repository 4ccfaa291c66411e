import type { ProfileRefusals } from '../../auth/authorize.ts';
import { g } from '../../auth/grants.ts';
import type { AttachedProfile } from '../../auth/principal.ts';
import type { End } from '../../core/ended-rights.ts';
import type { Budget } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import { allows } from '../../core/scopes.ts';
import type { Ctx, TxCtx } from '../../ctx.ts';
import { eq, sql } from '../../db/drizzle.ts';
import { named, qb } from '../../db/query.ts';
import { batch, type Call, p, type RowOf, statement } from '../../db/statement.ts';
import { unschedule } from '../posts/unschedule.ts';
import { pr, profileFields } from '../profiles/columns.ts';
import type { ListedProfileRow } from '../profiles/queries.ts';
import { type ChainChanges, chainEffects } from '../relations/grant-chains.ts';
import { isShown, profilesById } from '../relations/queries.ts';
import { joinViewer, viewerCalls, withViewer } from '../relations/viewer.ts';
import { type GrantRow, partyFields, type StoredGrant, selectGrants } from './columns.ts';

const findParties = statement(
  'access.find_parties',
  { now: 'timestamptz', id: 'uuid' },
  qb
    .select({
      ...partyFields,
      profile_id: named(g.managerProfileId, 'profile_id'),
      ends_at: named(g.expiresAt, 'ends_at'),
      limits: sql<Partial<Record<Budget, number>> | null>`${g.budget}`.as('limits'),
    })
    .from(g)
    .innerJoin(pr, eq(pr.id, g.managerProfileId))
    .where(eq(g.id, p('id', 'uuid'))),
);

/** The two sides of a grant: `managed_profile_id`, and its manager as `profile_id`. */
export type Parties = Omit<Terms, 'ends_at' | 'limits'>;
/** The same with its limits. */
export type Terms = RowOf<typeof findParties>;

/** Reads the sides of a grant, for the batch in which a write begins. */
export const partiesCall = (ctx: Ctx, grantId: string): Call<Terms> =>
  findParties.call({ id: idOrNone(grantId), now: ctx.now() });

/** The roles in which the caller may handle a grant; null for a role that it does not have. */
export type Roles = {
  /** The managed profile, if the caller owns it or manages its access. */
  giver: AttachedProfile | null;
  /** The invited profile, if the caller owns it. Managing it through a grant is not enough. */
  manager: AttachedProfile | null;
};

/** The roles of a caller that may see a grant; the header restricts it. Fails with `access_grant_not_found`. */
export function rolesOf(ctx: Ctx, parties: Parties): Roles {
  return findRoles(ctx, parties) ?? fail('access_grant_not_found');
}

/** As `rolesOf`, but null if the caller may not see the grant. */
export function findRoles(ctx: Ctx, { managed_profile_id, profile_id, manager_account_id }: Parties): Roles | null {
  const reach = (id: string, ...actingAs: string[]) =>
    !ctx.acting || actingAs.includes(ctx.acting.id) ? ctx.principal?.profiles.get(id) : undefined;
  const managed = reach(managed_profile_id, managed_profile_id);
  const manager = reach(profile_id, profile_id, managed_profile_id);
  const isGiver = managed?.permissions.includes('access_management') === true;
  const isManager = manager?.owned === true;
  // A key attached only to the managed profile finds its own grant in the list of grants.
  const isListed = managed !== undefined && manager_account_id === ctx.principal?.accountId;
  if (!isGiver && !isManager && !isListed) return null;
  return { giver: isGiver ? managed : null, manager: isManager ? manager : null };
}

/** What `authorize` refuses with if a grant named the acting profile, where a hint about the header would mislead. */
export const NAMED_BY_GRANT: ProfileRefusals = {
  gone: 'access_grant_not_found',
  notAttached: 'access_grant_not_found',
};

export type Reach = {
  /** It may answer the invitation and resign. */
  answers: boolean;
  /** It may resend, change and revoke. */
  gives: boolean;
  /** It may see the drafts of the managed profile. */
  seesDrafts: boolean;
};

export function reachOf(ctx: Ctx, { giver, manager }: Roles): Reach {
  const may = (area: 'access' | 'posts', access: 'read' | 'write') =>
    ctx.principal !== null && allows(ctx.principal.scopes, area, access, ctx.principal.type);
  return {
    answers: manager !== null && may('access', 'write'),
    gives: giver !== null && may('access', 'write'),
    seesDrafts: giver?.permissions.includes('posting') === true && may('posts', 'read'),
  };
}

const findOne = statement(
  'access.find',
  { now: 'timestamptz', id: 'uuid' },
  selectGrants().where(eq(g.id, p('id', 'uuid'))),
);

export const grantCall = (ctx: Ctx, id: string): Call<StoredGrant> =>
  findOne.call({ id: idOrNone(id), now: ctx.now() });

/** The current grant, without an access check. Two round trips with an acting profile, otherwise one. */
export async function findGrant(ctx: Ctx, id: string): Promise<GrantRow> {
  const [found] = await batch(ctx, [grantCall(ctx, id)]);
  return (await withViewer(ctx, found))[0] ?? fail('access_grant_not_found');
}

const findMany = statement(
  'access.find_many',
  { now: 'timestamptz', ids: 'uuid[]' },
  selectGrants().where(sql`${g.id} = any(${p('ids', 'uuid[]')})`),
);

export const grantsCall = (ctx: Ctx, ids: readonly string[]): Call<StoredGrant> =>
  findMany.call({ ids, now: ctx.now() });

const findManaged = statement(
  'access.find_managed',
  { ids: 'uuid[]' },
  qb.select({ ...profileFields, is_shown: sql<boolean>`${isShown(sql`pr`)}`.as('is_shown') }).from(profilesById),
);

type ManagedRow = RowOf<typeof findManaged>;
export type GrantWithManaged = { row: GrantRow; managed: ListedProfileRow & { is_shown: boolean } };

/** Reads the managed profiles of grants. Hidden ones are included, with `is_shown` false. */
export const managedCall = (grants: readonly { managed_profile_id: string }[]): Call<ManagedRow> =>
  findManaged.call({ ids: [...new Set(grants.map((row) => row.managed_profile_id))] });

/** The result of a change: the grant, the grants that ended or were narrowed with it, and how many scheduled posts are drafts again. */
export type GrantChange = { row: GrantRow; ended: GrantRow[]; narrowed: GrantRow[]; unscheduled: number };

/**
 * Completes a change under which a grant, and those delegated from it, ended or were narrowed: ends what they left behind, and
 * returns the delegated ones, newest first. `reader` is the context of the caller, whose relations to the managers are shown. One
 * round trip, another one if delegated grants changed, and those of `unschedule`.
 */
export async function completeChange(
  tx: TxCtx,
  reader: Ctx,
  end: End,
  { grant_id, managed_profile_id }: Pick<Parties, 'grant_id' | 'managed_profile_id'>,
  changes: ChainChanges,
): Promise<Omit<GrantChange, 'row'>> {
  const { ended, narrowed } = changes;
  const all = [...ended, ...narrowed];
  const unscheduled = (await unschedule(tx, end, { grantIds: [grant_id, ...all.map(({ id }) => id)] })).length;
  if (all.length === 0) return { ended: [], narrowed: [], unscheduled };
  const { found, relations } = await batch(tx, {
    effects: chainEffects(tx, managed_profile_id, changes),
    found: grantsCall(
      tx,
      all.map(({ id }) => id),
    ),
    relations: viewerCalls(reader, [...new Set(all.map((one) => one.manager_profile_id))]),
  });
  const rows = joinViewer(reader, found, relations.flat()).sort((a, b) => (a.grant_id < b.grant_id ? 1 : -1));
  const among = (some: readonly { id: string }[]) => {
    const ids = new Set(some.map(({ id }) => id));
    return rows.filter(({ grant_id }) => ids.has(grant_id));
  };
  return { ended: among(ended), narrowed: among(narrowed), unscheduled };
}
