import { type SQL, sql } from 'drizzle-orm';
import { requirePermission } from '../../auth/require.ts';
import type { ContactRequestDirection, ContactRequestStatus, View } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import { LAST_ID, type Page, type PageInput, readCursor, toPage } from '../../core/pagination.ts';
import type { Ctx } from '../../ctx.ts';
import { batch, type Call, p, statement } from '../../db/statement.ts';
import { type ActorRow, actorColumns, type ProfileRow, profileColumns } from '../profiles/columns.ts';
import { findProfiles, type ListedProfileRow, readerValues } from '../profiles/queries.ts';
import { isShown } from '../relations/queries.ts';
import { joinViewer, type ViewerRow, viewerColumns, viewerValues, withViewer } from '../relations/viewer.ts';

/** A request with the column names of `requestColumns`. */
export type RequestRow = {
  id: string;
  requester_actor_id: string;
  requester_profile_id: string;
  addressee_profile_id: string;
  status: ContactRequestStatus;
  message: string;
  responded_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

/** A request with its requesting actor and the profile of the other side. */
export type RequestWithOther = RequestRow & ActorRow & ProfileRow & ViewerRow;
type StoredRequest = Omit<RequestWithOther, keyof ViewerRow>;

const now = p('now', 'timestamptz');

/** Condition: the request `cr` is pending and has not expired, even if the job has not ended it yet. */
export const isWaiting: SQL = sql`cr.status = 'pending' and cr.expires_at > ${now}`;

/** The columns of `RequestRow`, from the table as `cr`. */
export const requestColumns: SQL = sql`cr.id, cr.requester_actor_id, cr.requester_profile_id, cr.addressee_profile_id,
  case when cr.status = 'pending' and cr.expires_at <= ${now} then 'expired' else cr.status end as status,
  cr.message, cr.responded_at, cr.created_at, cr.updated_at`;

const withOther = (
  other: SQL,
  columns: SQL = profileColumns,
) => sql`select ${requestColumns}, ${actorColumns}, ${columns}
  from contact_requests cr
  join profiles pr on pr.id = ${other} and ${isShown(sql`pr`)}
  join actors ac on ac.id = cr.requester_actor_id`;
const viewer = p('viewer_profile_id', 'uuid');

const otherSide = sql`case when cr.requester_profile_id = ${viewer} then cr.addressee_profile_id else cr.requester_profile_id end`;
const findRow = statement<RequestWithOther>(
  'contacts.find_request',
  sql`${withOther(otherSide, sql`${profileColumns}, ${viewerColumns}`)}
  where cr.id = ${p('id', 'uuid')} and ${viewer} in (cr.requester_profile_id, cr.addressee_profile_id)`,
);

/**
 * A request of which the acting profile is a side, or undefined; also if the other side is suspended or gone. One
 * statement.
 */
export function findRequest(ctx: Ctx, id: string): Promise<RequestWithOther | undefined> {
  return findRow.one(ctx, { ...viewerValues(ctx), id: idOrNone(id) });
}

const waitingForViewer = sql`cr.addressee_profile_id = ${viewer} and ${isWaiting}`;

/** The pending requests to the acting profile, oldest first, and their number. For `GET /v1/home`. */
export const waitingRequests = {
  rows: statement<StoredRequest>(
    'contacts.list_first_waiting',
    sql`${withOther(sql`cr.requester_profile_id`)} where ${waitingForViewer} order by cr.id limit ${p('few', 'int')}`,
  ),
  count: statement<{ count: number }>(
    'contacts.count_waiting',
    sql`select count(*)::int as count from contact_requests cr
      join profiles pr on pr.id = cr.requester_profile_id and ${isShown(sql`pr`)} where ${waitingForViewer}`,
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
  const chosen = pending
    ? isWaiting
    : sql`(${status} is null or cr.status = ${status} and not (cr.status = 'pending' and cr.expires_at <= ${now})
        or ${status} = 'expired' and cr.status = 'pending' and cr.expires_at <= ${now})`;
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

/**
 * The requests that the acting profile received or sent, newest first, with the other side's profile in each row and
 * its own once. Fails with `permission_denied` (a manager without `networking`). Three statements.
 */
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

/** One request with both sides. Fails with `contact_request_not_found`, `permission_denied`. Two statements. */
export async function getRequest(ctx: Ctx, id: string): Promise<{ row: RequestWithOther; own: ListedProfileRow }> {
  requirePermission(ctx, 'networking');
  const values = { ...viewerValues(ctx), id: idOrNone(id) };
  const [[row], own] = await batch(ctx, [findRow.call(values), readOwn(ctx)]);
  return { row: row ?? fail('contact_request_not_found'), own: ownProfile(ctx, own) };
}

/** The acting profile itself, for `batch`. */
export const readOwn = (ctx: Ctx): Call<ProfileRow> =>
  findProfiles.call({ ...readerValues(ctx), ids: [ctx.acting!.id] });

export function ownProfile(ctx: Ctx, rows: readonly ProfileRow[]): ListedProfileRow {
  return joinViewer(ctx, rows)[0] ?? fail('profile_not_attached');
}
