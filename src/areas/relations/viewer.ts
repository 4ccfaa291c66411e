import type { AttachedProfile } from '../../auth/principal.ts';
import type { View } from '../../core/enums.ts';
import type { Page } from '../../core/pagination.ts';
import type { Ctx } from '../../ctx.ts';
import { alias, type SQL, sql } from '../../db/drizzle.ts';
import { named, qb } from '../../db/query.ts';
import { profiles } from '../../db/schema/profiles.ts';
import { batch, type Call, type ParameterTypes, p, type RowOf, statement } from '../../db/statement.ts';
import { onesOf, othersOf } from './between.ts';
import {
  blockedFrom,
  cooldownSince,
  coolsDown,
  hasAsked,
  inboxClosedTo,
  inboxForContacts,
  blocks as isBlocking,
  isContact,
  follows as isFollowing,
  profilesById,
  profilesOfAccount,
  requestsClosedTo,
} from './queries.ts';

/** The acting profile's relation to another profile, for `presentViewer`. */
export type ViewerRow = {
  /** Null without an acting profile. */
  viewer_is_self: boolean | null;
  viewer_following: boolean;
  viewer_followed_by: boolean;
  viewer_is_contact: boolean;
  /** The direction of the pending contact request between the two. */
  viewer_request: 'outgoing_request' | 'incoming_request' | null;
  viewer_cools_down: boolean;
  viewer_blocks: boolean;
  /** A block exists between the two, whichever profile of the viewer's account it names. */
  viewer_is_blocked: boolean;
  viewer_inbox_closed: boolean;
  viewer_contacts_only: boolean | null;
  viewer_requests_closed: boolean;
  /** Whether the caller may see contacts, requests, blocks and messages. */
  viewer_networking: boolean;
  viewer_messaging: boolean;
};

/** Without an acting profile, or where the relation is not shown. */
export const NO_VIEWER: ViewerRow = {
  viewer_is_self: null,
  viewer_following: false,
  viewer_followed_by: false,
  viewer_is_contact: false,
  viewer_request: null,
  viewer_cools_down: false,
  viewer_blocks: false,
  viewer_is_blocked: false,
  viewer_inbox_closed: true,
  viewer_contacts_only: false,
  viewer_requests_closed: true,
  viewer_networking: false,
  viewer_messaging: false,
};

const SELF: ViewerRow = { ...NO_VIEWER, viewer_is_self: true };

const pr = alias(profiles, 'pr');
const viewer = p('viewer_profile_id', 'uuid');
const viewerPermissions = p('viewer_permissions', 'text[]');
const target = sql`pr.id`;
const viewerType = p('viewer_type', 'text');

/** What the relation of two profiles without a block is made of. */
type OpenRelation = Pick<
  ViewerRow,
  | 'viewer_following'
  | 'viewer_followed_by'
  | 'viewer_is_contact'
  | 'viewer_request'
  | 'viewer_cools_down'
  | 'viewer_inbox_closed'
  | 'viewer_contacts_only'
  | 'viewer_requests_closed'
>;
export type OpenRelationRow = OpenRelation & { profile_id: string };

/** The parameters of `openRelationColumns`. */
export const OPEN_RELATION = {
  viewer_profile_id: 'uuid?',
  viewer_type: 'text?',
  now: 'timestamptz',
  cooldown_since: 'timestamptz',
} as const satisfies ParameterTypes;
/** The parameters of `viewerColumns`. */
export const VIEWER_RELATION = { ...OPEN_RELATION, viewer_permissions: 'text[]' } as const;

/** The columns of `OpenRelation` for the profile `pr`, for a page without profiles that a block hides. */
export const openRelationColumns: SQL = sql`${isFollowing(viewer, target)} as viewer_following, ${isFollowing(target, viewer)} as viewer_followed_by,
  ${isContact(viewer, target)} as viewer_is_contact,
  case when ${hasAsked(viewer, target)} then 'outgoing_request' when ${hasAsked(target, viewer)} then 'incoming_request' end as viewer_request,
  ${coolsDown(viewer, target)} as viewer_cools_down, ${inboxClosedTo(viewerType)} as viewer_inbox_closed,
  ${inboxForContacts(viewerType)} as viewer_contacts_only, ${requestsClosedTo(viewerType)} as viewer_requests_closed`;

/** The rest of `ViewerRow` for such a row. */
export function openViewer<Row extends OpenRelationRow>({ acting }: Ctx, row: Row): Row & ViewerRow {
  return {
    ...row,
    viewer_is_self: row.profile_id === acting?.id,
    viewer_blocks: false,
    viewer_is_blocked: false,
    ...permissionsOf(acting),
  };
}

/** The columns of `ViewerRow` for one profile `pr`; pages use `withViewer`. `viewerValues` has the placeholders. */
export const viewerColumns: SQL = sql`pr.id = ${viewer} as viewer_is_self, ${openRelationColumns},
  ${isBlocking(viewer, target)} as viewer_blocks, ${blockedFrom(viewer, target)} as viewer_is_blocked,
  'networking' = any(${viewerPermissions}) as viewer_networking, 'messaging' = any(${viewerPermissions}) as viewer_messaging`;

/** The placeholders of `viewerColumns`, and of lists: the acting profile and the time. */
export function viewerValues(ctx: Ctx) {
  return {
    viewer_profile_id: ctx.acting?.id ?? null,
    viewer_type: ctx.acting?.type ?? null,
    viewer_permissions: ctx.acting?.permissions ?? [],
    now: ctx.now(),
    cooldown_since: cooldownSince(ctx),
  };
}

const ids = p('ids', 'uuid[]');
const ofAccount = sql`any(${profilesOfAccount(viewer)})`;

/** Each is one index scan for all profiles: a lookup for each profile and relation would cost a multiple. */
const isAmong = (...sets: SQL[]): SQL<boolean> =>
  sql<boolean>`(${sql.join(
    sets.map((set) => sql`pr.id = any(array${set})`),
    sql` or `,
  )})`;

const readViewer = statement(
  'relations.read_viewer',
  { ...OPEN_RELATION, ids: 'uuid[]' },
  qb
    .select({
      profile_id: named(pr.id, 'profile_id'),
      following: isAmong(othersOf('follows', viewer, ids)).as('following'),
      followed_by: isAmong(onesOf('follows', viewer, ids)).as('followed_by'),
      is_contact: isAmong(othersOf('isContact', viewer, ids)).as('is_contact'),
      is_asked: isAmong(othersOf('hasAsked', viewer, ids)).as('is_asked'),
      is_asking: isAmong(onesOf('hasAsked', viewer, ids)).as('is_asking'),
      cools_down: isAmong(othersOf('coolsDown', viewer, ids)).as('cools_down'),
      blocks: isAmong(othersOf('blocks', viewer, ids)).as('blocks'),
      is_blocked: isAmong(othersOf('blocks', ofAccount, ids), onesOf('blocks', ofAccount, ids)).as('is_blocked'),
      inbox_closed: inboxClosedTo(viewerType).as('inbox_closed'),
      contacts_only: inboxForContacts(viewerType).as('contacts_only'),
      requests_closed: requestsClosedTo(viewerType).as('requests_closed'),
    })
    .from(profilesById),
);
type Relation = RowOf<typeof readViewer>;

/** The relations of the acting profile to other profiles, for `batch`. None without one, or for the compact view. */
export function viewerCalls(ctx: Ctx, ids: readonly string[], view: View = 'default'): Call<Relation>[] {
  const { acting } = ctx;
  if (acting === null || view === 'compact') return [];
  const others = ids.filter((id) => id !== acting.id);
  if (others.length === 0) return [];
  return [readViewer.call({ ...viewerValues(ctx), ids: others })];
}

/** Rows of profiles with the relations that `viewerCalls` returned. */
export function joinViewer<Row extends { profile_id: string }>(
  { acting }: Ctx,
  rows: readonly Row[],
  relations: readonly Relation[] = [],
): (Row & ViewerRow)[] {
  const byId = new Map(relations.map((relation) => [relation.profile_id, relation]));
  return rows.map((row) => ({
    ...row,
    ...(row.profile_id === acting?.id ? SELF : viewerRow(acting, byId.get(row.profile_id))),
  }));
}

/** Rows of profiles with the relations of the acting profile to them. */
export async function withViewer<Row extends { profile_id: string }>(
  ctx: Ctx,
  rows: readonly Row[],
  view?: View,
): Promise<(Row & ViewerRow)[]> {
  const calls = viewerCalls(ctx, [...new Set(rows.map(({ profile_id }) => profile_id))], view);
  const [relations] = calls.length === 0 ? [] : await batch(ctx, calls);
  return joinViewer(ctx, rows, relations);
}

/** A page of profiles with the relations of the acting profile to them. */
export async function viewedPage<Row extends { profile_id: string }>(
  ctx: Ctx,
  page: Page<Row>,
  view?: View,
): Promise<Page<Row & ViewerRow>> {
  return { ...page, items: await withViewer(ctx, page.items, view) };
}

function viewerRow(acting: AttachedProfile | null, relation: Relation | undefined): ViewerRow {
  if (acting === null || relation === undefined) return NO_VIEWER;
  return {
    viewer_is_self: false,
    viewer_following: relation.following,
    viewer_followed_by: relation.followed_by,
    viewer_is_contact: relation.is_contact,
    viewer_request: relation.is_asked ? 'outgoing_request' : relation.is_asking ? 'incoming_request' : null,
    viewer_cools_down: relation.cools_down,
    viewer_blocks: relation.blocks,
    viewer_is_blocked: relation.is_blocked,
    viewer_inbox_closed: relation.inbox_closed,
    viewer_contacts_only: relation.contacts_only,
    viewer_requests_closed: relation.requests_closed,
    ...permissionsOf(acting),
  };
}

const permissionsOf = (acting: AttachedProfile | null) => ({
  viewer_networking: acting?.permissions.includes('networking') ?? false,
  viewer_messaging: acting?.permissions.includes('messaging') ?? false,
});
