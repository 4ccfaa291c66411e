import { type SQL, sql } from 'drizzle-orm';
import { requirePermission, requirePrincipal } from '../../auth/require.ts';
import type { ActorType, View } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import { LAST_ID, type Page, type PageInput, readCursor, toPage } from '../../core/pagination.ts';
import type { Ctx } from '../../ctx.ts';
import { addToCounters } from '../../db/counters.ts';
import { p, statement } from '../../db/statement.ts';
import { refuseWithoutAuthority, writeStatement } from '../../events/write-statement.ts';
import { type ActorRow, actorColumns, type ProfileRow, profileColumns } from '../profiles/columns.ts';
import { isShown } from '../relations/queries.ts';
import { type ViewerRow, withViewer } from '../relations/viewer.ts';

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
 * Scans the owner's contacts by their index and looks up the profile of each: the cost is bounded by the number of
 * contacts, whatever the search text and the size of the network. `offset 0` stops the planner from starting with the
 * search index over the whole network.
 */
const contactsWhere = (name: string, condition: SQL) =>
  statement<Omit<ContactRow, keyof ViewerRow>>(
    name,
    sql`select ct.id as contact_id, ct.owner_actor_id, ct.owner_entity_id, ct.owner_entity_type, ct.contact_actor_id,
      ct.created_from_contact_request_id, ct.created_at as contact_created_at, ct.updated_at as contact_updated_at,
      ${actorColumns}, ${profileColumns}
    from contacts ct
    join lateral (select * from profiles one where one.id = ct.contact_entity_id offset 0) pr on ${isShown(sql`pr`)}
    join actors ac on ac.id = ct.contact_actor_id
    where ct.owner_entity_id = ${p('owner_id', 'uuid')} and ct.id < ${p('before_id', 'uuid')} and ${condition}
    order by ct.id desc limit ${p('rows', 'int')}`,
  );

/** Pattern for `like`: contains `q`. Fold first, then escape: folding may turn a wide character into an ASCII `%`. */
export const searchPattern = sql`'%' || regexp_replace(fold_text(${p('q', 'text')}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;
const listAll = contactsWhere('contacts.list', sql`true`);
const listFound = contactsWhere('contacts.search', sql`pr.search_text like ${searchPattern}`);

export type ContactListInput = PageInput & { q?: string | undefined; view?: View };

/**
 * The contacts of the acting profile, or of the session's guest, newest first; with `q` only those whose name,
 * username, call name or occupation contains it. Suspended contacts are left out. Fails with `permission_denied` (a
 * manager without `networking`). Two statements.
 */
export async function listContacts(ctx: Ctx, input: ContactListInput): Promise<Page<ContactRow>> {
  const q = input.q || null;
  const filters = { q };
  const position = readCursor(ctx, input, filters);
  const ownerId = ctx.acting ? requirePermission(ctx, 'networking').id : requirePrincipal(ctx).accountId;
  const rows = await (q === null ? listAll : listFound).all(ctx, {
    owner_id: ownerId,
    before_id: position?.[0] ?? LAST_ID,
    q,
    rows: input.limit + 1,
  });
  const page = toPage(ctx, rows, input, (row) => [row.contact_id], filters);
  return { ...page, items: await withViewer(ctx, page.items, input.view) };
}

const remove = writeStatement<{ id: string }>('contacts.remove', {
  authority: 'acting',
  change: sql`pair as (
    select ct.id from contacts mine
      join authority on authority.profile_id = mine.owner_entity_id
      join contacts ct on ct.owner_actor_id = mine.owner_actor_id and ct.contact_actor_id = mine.contact_actor_id
        or ct.owner_actor_id = mine.contact_actor_id and ct.contact_actor_id = mine.owner_actor_id
    where mine.id = ${p('id', 'uuid')} order by ct.id for update of ct
  ), gone as (
    delete from contacts using pair where contacts.id = pair.id returning contacts.*
  ), counted as (
    ${addToCounters(
      'profile_counters',
      ['contacts'],
      sql`select owner_entity_id, 0, -1 from gone where owner_entity_type = 'profile' order by owner_entity_id`,
    )}
  )`,
  events: [
    sql`gone.id = ${p('id', 'uuid')}`,
    sql`gone.id <> ${p('id', 'uuid')} and gone.owner_entity_type = 'profile'`,
  ].map((side) => ({
    type: 'contact.removed' as const,
    from: sql`gone where ${side}`,
    profile: sql`gone.owner_entity_id`,
    actor: p('profile_id', 'uuid'),
    objectType: 'contact',
    object: sql`gone.id`,
    data: sql`jsonb_build_object('contact_profile_id', gone.contact_entity_id)`,
  })),
  audit: { from: sql`gone where gone.id = ${p('id', 'uuid')}`, objectType: 'contact', object: sql`gone.id` },
  answer: sql`select id from gone where id = ${p('id', 'uuid')}`,
});

/**
 * Removes both rows of a contact, named by the acting profile's row. Both are locked in the order of their ids, so that
 * two sides that remove it at once do not deadlock. Fails with `permission_denied`, `contact_not_found` (also if the
 * other side was first). One statement.
 */
export async function removeContact(ctx: Ctx, contactId: string): Promise<string> {
  const row = await remove.run(ctx, { id: idOrNone(contactId) }, ['networking']);
  if (row) return row.id;
  await refuseWithoutAuthority(ctx, ['networking']);
  return fail('contact_not_found');
}
