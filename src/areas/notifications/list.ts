import { isInForce, permissionsInForce } from '../../auth/grants.ts';
import { requireActing, requirePrincipal } from '../../auth/require.ts';
import type { NotificationType } from '../../core/enums.ts';
import { LIMITS } from '../../core/limits.ts';
import { NOTIFICATIONS } from '../../core/notification-types.ts';
import { beforeValues, type Page, type PageInput, readCursor, toPage } from '../../core/pagination.ts';
import { allows, type ScopeArea } from '../../core/scopes.ts';
import type { Ctx } from '../../ctx.ts';
import { and, type SQL, sql } from '../../db/drizzle.ts';
import { selectList } from '../../db/query.ts';
import { batch, type Call, type ParameterTypes, p, statement } from '../../db/statement.ts';
import { newestTextBy, TEXT_LENGTH } from '../conversations/columns.ts';
import { po } from '../posts/columns.ts';
import { READER, readerValues } from '../posts/readers.ts';
import { notBlockedFor, selectReadable, visibleTo } from '../posts/visibility.ts';
import type { CompactProfileRow } from '../profiles/columns.ts';
import { type ListedCompactRow, listedCompactFields } from '../profiles/queries.ts';
import { isListedFor, isShown, profilesOfAccount } from '../relations/queries.ts';
import { hasType, readableTypes } from './types.ts';

const profileId = p('profile_id', 'uuid');

export type NotificationRow = {
  id: string;
  type: NotificationType;
  /** What it is about: of a group, the newest act of somebody who is shown. */
  object_id: string;
  /** With those that are hidden. */
  actor_count: number;
  needs_human: boolean;
  managed_profile_id: string | null;
  read_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

/** Enough to find the newest actors among, though one of them may have caused several of these acts. */
export const NEWEST_ACTS = 100;

const PAGE = {
  profile_id: 'uuid',
  types: 'text[]?',
  readable_types: 'text[]?',
  before: 'timestamptz',
  before_id: 'uuid',
  rows: 'int',
} as const satisfies ParameterTypes;

/** FROM item `a`: what members who are shown did for `n`. */
const actsOfShown = sql`notification_actors a where a.profile_id = n.profile_id and a.notification_id = n.id
      and (select ${isShown(sql`pr`)} from profiles pr where pr.id = a.actor_profile_id)`;

/** Condition: somebody who caused `n` is shown. Acts behind a block are deleted; nobody causes a few kinds. */
export const isByShown = sql`((select ${isShown(sql`pr`)} from profiles pr where pr.id = n.first_actor_id)
  or n.actor_count = 0 or exists (select from ${actsOfShown} offset 0))`;

const newestFirst = sql`n.updated_at desc, n.id desc`;

/** Condition: `n` concerns the profile, which may read notifications of its type. */
const isOwn = (types: SQL): SQL => sql`n.profile_id = ${profileId} and ${hasType(types)} and ${isByShown}`;

const isUnread = sql`n.read_at is null`;

/** FROM item: the profiles of the reader's account. */
const viewer = sql`(select ${profilesOfAccount(profileId)} as ids offset 0) viewer`;
const actorFields = selectList(listedCompactFields(sql`viewer.ids`));

/** With the actor of the newest act of somebody who is shown; without a notification or an actor, these columns are null. */
type PageRow = NotificationRow & ListedCompactRow & { unread_count: number };
const columns = sql`n.id, n.type, coalesce(newest.object_id, n.group_id) as object_id, n.actor_count, n.needs_human, n.managed_profile_id,
    n.read_at, n.created_at, n.updated_at, ${actorFields}`;
const joinNewest = sql`cross join ${viewer}
  left join lateral (select * from ${actsOfShown} order by a.created_at desc limit 1) newest on true
  left join lateral (select * from profiles where id = newest.actor_profile_id offset 0) pr on true
  order by ${newestFirst}`;

/** A page, and in at least one row the number of unread ones. */
const page = (condition: SQL) => sql<PageRow>`select counted.unread_count, ${columns}
  from (select count(*)::int as unread_count from notifications n
    where ${isOwn(p('readable_types', 'text[]'))} and ${isUnread}) counted
  left join (select * from notifications n
    where ${isOwn(p('types', 'text[]'))} and ${condition}
      and (n.updated_at, n.id) < (${p('before', 'timestamptz')}, ${p('before_id', 'uuid')})
    order by ${newestFirst} limit ${p('rows', 'int')}) n on true
  ${joinNewest}`;

const pageOfAll = statement('notifications.page', PAGE, page(sql`true`));
const pageOfUnread = statement('notifications.page_of_unread', PAGE, page(isUnread));
/** Finds and counts them at once, because looking for a shown actor of each costs most. */
const firstUnread = statement(
  'notifications.list_first_unread',
  { profile_id: 'uuid', types: 'text[]?', rows: 'int' },
  sql<PageRow>`select n.unread_count, ${columns}
    from (select *, count(*) over ()::int as unread_count from notifications n
      where ${isOwn(p('types', 'text[]'))} and ${isUnread} order by ${newestFirst} limit ${p('rows', 'int')}) n
    ${joinNewest}`,
);

/** One of the newest actors of a notification. */
type ActorRow = ListedCompactRow & {
  notification_id: string;
  /** The number of hidden ones among those of the newest acts. */
  hidden_count: number;
};

/** The newest actors of notifications with several, each once, those who are shown first. Limits before joining, else Postgres reads all actors. */
const listActors = statement(
  'notifications.list_actors',
  { profile_id: 'uuid', notification_ids: 'uuid[]' },
  sql<ActorRow>`select n.id as notification_id, a.hidden_count, ${actorFields}
    from unnest(${p('notification_ids', 'uuid[]')}) as n(id) cross join ${viewer}
    cross join lateral (
      select one.id, count(*) filter (where not one.shown) over ()::int as hidden_count,
        row_number() over (order by one.shown desc, one.at desc, one.id desc) as place
      from (
        select distinct on (newest.actor_profile_id) newest.actor_profile_id as id, newest.created_at as at,
          (select ${isShown(sql`pr`)} from profiles pr where pr.id = newest.actor_profile_id) as shown
        from (select * from notification_actors a where a.profile_id = ${profileId} and a.notification_id = n.id
          order by a.created_at desc limit ${NEWEST_ACTS}::int) newest
        order by newest.actor_profile_id, newest.created_at desc
      ) one
    ) a
    join lateral (select * from profiles where id = a.id offset 0) pr on a.place <= ${LIMITS.notification.max_actors}
    order by n.id, a.place`,
);

/** The notifications of a page. */
export function readPage(found: readonly PageRow[]) {
  return { rows: found.filter(({ id }) => id !== null), unread_count: found[0]?.unread_count ?? 0 };
}

const addressed = sql`coalesce(n.managed_profile_id, n.profile_id)`;

/** Condition: the message of `n` that asks for a person is by a member who is listed, and the person may still answer it. */
export const asksForAnswer = sql`(n.needs_human
    and exists (select from notification_actors a join profiles pr on pr.id = a.actor_profile_id
      where a.profile_id = n.profile_id and a.notification_id = n.id
        and ${isListedFor(sql`n.profile_id`, sql`pr`)} and ${isListedFor(addressed, sql`pr`)} offset 0)
    and (n.managed_profile_id is null or exists (select from profiles managed join profiles person on person.id = n.profile_id
      where managed.id = n.managed_profile_id and (managed.account_id = person.account_id or exists (
        select from access_grants g where g.profile_id = managed.id and g.manager_profile_id = person.id
          and ${isInForce} and 'messaging' = any(${permissionsInForce}))) offset 0)))`;

/** For each of several profiles: how many notifications of its types are unread, and how many ask for a person. */
export const countUnreadEach = statement(
  'notifications.count_unread_of_profiles',
  { rows: 'jsonb', now: 'timestamptz' },
  sql<{
    profile_id: string;
    count: number;
    needs_human: number;
  }>`select own.profile_id, unread.count, unread.needs_human
    from jsonb_to_recordset(${p('rows', 'jsonb')}) as own (profile_id uuid, types text[])
    join lateral (select count(*)::int as count, count(*) filter (where ${asksForAnswer})::int as needs_human
      from notifications n
      where n.profile_id = own.profile_id and n.read_at is null and ${hasType(sql`own.types`)} and ${isByShown}) unread on unread.count > 0`,
);

/** The newest unread notifications, for `GET /v1/home` and `readPage`: no row if there are none. */
export const newestUnread = (ctx: Ctx, rows: number): Call<PageRow> =>
  firstUnread.call({ profile_id: requireActing(ctx).id, types: readableTypes(ctx), rows });

/** By the id of what a notification is about, of messages by its own. */
type TextRow = { id: string; text: string };

const postTexts = selectReadable({ id: po.id, text: sql<string>`left(po.body, ${TEXT_LENGTH})`.as('text') }, 'member', {
  paged: true,
}).where(and(sql`${po.id} = any(${p('post_ids', 'uuid[]')})`, visibleTo('member'), notBlockedFor('member')));

/** The newest message from the other side that had come when it was read, and if it must, asks for a person. */
const messageTexts = sql<TextRow>`select n.id, made.text
    from notifications n
    join conversation_members cm on cm.conversation_id = n.group_id and cm.actor_id = ${p('actor_id', 'uuid')}
    join conversations c on c.id = cm.conversation_id
    cross join lateral (select ${newestTextBy(
      sql`cm.other_actor_id`,
      sql`and m.created_at <= coalesce(n.read_at, 'infinity') and (not n.needs_human or m.needs_human)`,
    )} as text) made
    where n.id = any(${p('message_notification_ids', 'uuid[]')}) and n.profile_id = ${profileId} and made.text is not null`;

const requestNotes = sql<TextRow>`select cr.id, cr.message as text from contact_requests cr
    join profiles pr on pr.id = cr.requester_profile_id and ${isShown(sql`pr`)}
    where cr.addressee_profile_id = ${profileId} and cr.id = any(${p('request_ids', 'uuid[]')})`;

/** Why the operator removed posts. Everyone who reads the notification may read it. */
const removalNotes = sql<TextRow>`select po.id, coalesce(po.removal_note, '') as text from posts po
    where po.id = any(${p('removed_ids', 'uuid[]')}) and po.profile_id = ${profileId} and po.removal_note is not null`;

/** Apart, because each plan costs more than the few rows that it finds, and most pages need one. */
const texts = {
  ofPosts: statement('notifications.list_post_texts', { ...READER, post_ids: 'uuid[]' }, postTexts),
  ofMessages: statement(
    'notifications.list_message_texts',
    { profile_id: 'uuid', actor_id: 'uuid', message_notification_ids: 'uuid[]' },
    messageTexts,
  ),
  ofRequests: statement(
    'notifications.list_request_notes',
    { profile_id: 'uuid', request_ids: 'uuid[]' },
    requestNotes,
  ),
  ofRemovals: statement(
    'notifications.list_removal_notes',
    { profile_id: 'uuid', removed_ids: 'uuid[]' },
    removalNotes,
  ),
};

type Texts = ReadonlyMap<string, string>;
const NO_TEXTS: Texts = new Map();

/** The text of an unread notification of messages to the profile itself. One that asks for a person may be about an earlier one. */
const knownText = (row: NotificationRow, known: Texts) =>
  row.type === 'message.created' && row.read_at === null && !row.needs_human && row.managed_profile_id === null
    ? known.get(row.object_id)
    : undefined;

export type LoadedNotification = NotificationRow & { actors: CompactProfileRow[]; text: string | null };

/**
 * Reads what a page lacks. Texts only if the scopes would open them elsewhere: only the addressee of a contact request
 * may read its note. `known` has the texts of unread conversations.
 */
export function detailCalls(ctx: Ctx, rows: readonly NotificationRow[], known: Texts = NO_TEXTS) {
  const { id: profile_id, actorId: actor_id } = requireActing(ctx);
  const { scopes, type } = requirePrincipal(ctx);
  const mayRead = (area: ScopeArea) => allows(scopes, area, 'read', type);
  const objectsOf = (matches: (type: NotificationType) => boolean) =>
    rows.filter((row) => matches(row.type)).map((row) => row.object_id);
  const ofMessages = rows.filter(
    (row) => NOTIFICATIONS[row.type].object === 'conversation' && knownText(row, known) === undefined,
  );
  const notification_ids = rows.filter(({ actor_count }) => actor_count > 1).map(({ id }) => id);
  const post_ids = objectsOf((one) => NOTIFICATIONS[one].object === 'post' && one !== 'post.removed');
  const message_notification_ids = mayRead('messages') ? ofMessages.map(({ id }) => id) : [];
  const request_ids = mayRead('contacts') ? objectsOf((one) => one === 'contact_request.created') : [];
  const removed_ids = objectsOf((one) => one === 'post.removed');
  const ofPosts = post_ids.length > 0 && texts.ofPosts.call({ ...readerValues(ctx), post_ids });
  const ofMessage =
    message_notification_ids.length > 0 && texts.ofMessages.call({ profile_id, actor_id, message_notification_ids });
  const ofRequests = request_ids.length > 0 && texts.ofRequests.call({ profile_id, request_ids });
  const ofRemovals = removed_ids.length > 0 && texts.ofRemovals.call({ profile_id, removed_ids });
  return {
    texts: [ofPosts, ofMessage, ofRequests, ofRemovals].filter((call) => call !== false),
    actors: notification_ids.length > 0 ? listActors.call({ profile_id, notification_ids }) : null,
  };
}

type Details = { actors: readonly ActorRow[] | null; texts: readonly TextRow[][] };

/** Notifications with their actors that are listed, and the text that the caller may read. */
export function withDetails(
  rows: readonly PageRow[],
  { actors, texts }: Details,
  known: Texts = NO_TEXTS,
): LoadedNotification[] {
  const several = Map.groupBy(actors ?? [], ({ notification_id }) => notification_id);
  const textById = new Map(texts.flat().map(({ id, text }) => [id, text]));
  return rows.map((row) => {
    const newest = several.get(row.id);
    const shown = newest?.filter(({ is_shown }) => is_shown) ?? (row.profile_id === null ? [] : [row]);
    const listed = shown.filter(({ is_listed }) => is_listed);
    // What a hidden member wrote is hidden with its author.
    const isHidden = row.actor_count > 0 && listed.length === 0;
    const textId = NOTIFICATIONS[row.type].object === 'conversation' ? row.id : row.object_id;
    return {
      ...row,
      actors: listed,
      // A block that the dispatcher has not handled yet hides them, too.
      actor_count: row.actor_count - (newest?.[0]?.hidden_count ?? 0) - (shown.length - listed.length),
      text: isHidden ? null : (knownText(row, known) ?? textById.get(textId) ?? null),
    };
  });
}

export type ListInput = PageInput & { unread?: boolean | undefined; types?: readonly NotificationType[] | undefined };
export type NotificationPage = Page<LoadedNotification> & { unread_count: number };

/**
 * The notifications of the acting profile, by their last change, newest first. `unread_count` counts all that the
 * caller may read. Fails with `invalid_cursor`.
 */
export async function listNotifications(ctx: Ctx, input: ListInput): Promise<NotificationPage> {
  const { id } = requireActing(ctx);
  const { unread = false, types } = input;
  const filters = { profile: id, unread, types: types?.toSorted() };
  const position = beforeValues(readCursor(ctx, input, filters));
  const all = readableTypes(ctx);
  const readable = types && all ? all.filter((type) => types.includes(type)) : (types ?? all);
  const values = { profile_id: id, types: readable, readable_types: all, ...position, rows: input.limit + 1 };
  const { rows, unread_count } = readPage(await (unread ? pageOfUnread : pageOfAll).all(ctx, values));
  const { items, next_cursor } = toPage(ctx, rows, input, (row) => [row.updated_at.getTime(), row.id], filters);
  return {
    items: withDetails(items, await batch(ctx, detailCalls(ctx, items))),
    next_cursor,
    unread_count,
  };
}
