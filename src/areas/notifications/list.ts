import { requireActing, requirePrincipal } from '../../auth/require.ts';
import type { NotificationType } from '../../core/enums.ts';
import { LIMITS } from '../../core/limits.ts';
import { beforeValues, type Page, type PageInput, readCursor, toPage } from '../../core/pagination.ts';
import { allows } from '../../core/scopes.ts';
import type { Ctx } from '../../ctx.ts';
import { and, type SQL, sql } from '../../db/drizzle.ts';
import { runParts } from '../../db/parts.ts';
import { batch, type Call, p, statement } from '../../db/statement.ts';
import { po } from '../posts/columns.ts';
import { notBlockedFor, readerValues, selectReadable, visibleTo } from '../posts/visibility.ts';
import type { CompactProfileRow } from '../profiles/columns.ts';
import { compactCall, type ListedCompactRow } from '../profiles/queries.ts';
import { isShown } from '../relations/queries.ts';
import { hasType, OBJECT_TYPE_OF, readableTypes } from './types.ts';

const profileId = p('profile_id', 'uuid');
const ids = p('ids', 'uuid[]');
const isReadable = hasType(p('types', 'text[]'));
/** Longer than a preview, because that ends where a grapheme does. */
const TEXT_LENGTH = 2 * LIMITS.notification.max_preview_length;

export type NotificationRow = {
  id: string;
  type: NotificationType;
  /** What it is about: of a group, the newest. */
  object_id: string;
  actor_count: number;
  /** The newest actors. */
  actor_ids: string[];
  needs_human: boolean;
  managed_profile_id: string | null;
  read_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

/**
 * Each actor with the newest that it caused, found in one walk through the actors of the notification. Limits before
 * joining: Postgres may sort, and would read the actors of all notifications before that.
 */
const select = (condition: SQL) => sql`
  select n.id, n.type, coalesce(made.object_id, n.group_id) as object_id, made.actor_count, made.actor_ids,
    n.needs_human, n.managed_profile_id, n.read_at, n.created_at, n.updated_at
  from (
    select * from notifications n
    where n.profile_id = ${profileId} and ${isReadable} and ${condition}
      and (n.updated_at, n.id) < (${p('before', 'timestamptz')}, ${p('before_id', 'uuid')})
    order by n.updated_at desc, n.id desc limit ${p('rows', 'int')}
  ) n
  cross join lateral (
    select count(*)::int as actor_count,
      coalesce((array_agg(one.id order by one.at desc, one.id desc))[1:${LIMITS.notification.max_actors}], '{}') as actor_ids,
      (array_agg(one.object_id order by one.at desc, one.object_id desc))[1] as object_id
    from (
      select distinct on (a.actor_profile_id) a.actor_profile_id as id, a.created_at as at, a.object_id
      from notification_actors a where a.notification_id = n.id
      order by a.actor_profile_id, a.created_at desc, a.object_id desc
    ) one
  ) made
  order by n.updated_at desc, n.id desc`;

const listAll = statement<NotificationRow>('notifications.list', select(sql`true`));
const listUnread = statement<NotificationRow>('notifications.list_unread', select(sql`n.read_at is null`));

/** The number of unread notifications, as an expression. */
export const unread: SQL = sql`(select count(*)::int from notifications n
    where n.profile_id = ${profileId} and n.read_at is null and ${isReadable})`;

const countUnread = statement<{ count: number }>('notifications.count_unread', sql`select ${unread} as count`);

/** The number of unread notifications that the caller may read for the acting profile, for `batch`. */
export const unreadCount = (ctx: Ctx): Call<{ count: number }> =>
  countUnread.call({ profile_id: requireActing(ctx).id, types: readableTypes(ctx) });

/** For each of several profiles: how many notifications of its types are unread, and how many ask for a person. */
export const countUnreadEach = statement<{ profile_id: string; count: number; needs_human: number }>(
  'notifications.count_unread_of_profiles',
  sql`select own.profile_id, unread.count, unread.needs_human
    from jsonb_to_recordset(${p('rows', 'jsonb')}) as own (profile_id uuid, types text[])
    join lateral (select count(*)::int as count, count(*) filter (where n.needs_human)::int as needs_human
      from notifications n
      where n.profile_id = own.profile_id and n.read_at is null and ${hasType(sql`own.types`)}) unread on unread.count > 0`,
);

/** The newest unread notifications, for `GET /v1/home`. */
export const newestUnread = (ctx: Ctx, rows: number): Call<NotificationRow> =>
  listUnread.call({ profile_id: requireActing(ctx).id, types: readableTypes(ctx), ...beforeValues(null), rows });

const listPostTexts = statement(
  'notifications.list_post_texts',
  selectReadable({ id: po.id, text: sql<string>`left(po.body, ${TEXT_LENGTH})`.as('text') }, 'member', {
    paged: true,
  }).where(and(sql`${po.id} = any(${ids})`, visibleTo('member'), notBlockedFor('member'))),
);

/** Messages of a conversation that are looked at for the text of one notification. */
const MESSAGES_MAX = 500;

/**
 * The newest message from the other side that a notification is about: none that arrived after it was read, and only
 * those that ask for a person if the notification does.
 */
const listMessageTexts = statement<{ id: string; text: string }>(
  'notifications.list_message_texts',
  sql`select n.id, left(made.body, ${TEXT_LENGTH}) as text
    from notifications n
    join conversation_members cm on cm.conversation_id = n.group_id and cm.actor_id = ${p('actor_id', 'uuid')}
    cross join lateral (
      select m.body from (
        select * from messages one where one.conversation_id = n.group_id order by one.seq desc limit ${MESSAGES_MAX}::int
      ) m
      where m.sender_actor_id = cm.other_actor_id and m.deleted_at is null
        and m.created_at <= coalesce(n.read_at, 'infinity') and (not n.needs_human or m.needs_human)
      order by m.seq desc limit 1
    ) made
    where n.id = any(${ids}) and n.profile_id = ${profileId}`,
);

const listRequestNotes = statement<{ id: string; text: string }>(
  'notifications.list_request_notes',
  sql`select cr.id, cr.message as text from contact_requests cr
    join profiles pr on pr.id = cr.requester_profile_id and ${isShown(sql`pr`)}
    where cr.addressee_profile_id = ${profileId} and cr.id = any(${ids})`,
);

type Texts = ReadonlyMap<string, string>;
const NO_TEXTS: Texts = new Map();

/** The text of an unread notification of messages to the profile itself. One that asks for a person may be about an earlier one. */
const knownText = (row: NotificationRow, known: Texts) =>
  row.type === 'message.created' && row.read_at === null && !row.needs_human && row.managed_profile_id === null
    ? known.get(row.object_id)
    : undefined;

/** Why the operator removed posts. Everyone who reads the notification may read it. */
const listRemovalNotes = statement<{ id: string; text: string }>(
  'notifications.list_removal_notes',
  sql`select po.id, coalesce(po.removal_note, '') as text from posts po
    where po.id = any(${ids}) and po.profile_id = ${profileId} and po.removal_note is not null`,
);

export type LoadedNotification = NotificationRow & { actors: CompactProfileRow[]; text: string | null };

export const actorIdsOf = (rows: readonly NotificationRow[]): string[] => rows.flatMap((row) => row.actor_ids);

/**
 * The calls that read the texts of what notifications are about: each only if the credential's scopes would open it
 * elsewhere. Only the addressee of a contact request is notified of its creation, and may read the note. `known` has the
 * texts of unread conversations whose last message is unread.
 */
export function textCalls(ctx: Ctx, rows: readonly NotificationRow[], known: Texts = NO_TEXTS) {
  const { id: profile_id, actorId: actor_id } = requireActing(ctx);
  const { scopes, type } = requirePrincipal(ctx);
  const objectsOf = (matches: (type: NotificationType) => boolean) =>
    rows.filter((row) => matches(row.type)).map((row) => row.object_id);
  const postIds = objectsOf((one) => OBJECT_TYPE_OF[one] === 'post' && one !== 'post.removed');
  const removedIds = objectsOf((one) => one === 'post.removed');
  const ofMessages = rows
    .filter((row) => OBJECT_TYPE_OF[row.type] === 'conversation' && knownText(row, known) === undefined)
    .map(({ id }) => id);
  const requestIds = objectsOf((one) => one === 'contact_request.created');
  const opens = (area: 'messages' | 'contacts', found: string[]) =>
    found.length > 0 && allows(scopes, area, 'read', type);
  return {
    posts: postIds.length > 0 ? listPostTexts.call({ ...readerValues(ctx), ids: postIds }) : null,
    messages: opens('messages', ofMessages) ? listMessageTexts.call({ profile_id, actor_id, ids: ofMessages }) : null,
    removals: removedIds.length > 0 ? listRemovalNotes.call({ profile_id, ids: removedIds }) : null,
    notes: opens('contacts', requestIds) ? listRequestNotes.call({ profile_id, ids: requestIds }) : null,
  };
}

type Text = { id: string; text: string };
type Details = Record<keyof ReturnType<typeof textCalls>, Text[] | null> & { profiles: ListedCompactRow[] | null };

/** Notifications with their actors that are shown, and the text that the caller may read. */
export function withDetails(
  rows: readonly NotificationRow[],
  { profiles, posts, messages, removals, notes }: Details,
  known: Texts = NO_TEXTS,
): LoadedNotification[] {
  const shown = new Map(profiles?.filter((row) => row.is_shown).map((row) => [row.profile_id, row]));
  const textById = new Map(
    [posts, messages, removals, notes].flatMap((texts) => texts ?? []).map(({ id, text }) => [id, text]),
  );
  return rows.map((row) => ({
    ...row,
    actors: row.actor_ids.flatMap((id) => shown.get(id) ?? []),
    text:
      knownText(row, known) ??
      textById.get(OBJECT_TYPE_OF[row.type] === 'conversation' ? row.id : row.object_id) ??
      null,
  }));
}

export type ListInput = PageInput & { unread?: boolean | undefined; types?: readonly NotificationType[] | undefined };
export type NotificationPage = Page<LoadedNotification> & { unread_count: number };

/**
 * The notifications of the acting profile, by their last change, newest first. `unread_count` counts all that the caller
 * may read, whatever the filters are. Fails with `invalid_cursor`. Two statements, and up to three for actors and texts.
 */
export async function listNotifications(ctx: Ctx, input: ListInput): Promise<NotificationPage> {
  const { id } = requireActing(ctx);
  const { unread = false, types } = input;
  const filters = { profile: id, unread, types: types?.toSorted() };
  const position = beforeValues(readCursor(ctx, input, filters));
  const all = readableTypes(ctx);
  const readable = types && all ? all.filter((type) => types.includes(type)) : (types ?? all);
  const list = unread ? listUnread : listAll;
  const [rows, [counted]] = await batch(ctx, [
    list.call({ profile_id: id, types: readable, ...position, rows: input.limit + 1 }),
    unreadCount(ctx),
  ]);
  const page = toPage(ctx, rows, input, (row) => [row.updated_at.getTime(), row.id], filters);
  const profiles = compactCall(actorIdsOf(page.items));
  const details = await runParts(ctx, { profiles, ...textCalls(ctx, page.items) });
  return { ...page, items: withDetails(page.items, details), unread_count: counted!.count };
}
