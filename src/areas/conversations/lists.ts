import { requirePermission } from '../../auth/require.ts';
import type { View } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import { idOrNone } from '../../core/ids.ts';
import { type FromTime, type Page, type PageInput, pageByTime, readCursor, toPage } from '../../core/pagination.ts';
import type { Ctx } from '../../ctx.ts';
import { and, eq, type SQL, sql } from '../../db/drizzle.ts';
import { qb, rowCount, selectList } from '../../db/query.ts';
import { conversationMembers as cm } from '../../db/schema/conversations.ts';
import { batch, p, statement } from '../../db/statement.ts';
import { compactFields, profileColumns } from '../profiles/columns.ts';
import { isShown } from '../relations/queries.ts';
import { VIEWER_RELATION, type ViewerRow, viewedPage, viewerColumns, viewerValues } from '../relations/viewer.ts';
import {
  type CompactSideRow,
  type ConversationSideRow,
  conversationColumns,
  type ListedMessageRow,
  type MessageRow,
  messageColumns,
  newestTextBy,
} from './columns.ts';
import { acceptsReplies, otherSideOf } from './other-side.ts';
import type { SummaryWire } from './schemas.ts';

const actorId = p('actor_id', 'uuid');

/** The viewer's side `me`, the conversation `c` and the other side `om` with `pr`, even if that is hidden. */
const sidesOf = (
  me: SQL,
): SQL => sql`select ${conversationColumns}, me.unread_count, me.last_read_at, me.muted_at is not null as muted, me.has_written as replied, me.last_activity_at,
    ${isShown(sql`pr`)} as other_is_shown, om.has_written as other_has_written, ${profileColumns}
  from ${me} me
  join conversations c on c.id = me.conversation_id
  join lateral ${otherSideOf(sql`me`)} om on true
  join lateral (select * from actors one where one.id = me.other_actor_id offset 0) ac on true
  join profiles pr on pr.id = ac.entity_id`;

/** By last activity. The minute comes first, because the indexes have only that: Postgres sorts the rows of one minute. */
const newestFirst = (member: SQL) =>
  sql`${member}.activity_minute desc, ${member}.last_activity_at desc, ${member}.conversation_id desc`;

const before = p('before', 'timestamptz');

/** Limits before joining: the joins drop no row, but Postgres expects them to, and would sort all rows. */
const ownPage = (only: SQL = sql``): SQL => sql`(select cm.* from conversation_members cm
  where cm.actor_id = ${actorId} ${only} and cm.activity_minute <= ${before}
    and (cm.last_activity_at, cm.conversation_id) < (${before}, ${p('before_id', 'uuid')})
  order by ${newestFirst(sql`cm`)} limit ${p('rows', 'int')})`;

type StoredSide = Omit<ConversationSideRow, keyof ViewerRow>;

const LISTED = { actor_id: 'uuid', before: 'timestamptz', before_id: 'uuid', rows: 'int' } as const;

const listSides = statement(
  'conversations.list',
  LISTED,
  sql<StoredSide>`${sidesOf(ownPage())} order by ${newestFirst(sql`me`)}`,
);
const listUnreadSides = statement(
  'conversations.list_unread',
  LISTED,
  sql<StoredSide>`${sidesOf(ownPage(sql`and cm.is_unread`))} order by ${newestFirst(sql`me`)}`,
);

const isOwn = sql`me.conversation_id = ${p('conversation_id', 'uuid')} and me.actor_id = ${actorId}`;

const findSide = statement(
  'conversations.find',
  { conversation_id: 'uuid', actor_id: 'uuid' },
  sql<StoredSide>`${sidesOf(sql`conversation_members`)} where ${isOwn}`,
);
const findRelation = statement(
  'conversations.find_viewer',
  { ...VIEWER_RELATION, conversation_id: 'uuid', actor_id: 'uuid' },
  sql<ViewerRow>`select ${viewerColumns} from conversation_members me
    join actors ac on ac.id = me.other_actor_id join profiles pr on pr.id = ac.entity_id where ${isOwn}`,
);

export type UnreadSideRow = CompactSideRow & {
  /** The start of the newest message of the other side. */
  their_text: string | null;
  /** The number of all. */
  count: number;
};

/** The unread conversations of the acting profile by last activity, each with the number of all. For `GET /v1/home`. */
export const unreadSides = {
  /** `offset 0`: each row looks up its own. If all since the last reading are unread, the last message is theirs. */
  rows: statement(
    'conversations.list_first_unread',
    { actor_id: 'uuid', few: 'int' },
    sql<UnreadSideRow>`select ${conversationColumns}, me.unread_count, me.last_read_at, me.muted_at is not null as muted, me.has_written as replied,
        case when c.last_seq - me.last_read_seq = me.unread_count then c.last_message_preview
          else ${newestTextBy(sql`me.other_actor_id`)} end as their_text,
        ${isShown(sql`pr`)} as other_is_shown, me.count, ${selectList(compactFields)}
      from (select *, count(*) over ()::int as count from conversation_members me where me.actor_id = ${actorId} and me.is_unread
        order by ${newestFirst(sql`me`)} limit ${p('few', 'int')}) me
      cross join lateral (select * from conversations one where one.id = me.conversation_id offset 0) c
      cross join lateral (select one.* from actors ac join profiles one on one.id = ac.entity_id
        where ac.id = me.other_actor_id offset 0) pr
      order by ${newestFirst(sql`me`)}`,
  ),
  /** Their number for each of several actors. */
  countEach: statement(
    'conversations.count_unread_of_actors',
    { actor_ids: 'uuid[]' },
    qb
      .select({ actor_id: cm.actorId, count: rowCount })
      .from(cm)
      .where(and(cm.isUnread, sql`${cm.actorId} = any(${p('actor_ids', 'uuid[]')})`))
      .groupBy(cm.actorId),
  ),
};

/** The acting profile's conversations by last activity. Fails with `permission_denied`. */
export async function listConversations(
  ctx: Ctx,
  input: PageInput & { view?: View; unread?: boolean },
): Promise<Page<ConversationSideRow>> {
  const { actorId: actor_id } = requirePermission(ctx, 'messaging');
  const isUnread = input.unread === true;
  const list = isUnread ? listUnreadSides : listSides;
  const read = (from: FromTime) => list.all(ctx, { actor_id, ...from });
  const page = await pageByTime(ctx, input, ['last_activity_at', 'id'], read, isUnread ? { unread: true } : undefined);
  return viewedPage(ctx, page, input.view);
}

/** One conversation. Fails with `permission_denied`, `conversation_not_found`. */
export async function getConversationOrFail(ctx: Ctx, id: string): Promise<ConversationSideRow> {
  const { actorId: actor_id } = requirePermission(ctx, 'messaging');
  const values = { ...viewerValues(ctx), actor_id, conversation_id: idOrNone(id) };
  const [[row], [relation]] = await batch(ctx, [findSide.call(values), findRelation.call(values)]);
  return row && relation ? { ...row, ...relation } : fail('conversation_not_found');
}

const countUnread = statement(
  'conversations.count_unread',
  { actor_id: 'uuid?', account_id: 'uuid?' },
  qb
    .select({
      unread_count: sql<number>`count(*)::int`.as('unread_count'),
      unread_messages_count: sql<number>`coalesce(sum(${cm.unreadCount}), 0)::int`.as('unread_messages_count'),
    })
    .from(cm)
    .where(
      and(
        cm.isUnread,
        eq(
          cm.actorId,
          sql`coalesce(${actorId}, (select ac.id from actors ac where ac.entity_id = ${p('account_id', 'uuid')} and ac.type = 'guest'))`,
        ),
      ),
    ),
);

/** Unread conversations of the acting profile or, without one, the account's guest. Fails with `permission_denied`. */
export async function summarizeConversations(ctx: Ctx): Promise<SummaryWire> {
  const actor_id = ctx.acting === null ? null : requirePermission(ctx, 'messaging').actorId;
  const counted = await countUnread.one(ctx, { actor_id, account_id: ctx.principal?.accountId ?? null });
  return counted ?? { unread_count: 0, unread_messages_count: 0 };
}

/** The conversation with the given id, if the acting profile is one of its sides. */
const ownConversation: SQL = sql`(select me.conversation_id from conversation_members me
  where me.conversation_id = ${p('conversation_id', 'uuid')} and me.actor_id = ${actorId})`;

const ownMessages = (more: SQL = sql``): SQL => sql`select ${messageColumns}, ac.entity_id as sender_profile_id ${more}
  from messages m join actors ac on ac.id = m.sender_actor_id
  where m.conversation_id = ${ownConversation}`;

const listMessageRows = statement(
  'conversations.list_messages',
  {
    profile_id: 'uuid',
    acting_type: 'text',
    conversation_id: 'uuid',
    actor_id: 'uuid',
    before_seq: 'int',
    rows: 'int',
  },
  sql<ListedMessageRow>`${ownMessages(sql`, ${acceptsReplies(ownConversation)} as can_answer`)} and m.seq < ${p('before_seq', 'int')} order by m.seq desc limit ${p('rows', 'int')}`,
);
export const findMessage = statement(
  'conversations.find_message',
  { conversation_id: 'uuid', actor_id: 'uuid', message_id: 'uuid' },
  sql<MessageRow>`${ownMessages()} and m.id = ${p('message_id', 'uuid')}`,
);

/** The largest value of the column. */
const MAX_SEQ = 2_147_483_647;

/** Messages, newest first, with deleted ones. Fails with `permission_denied`, `conversation_not_found`. */
export async function listMessages(
  ctx: Ctx,
  input: PageInput & { conversationId: string },
): Promise<Page<ListedMessageRow>> {
  const filters = { conversation: input.conversationId };
  const position = readCursor<[number]>(ctx, input, filters);
  const acting = requirePermission(ctx, 'messaging');
  const rows = await listMessageRows.all(ctx, {
    actor_id: acting.actorId,
    profile_id: acting.id,
    acting_type: acting.type,
    conversation_id: idOrNone(input.conversationId),
    before_seq: position?.[0] ?? MAX_SEQ,
    rows: input.limit + 1,
  });
  if (rows.length === 0) await getConversationOrFail(ctx, input.conversationId);
  return toPage(ctx, rows, input, (row) => [row.seq], filters);
}

/** One message. Fails with `permission_denied`, `conversation_not_found`, `message_not_found`. */
export async function getMessageOrFail(ctx: Ctx, conversationId: string, messageId: string): Promise<MessageRow> {
  const { actorId: actor_id } = requirePermission(ctx, 'messaging');
  const ids = { conversation_id: idOrNone(conversationId), message_id: idOrNone(messageId) };
  const found = await findMessage.one(ctx, { actor_id, ...ids });
  if (found) return found;
  await getConversationOrFail(ctx, conversationId);
  return fail('message_not_found');
}
