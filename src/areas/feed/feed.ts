import { requireActing } from '../../auth/require.ts';
import { AI_DISCLOSURES, type AiDisclosure, type ProfileType, type View } from '../../core/enums.ts';
import { LIMITS } from '../../core/limits.ts';
import { beforeValues, encodePosition, FIRST_ID, type PageInput, readCursor, toPage } from '../../core/pagination.ts';
import type { Ctx } from '../../ctx.ts';
import { sql } from '../../db/drizzle.ts';
import { p, statement } from '../../db/statement.ts';
import { hidingReads, type LoadedPost, type PostSet, withUnhidden } from '../posts/load.ts';
import { readerValues } from '../posts/readers.ts';
import { authorIsBlocked } from '../posts/visibility.ts';
import { findRows, positionOf, readByIds } from './rows.ts';
import { DISCLOSED, EXCLUDED, FEED, isMuted, NEWER } from './sources.ts';
import { countRecent, countStreams, type FeedRow } from './statements.ts';

const rows = p('rows', 'int');

const COUNTED = { ...FEED, ...NEWER, rows: 'int' } as const;
const countRecently = statement('feed.count_recent', { ...COUNTED, ...EXCLUDED }, countRecent(rows));

const countInStreams = {
  all: statement('feed.count_streams', COUNTED, countStreams({ byDisclosure: false }, rows)),
  disclosed: statement(
    'feed.count_streams_disclosed',
    { ...COUNTED, ...DISCLOSED },
    countStreams({ byDisclosure: true }, rows),
  ),
};

/** Quoted posts of muted and blocked profiles are hidden too. */
const readQuoted = hidingReads('feed.read_quoted', sql`(${authorIsBlocked} or ${isMuted(sql`po.profile_id`)})`);

export type FeedFilters = {
  exclude_profile_types?: readonly ProfileType[] | undefined;
  exclude_disclosure?: readonly AiDisclosure[] | undefined;
};

/** The filters as statements need them, and as a cursor is bound to them: in any order and without repetitions. */
function filterValues(ctx: Ctx, input: FeedFilters) {
  const excluded_types = [...new Set(input.exclude_profile_types)].sort();
  const excluded_disclosures = [...new Set(input.exclude_disclosure)].sort();
  const disclosures = AI_DISCLOSURES.filter((one) => !excluded_disclosures.includes(one));
  return {
    values: { ...readerValues(ctx), excluded_types, excluded_disclosures, disclosures },
    cursorFilters: { types: excluded_types.join(), disclosure: excluded_disclosures.join() },
    variant: excluded_disclosures.length > 0 ? ('disclosed' as const) : ('all' as const),
  };
}

export type FeedPage = { items: LoadedPost[]; next_cursor: string | null; newest_cursor: string; set: PostSet };

/**
 * A page of the feed, newest first: posts and quotes of followed profiles and its own, without what the caller cannot
 * see and muted or blocked profiles. Fails with `profile_header_required`, `invalid_cursor`.
 */
export async function listFeed(ctx: Ctx, input: PageInput & FeedFilters & { view: View }): Promise<FeedPage> {
  const acting = requireActing(ctx);
  const { values, cursorFilters, variant } = filterValues(ctx, input);
  const position = readCursor(ctx, input, cursorFilters);
  const given = { ...values, ...beforeValues(position), rows: input.limit + 1 };
  // A filter, a long page or the end of the feed may need another source than the usual page.
  const place = [acting.id, given.rows, ...Object.values(cursorFilters), position === null].join(' ');
  const found = await findRows(ctx, place, variant, given);
  const { items, next_cursor } = toPage(ctx, found, input, positionOf, cursorFilters);
  const top = items[0] ? positionOf(items[0]) : (position ?? [0, FIRST_ID]);
  const newest_cursor = encodePosition(ctx, top, cursorFilters);
  const listed = inOrder(items, await readByIds(ctx, items, values));
  const set = await withUnhidden(ctx, listed, input.view, readQuoted);
  return { items: set.listed, set, next_cursor, newest_cursor };
}

function inOrder(items: readonly FeedRow[], posts: readonly LoadedPost[]): LoadedPost[] {
  const byId = new Map(posts.map((post) => [post.id, post]));
  return items.flatMap(({ id }) => byId.get(id) ?? []);
}

/** How many posts the feed has above a cursor, at most 100. Fails with `profile_header_required`, `invalid_cursor`. */
export async function countNewer(
  ctx: Ctx,
  input: FeedFilters & { since: string },
): Promise<{ new_count: number; capped: boolean }> {
  requireActing(ctx);
  const { values, cursorFilters, variant } = filterValues(ctx, input);
  const [since, since_id] = readCursor(ctx, { cursor: input.since, limit: 0 }, cursorFilters)!;
  const { max } = LIMITS.feed_new_count;
  const given = { ...values, since: new Date(since!), since_id: String(since_id), rows: max + 1 };
  const { newer, complete } = (await countRecently.one(ctx, given))!;
  const count = complete || newer > max ? newer : (await countInStreams[variant].one(ctx, given))!.newer;
  return { new_count: Math.min(count, max), capped: count > max };
}
