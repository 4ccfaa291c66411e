import { requireActing, requirePermission, requirePrincipal } from '../../auth/require.ts';
import type { ActorType, View } from '../../core/enums.ts';
import { idOrNone } from '../../core/ids.ts';
import { type FromId, type Page, type PageInput, pageById } from '../../core/pagination.ts';
import type { Ctx } from '../../ctx.ts';
import { type SQL, sql } from '../../db/drizzle.ts';
import { refuse } from '../../db/refusal.ts';
import { type ParameterTypes, p, statement } from '../../db/statement.ts';
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

/**
 * Scans the owner's contacts by their index and looks up each profile: bounded by their number, whatever the search.
 * `offset 0` keeps the planner from the search index of the whole network.
 */
const contactsWhere = <const Types extends ParameterTypes>(name: string, types: Types, condition: SQL) =>
  statement(
    name,
    { ...types, viewer_profile_id: 'uuid?', owner_id: 'uuid', before_id: 'uuid', rows: 'int' },
    sql<
      Omit<ContactRow, keyof ViewerRow>
    >`select ct.id as contact_id, ct.owner_actor_id, ct.owner_entity_id, ct.owner_entity_type, ct.contact_actor_id,
      ct.created_from_contact_request_id, ct.created_at as contact_created_at, ct.updated_at as contact_updated_at,
      ${actorColumns}, ${profileColumns}
    from contacts ct
    join lateral (select * from profiles one where one.id = ct.contact_entity_id offset 0) pr on ${isListedFor(p('viewer_profile_id', 'uuid'), sql`pr`)}
    join actors ac on ac.id = ct.contact_actor_id
    where ct.owner_entity_id = ${p('owner_id', 'uuid')} and ct.id < ${p('before_id', 'uuid')} and ${condition}
    order by ct.id desc limit ${p('rows', 'int')}`,
  );

/** Pattern for `like`: contains `q`. Fold first, then escape: folding may turn a wide character into an ASCII `%`. */
export const searchPattern = sql`'%' || regexp_replace(fold_text(${p('q', 'text')}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;
const listAll = contactsWhere('contacts.list', {}, sql`true`);
const listFound = contactsWhere('contacts.search', { q: 'text' }, sql`pr.search_text like ${searchPattern}`);

export type ContactListInput = PageInput & { q?: string | undefined; view?: View };

/**
 * The contacts of the acting profile or guest, newest first; `q` is in name, username, call name or occupation. Without
 * suspended and blocked ones. Fails with `permission_denied`.
 */
export async function listContacts(ctx: Ctx, input: ContactListInput): Promise<Page<ContactRow>> {
  const q = input.q || null;
  const owner_id = ctx.acting ? requirePermission(ctx, 'networking').id : requirePrincipal(ctx).accountId;
  const values = { owner_id, viewer_profile_id: ctx.acting?.id ?? null };
  const read = (from: FromId) =>
    q === null ? listAll.all(ctx, { ...values, ...from }) : listFound.all(ctx, { ...values, ...from, q });
  const page = await pageById(ctx, input, 'contact_id', read, { q });
  return viewedPage(ctx, page, input.view);
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
