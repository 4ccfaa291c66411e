import { requireActing } from '../../auth/require.ts';
import { AI_DISCLOSURES, type AiDisclosure, type ProfileType, type View } from '../../core/enums.ts';
import { LIMITS } from '../../core/limits.ts';
import { beforeValues, encodePosition, FIRST_ID, type PageInput, readCursor, toPage } from '../../core/pagination.ts';
import type { Ctx } from '../../ctx.ts';
import { p, statement } from '../../db/statement.ts';
import { hidingReads, type LoadedPost, type PostSet } from '../posts/load.ts';
import { loadFound } from '../posts/text-search.ts';
import { readerValues } from '../posts/visibility.ts';
import { countRecent, countStreams, isUnwanted, selectFromStreams, selectRecent } from './streams.ts';

type FeedRow = { id: string; published_at: Date | null; quoted_post_id: string | null };

const rows = p('rows', 'int');

const listRecent = statement<FeedRow>('feed.list_recent', selectRecent(rows));

/** Two variants, because the order of an index decides which streams it can read. */
const listStreams = {
  all: statement<FeedRow>('feed.list_streams', selectFromStreams({ byDisclosure: false }, rows)),
  disclosed: statement<FeedRow>('feed.list_streams_disclosed', selectFromStreams({ byDisclosure: true }, rows)),
};

const countRecently = statement<{ newer: number; complete: boolean }>('feed.count_recent', countRecent(rows));

const countInStreams = {
  all: statement<{ newer: number }>('feed.count_streams', countStreams({ byDisclosure: false }, rows)),
  disclosed: statement<{ newer: number }>('feed.count_streams_disclosed', countStreams({ byDisclosure: true }, rows)),
};

/** Quoted posts of muted and blocked profiles are hidden too. */
const readPosts = hidingReads('feed.read_posts', isUnwanted);

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
 * A page of the feed of the acting profile, newest first: posts and quotes of profiles that it follows and its own,
 * without those that the caller cannot see and those of muted or blocked profiles. Fails with `profile_header_required`,
 * `invalid_cursor`.
 *
 * First it reads the newest posts of the whole network, which is enough for those who follow many; only if these do not
 * fill the page, it asks each followed profile for its newest. The work depends on the number of follows, not on the size
 * of the network or of a profile. At most four statements and three round trips.
 */
export async function listFeed(ctx: Ctx, input: PageInput & FeedFilters & { view: View }): Promise<FeedPage> {
  requireActing(ctx);
  const { values, cursorFilters, variant } = filterValues(ctx, input);
  const position = readCursor(ctx, input, cursorFilters);
  const given = { ...values, ...beforeValues(position), rows: input.limit + 1 };
  let found = await listRecent.all(ctx, given);
  if (found.length < given.rows) found = await listStreams[variant].all(ctx, given);
  const page = toPage(ctx, found, input, positionOf, cursorFilters);
  const top = page.items[0];
  const set = await loadFound(ctx, page.items, input.view, readPosts);
  return {
    items: set.listed,
    set,
    next_cursor: page.next_cursor,
    newest_cursor: encodePosition(ctx, top ? positionOf(top) : (position ?? [0, FIRST_ID]), cursorFilters),
  };
}

const positionOf = ({ published_at, id }: FeedRow): (string | number)[] => [published_at!.getTime(), id];

/**
 * How many posts the feed has above a cursor, at most 100, without reading them. Fails with `profile_header_required`,
 * `invalid_cursor`. One statement; a second one if the network has more new posts than the first one reads.
 */
export async function countNewer(
  ctx: Ctx,
  input: FeedFilters & { since: string },
): Promise<{ new_count: number; capped: boolean }> {
  requireActing(ctx);
  const { values, cursorFilters, variant } = filterValues(ctx, input);
  const [since, since_id] = readCursor(ctx, { cursor: input.since, limit: 0 }, cursorFilters)!;
  const { max } = LIMITS.feed_new_count;
  const given = { ...values, since: new Date(since!), since_id, rows: max + 1 };
  const { newer, complete } = (await countRecently.one(ctx, given))!;
  const count = complete || newer > max ? newer : (await countInStreams[variant].one(ctx, given))!.newer;
  return { new_count: Math.min(count, max), capped: count > max };
}
