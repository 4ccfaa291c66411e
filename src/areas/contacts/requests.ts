import { requirePermission } from '../../auth/require.ts';
import type { ContactRequestDirection, ContactRequestStatus, View } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import { LAST_ID, type Page, type PageInput, readCursor, toPage } from '../../core/pagination.ts';
import type { Ctx } from '../../ctx.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { named, type Selected, selectList } from '../../db/query.ts';
import { batch, type Call, p, statement } from '../../db/statement.ts';
import { type ActorRow, actorColumns, type ProfileRow, profileColumns } from '../profiles/columns.ts';
import { findProfiles, type ListedProfileRow, readerValues } from '../profiles/queries.ts';
import { cr, currentStatus, hasStatus, isPending } from '../relations/contact-requests.ts';
import { isListedFor, isShown } from '../relations/queries.ts';
import { joinViewer, type ViewerRow, viewerColumns, viewerValues, withViewer } from '../relations/viewer.ts';

/** What presenting a request needs, from the table with the alias `cr`. */
export const requestFields = {
  id: cr.id,
  requester_actor_id: named(cr.requesterActorId, 'requester_actor_id'),
  requester_profile_id: named(cr.requesterProfileId, 'requester_profile_id'),
  addressee_profile_id: named(cr.addresseeProfileId, 'addressee_profile_id'),
  status: currentStatus.as('status'),
  message: cr.message,
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

const withOther = (
  other: SQL,
  shown = isListed,
) => sql`select ${selectList(requestFields)}, ${actorColumns}, ${profileColumns}
  from contact_requests cr
  join profiles pr on pr.id = ${other} and ${shown}
  join actors ac on ac.id = cr.requester_actor_id`;

/** The other side of the request `cr` of `own`. */
export const otherSideOf = (own: SQL): SQL =>
  sql`case when cr.requester_profile_id = ${own} then cr.addressee_profile_id else cr.requester_profile_id end`;

/** Condition: `own` is a side of the request `cr` that the placeholder id names. */
export const isOwnRequest = (own: SQL): SQL =>
  sql`cr.id = ${p('id', 'uuid')} and ${own} in (cr.requester_profile_id, cr.addressee_profile_id)`;

const findRow = statement(
  'contacts.find_request',
  { now: 'timestamptz', viewer_profile_id: 'uuid?', id: 'uuid' },
  sql<StoredRequest>`${withOther(otherSideOf(viewer), isShown(sql`pr`))} where ${isOwnRequest(viewer)}`,
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

/** The pending requests to the acting profile, oldest first, whether there are any, and their number. For `GET /v1/home`. */
export const waitingRequests = {
  rows: statement(
    'contacts.list_first_waiting',
    { now: 'timestamptz', viewer_profile_id: 'uuid', few: 'int' },
    sql<StoredRequest>`${withOther(sql`cr.requester_profile_id`)} where ${waitingForViewer} order by cr.id limit ${p('few', 'int')}`,
  ),
  count: statement(
    'contacts.count_waiting',
    { viewer_profile_id: 'uuid', now: 'timestamptz' },
    sql<{ count: number }>`select count(*)::int as count from contact_requests cr
      join profiles pr on pr.id = cr.requester_profile_id and ${isListed} where ${waitingForViewer}`,
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

type List = { direction: ContactRequestDirection; pending: boolean };

/** Pending requests have their own index, so that answered ones need not be filtered out. */
function listOf({ direction, pending }: List) {
  const [own, other] =
    direction === 'incoming'
      ? [sql`cr.addressee_profile_id`, sql`cr.requester_profile_id`]
      : [sql`cr.requester_profile_id`, sql`cr.addressee_profile_id`];
  const status = p('status', 'text');
  const chosen = pending ? isPending : sql`(${status} is null or ${hasStatus(status)})`;
  return statement<StoredRequest>(
    `contacts.list_${direction}_${pending ? 'waiting' : 'requests'}`,
    sql`${withOther(other)}
    where ${own} = ${viewer} and ${chosen} and cr.id < ${p('before_id', 'uuid')}
    order by cr.id desc limit ${p('rows', 'int')}`,
  );
}

const LISTS = {
  incoming: {
    all: listOf({ direction: 'incoming', pending: false }),
    waiting: listOf({ direction: 'incoming', pending: true }),
  },
  outgoing: {
    all: listOf({ direction: 'outgoing', pending: false }),
    waiting: listOf({ direction: 'outgoing', pending: true }),
  },
};

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
  const position = readCursor(ctx, input, filters);
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
  return { page: { ...page, items: await withViewer(ctx, page.items, input.view) }, own: ownProfile(ctx, own) };
}

/** One request with both sides. Fails with `contact_request_not_found`, `permission_denied`. */
export async function getRequest(ctx: Ctx, id: string): Promise<{ row: RequestWithOther; own: ListedProfileRow }> {
  requirePermission(ctx, 'networking');
  const [rows, relations, own] = await batch(ctx, [...readRequest(ctx, id), readOwn(ctx)]);
  return { row: foundRequest(rows, relations), own: ownProfile(ctx, own) };
}

export const readOwn = (ctx: Ctx): Call<ProfileRow> =>
  findProfiles.call({ ...readerValues(ctx), ids: [ctx.acting!.id] });

export function ownProfile(ctx: Ctx, rows: readonly ProfileRow[]): ListedProfileRow {
  return joinViewer(ctx, rows)[0] ?? fail('profile_not_attached');
}
