import { requirePermission } from '../../auth/require.ts';
import type { ContactRequestDirection, ContactRequestStatus, View } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import { LAST_ID, type Page, type PageInput, readCursor, toPage } from '../../core/pagination.ts';
import type { Ctx } from '../../ctx.ts';
import { and, type Column, desc, eq, lt, type SQL, sql } from '../../db/drizzle.ts';
import { named, qb, type Selected, selectList } from '../../db/query.ts';
import { batch, type Call, type ParameterTypes, p, statement } from '../../db/statement.ts';
import { type ActorRow, ac, actorFields, type ProfileRow, pr, profileFields } from '../profiles/columns.ts';
import { findProfiles, type ListedProfileRow, profileReadValues } from '../profiles/queries.ts';
import { cr, currentStatus, hasStatus, isPending } from '../relations/contact-requests.ts';
import { isListedFor, isShown } from '../relations/queries.ts';
import { joinViewer, type ViewerRow, viewedPage, viewerColumns, viewerValues } from '../relations/viewer.ts';

/** What presenting a request needs, from the table with the alias `cr`. */
export const requestFields = {
  id: cr.id,
  requester_actor_id: named(cr.requesterActorId, 'requester_actor_id'),
  requester_profile_id: named(cr.requesterProfileId, 'requester_profile_id'),
  addressee_profile_id: named(cr.addresseeProfileId, 'addressee_profile_id'),
  status: currentStatus.as('status'),
  message: cr.message,
  by_ai: named(cr.byAi, 'by_ai'),
  responded_at: named(cr.respondedAt, 'responded_at'),
  created_at: named(cr.createdAt, 'created_at'),
  updated_at: named(cr.updatedAt, 'updated_at'),
};

export type RequestRow = Selected<typeof requestFields>;

/** A request with its requesting actor and the profile of the other side. */
export type RequestWithOther = RequestRow & ActorRow & ProfileRow & ViewerRow;
type StoredRequest = Omit<RequestWithOther, keyof ViewerRow>;

const viewer = p('viewer_profile_id', 'uuid');

const isListed = isListedFor(viewer, sql`pr`);

const withOther = (other: SQL | Column, shown = isListed) =>
  qb
    .select({ ...requestFields, ...actorFields, ...profileFields })
    .from(cr)
    .innerJoin(pr, and(eq(pr.id, other), shown))
    .innerJoin(ac, eq(ac.id, cr.requesterActorId));

/** The other side of the request `cr` of `own`. */
export const otherSideOf = (own: SQL): SQL =>
  sql`case when cr.requester_profile_id = ${own} then cr.addressee_profile_id else cr.requester_profile_id end`;

/** Condition: `own` is a side of the request `cr` that the placeholder id names. */
export const isOwnRequest = (own: SQL): SQL =>
  sql`cr.id = ${p('id', 'uuid')} and ${own} in (cr.requester_profile_id, cr.addressee_profile_id)`;

const findRow = statement(
  'contacts.find_request',
  { now: 'timestamptz', viewer_profile_id: 'uuid?', id: 'uuid' },
  withOther(otherSideOf(viewer), isShown(sql`pr`)).where(isOwnRequest(viewer)),
);
const findRelation = statement(
  'contacts.find_request_viewer',
  {
    viewer_profile_id: 'uuid?',
    now: 'timestamptz',
    cooldown_since: 'timestamptz',
    viewer_type: 'text?',
    viewer_permissions: 'text[]',
    id: 'uuid',
  },
  sql<ViewerRow>`select ${viewerColumns} from contact_requests cr join profiles pr on pr.id = ${otherSideOf(viewer)} where ${isOwnRequest(viewer)}`,
);

/** Statements that read a request of the acting profile, for `foundRequest`. */
export function readRequest(ctx: Ctx, id: string): [Call<StoredRequest>, Call<ViewerRow>] {
  const values = { ...viewerValues(ctx), id: idOrNone(id) };
  return [findRow.call(values), findRelation.call(values)];
}

/** Fails with `contact_request_not_found`, also if the other side is suspended or deleted. */
export function foundRequest([row]: StoredRequest[], [relation]: ViewerRow[]): RequestWithOther {
  return row && relation ? { ...row, ...relation } : fail('contact_request_not_found');
}

/** Requests by their ids, each as one of its sides sees it. For pages of events. */
export const requestsOfReaders = statement(
  'contacts.list_requests_of_readers',
  { now: 'timestamptz', ids: 'uuid[]', profile_ids: 'uuid[]' },
  sql<
    RequestRow & { reader_profile_id: string }
  >`select ${selectList(requestFields)}, wanted.profile_id as reader_profile_id
    from unnest(${p('ids', 'uuid[]')}, ${p('profile_ids', 'uuid[]')}) as wanted(id, profile_id)
    join contact_requests cr on cr.id = wanted.id and wanted.profile_id in (cr.requester_profile_id, cr.addressee_profile_id)
    join profiles pr on pr.id = ${otherSideOf(sql`wanted.profile_id`)} and ${isShown(sql`pr`)}`,
);

const waitingForViewer = sql`cr.addressee_profile_id = ${viewer} and ${isPending}`;

/** Pending requests to the acting profile, for `GET /v1/home`: rows (oldest first), existence, count. */
export const waitingRequests = {
  rows: statement(
    'contacts.list_first_waiting',
    { now: 'timestamptz', viewer_profile_id: 'uuid', few: 'bigint' },
    withOther(cr.requesterProfileId).where(waitingForViewer).orderBy(cr.id).limit(sql.placeholder('few')),
  ),
  /** Also true if all of them are from hidden members. */
  exist: sql`exists (select from contact_requests cr where ${waitingForViewer})`,
  /** Their number for each of several profiles. */
  countEach: statement(
    'contacts.count_waiting_of_profiles',
    { profile_ids: 'uuid[]', now: 'timestamptz' },
    sql<{
      profile_id: string;
      count: number;
    }>`select asked.profile_id, waiting.count from unnest(${p('profile_ids', 'uuid[]')}) asked (profile_id)
      join lateral (select count(*)::int as count from contact_requests cr
        join profiles pr on pr.id = cr.requester_profile_id and ${isListedFor(sql`asked.profile_id`, sql`pr`)}
        where cr.addressee_profile_id = asked.profile_id and ${isPending}) waiting on waiting.count > 0`,
  ),
};

const LIST = { now: 'timestamptz', viewer_profile_id: 'uuid?', before_id: 'uuid', rows: 'bigint' } as const;
const SIDES = {
  incoming: { own: cr.addresseeProfileId, other: cr.requesterProfileId },
  outgoing: { own: cr.requesterProfileId, other: cr.addresseeProfileId },
};

const requestList = <const Types extends ParameterTypes>(
  direction: ContactRequestDirection,
  which: 'requests' | 'waiting',
  types: Types,
  chosen: SQL,
) =>
  statement(
    `contacts.list_${direction}_${which}`,
    { ...LIST, ...types },
    withOther(SIDES[direction].other)
      .where(and(eq(SIDES[direction].own, viewer), chosen, lt(cr.id, p('before_id', 'uuid'))))
      .orderBy(desc(cr.id))
      .limit(sql.placeholder('rows')),
  );

const status = p('status', 'text');
const listsOf = (direction: ContactRequestDirection) => ({
  all: requestList(direction, 'requests', { status: 'text?' }, sql`(${status} is null or ${hasStatus(status)})`),
  /** Pending requests have their own index, so that answered ones need not be filtered out. */
  waiting: requestList(direction, 'waiting', {}, isPending),
});

const LISTS = { incoming: listsOf('incoming'), outgoing: listsOf('outgoing') };

export type RequestListInput = PageInput & {
  direction: ContactRequestDirection;
  status?: ContactRequestStatus | undefined;
  view?: View;
};
export type RequestPage = { page: Page<RequestWithOther>; own: ListedProfileRow };

/** The requests that the acting profile received or sent, newest first. Fails with `permission_denied`. */
export async function listRequests(ctx: Ctx, input: RequestListInput): Promise<RequestPage> {
  const { direction, status } = input;
  const filters = { direction, status };
  const position = readCursor<[string]>(ctx, input, filters);
  requirePermission(ctx, 'networking');
  const list = LISTS[direction][status === 'pending' ? 'waiting' : 'all'];
  const values = {
    ...viewerValues(ctx),
    status: status ?? null,
    before_id: position?.[0] ?? LAST_ID,
    rows: input.limit + 1,
  };
  const [rows, own] = await batch(ctx, [list.call(values), readOwn(ctx)]);
  const page = toPage(ctx, rows, input, (row) => [row.id], filters);
  return { page: await viewedPage(ctx, page, input.view), own: ownProfile(ctx, own) };
}

/** One request with both sides. Fails with `contact_request_not_found`, `permission_denied`. */
export async function getRequest(ctx: Ctx, id: string): Promise<{ row: RequestWithOther; own: ListedProfileRow }> {
  requirePermission(ctx, 'networking');
  const [rows, relations, own] = await batch(ctx, [...readRequest(ctx, id), readOwn(ctx)]);
  return { row: foundRequest(rows, relations), own: ownProfile(ctx, own) };
}

export const readOwn = (ctx: Ctx): Call<ProfileRow> =>
  findProfiles.call({ ...profileReadValues(ctx), ids: [ctx.acting!.id] });

export function ownProfile(ctx: Ctx, rows: readonly ProfileRow[]): ListedProfileRow {
  return joinViewer(ctx, rows)[0] ?? fail('profile_not_attached');
}
