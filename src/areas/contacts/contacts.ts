import { requireActing, requirePermission, requirePrincipal } from '../../auth/require.ts';
import type { ActorType, SortOrder, View } from '../../core/enums.ts';
import { idOrNone } from '../../core/ids.ts';
import { FIRST_ID, LAST_ID, type Page, type PageInput, readCursor, toPage } from '../../core/pagination.ts';
import type { Ctx } from '../../ctx.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { refuse } from '../../db/refusal.ts';
import { batch, type ParameterTypes, p, statement } from '../../db/statement.ts';
import { auditCall } from '../../events/emit.ts';
import { write } from '../../events/write.ts';
import { type ActorRow, actorColumns, type ProfileRow, profileColumns } from '../profiles/columns.ts';
import { isListedFor } from '../relations/queries.ts';
import { type ViewerRow, viewedPage } from '../relations/viewer.ts';
import { bothRows, removeBothRows } from './pair.ts';

export type ContactRow = ActorRow &
  ProfileRow &
  ViewerRow & {
    contact_id: string;
    owner_actor_id: string;
    owner_entity_id: string;
    owner_entity_type: ActorType;
    contact_actor_id: string;
    created_from_contact_request_id: string | null;
    contact_created_at: Date;
    contact_updated_at: Date;
  };

const NEWEST = { after: sql`ct.id < ${p('from_id', 'uuid')}`, by: sql`ct.id desc` };
const OLDEST = { after: sql`ct.id > ${p('from_id', 'uuid')}`, by: sql`ct.id` };

/**
 * Scans the owner's contacts by their index and looks up each profile: bounded by their number, whatever the search.
 * `offset 0` keeps the planner from the search index of the whole network.
 */
const contactsWhere = <const Types extends ParameterTypes>(
  name: string,
  types: Types,
  condition: SQL,
  order = NEWEST,
) =>
  statement(
    name,
    { ...types, viewer_profile_id: 'uuid?', owner_id: 'uuid', from_id: 'uuid', rows: 'int' },
    sql<
      Omit<ContactRow, keyof ViewerRow>
    >`select ct.id as contact_id, ct.owner_actor_id, ct.owner_entity_id, ct.owner_entity_type, ct.contact_actor_id,
      ct.created_from_contact_request_id, ct.created_at as contact_created_at, ct.updated_at as contact_updated_at,
      ${actorColumns}, ${profileColumns}
    from contacts ct
    join lateral (select * from profiles one where one.id = ct.contact_entity_id offset 0) pr on ${isListedFor(p('viewer_profile_id', 'uuid'), sql`pr`)}
    join actors ac on ac.id = ct.contact_actor_id
    where ct.owner_entity_id = ${p('owner_id', 'uuid')} and ${order.after} and ${condition}
    order by ${order.by} limit ${p('rows', 'int')}`,
  );

/** Pattern for `like`: contains `q`. Fold first, then escape: folding may turn a wide character into an ASCII `%`. */
export const searchPattern = sql`'%' || regexp_replace(fold_text(${p('q', 'text')}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;
const matches = sql`pr.search_text like ${searchPattern}`;
const LISTS = {
  newest: {
    all: contactsWhere('contacts.list', {}, sql`true`),
    found: contactsWhere('contacts.search', { q: 'text' }, matches),
  },
  oldest: {
    all: contactsWhere('contacts.list_oldest', {}, sql`true`, OLDEST),
    found: contactsWhere('contacts.search_oldest', { q: 'text' }, matches, OLDEST),
  },
};
const count = statement(
  'contacts.count',
  { owner_id: 'uuid' },
  sql<{ contacts: number }>`select coalesce(sum(c.contacts), 0)::int as contacts from profile_counters c
    where c.profile_id = ${p('owner_id', 'uuid')}`,
);

export type ContactListInput = PageInput & { q?: string | undefined; sort: SortOrder; view?: View };
export type ContactPage = Page<ContactRow> & { contacts_count: number };

/**
 * The contacts of the acting profile or guest, with their number; `q` is in name, username, call name or occupation. Without
 * suspended and blocked ones. Fails with `permission_denied`.
 */
export async function listContacts(ctx: Ctx, input: ContactListInput): Promise<ContactPage> {
  const q = input.q || null;
  const owner_id = ctx.acting ? requirePermission(ctx, 'networking').id : requirePrincipal(ctx).accountId;
  const values = { owner_id, viewer_profile_id: ctx.acting?.id ?? null };
  const { sort } = input;
  const filters = { q, sort };
  const [from_id = sort === 'newest' ? LAST_ID : FIRST_ID] = readCursor<[string]>(ctx, input, filters) ?? [];
  const from = { ...values, from_id, rows: input.limit + 1 };
  const { rows, counted } = await batch(ctx, {
    rows: q === null ? LISTS[sort].all.call(from) : LISTS[sort].found.call({ ...from, q }),
    counted: count.call({ owner_id }),
  });
  const page = toPage(ctx, rows, input, (row) => [row.contact_id], filters);
  return { ...(await viewedPage(ctx, page, input.view)), contacts_count: counted[0]?.contacts ?? 0 };
}

/** Locks the other side against concurrent hiding. */
const lockOther = statement(
  'contacts.lock_other',
  { id: 'uuid', profile_id: 'uuid' },
  sql`select pr.id from profiles pr where pr.id = (select mine.contact_entity_id from contacts mine
    where mine.id = ${p('id', 'uuid')} and mine.owner_entity_id = ${p('profile_id', 'uuid')}) for key share of pr`,
);

/** Locks both rows in the order of their ids, so that two sides that remove it at once do not deadlock. */
const requireOwn = statement(
  'contacts.require_own',
  { id: 'uuid', profile_id: 'uuid' },
  sql`with pair as (select ct.id from ${bothRows} order by ct.id for update of ct)
    select case when not exists (select from pair where id = ${p('id', 'uuid')}) then ${refuse('contact_not_found')} end`,
);

/**
 * Removes both rows of a contact, named by the acting profile's row. Fails with `permission_denied`, `contact_not_found`
 * (even if the other side was first). One round trip.
 *
 * Locks: both profiles, both rows, the counters in the order of their profiles.
 */
export async function removeContact(ctx: Ctx, contactId: string): Promise<string> {
  const id = idOrNone(contactId);
  const values = { id, profile_id: requireActing(ctx).id };
  await write(ctx, {
    permissions: ['networking'],
    checks: [lockOther.call(values), requireOwn.call(values)],
    change: [removeBothRows(ctx, id), auditCall(ctx, { type: 'contact', id })],
  });
  return id;
}
