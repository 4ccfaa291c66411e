import { LRUCache } from 'lru-cache';
import { beforeValues } from '../../core/pagination.ts';
import type { Ctx } from '../../ctx.ts';
import { batch, p, statement } from '../../db/statement.ts';
import { wakeJobs } from '../../jobs/wake.ts';
import type { LoadedPost } from '../posts/load.ts';
import type { ReaderValues } from '../posts/visibility.ts';
import { countInFeed, selectFromStreams, selectInFeed, selectPosts, selectRecent } from './statements.ts';
import { freshAfter, requestStore } from './store.ts';
import { selectStored } from './stored.ts';

/** The position of a post in a feed. */
export type FeedRow = { id: string; published_at: Date | null };

/** Values for the statements that find a page. */
type Values = ReaderValues &
  ReturnType<typeof beforeValues> & {
    rows: number;
    excluded_types: readonly string[];
    excluded_disclosures: readonly string[];
    disclosures: readonly string[];
  };

/** Values for the statements that count above a position. */
export type CountValues = Omit<Values, 'before' | 'before_id'> & { since: Date; since_id: string };

const rows = p('rows', 'int');

const findStored = statement<FeedRow>('feed.find_stored', selectStored(rows));
const readStored = statement<LoadedPost>('feed.read_stored', selectInFeed(rows));
const countStored = statement<{ newer: number }>('feed.count_stored', countInFeed(rows));
const listRecent = statement<FeedRow>('feed.list_recent', selectRecent(rows));

/** Two variants, because the order of an index decides which streams it can read. */
const listStreams = {
  all: statement<FeedRow>('feed.list_streams', selectFromStreams({ byDisclosure: false }, rows)),
  disclosed: statement<FeedRow>('feed.list_streams_disclosed', selectFromStreams({ byDisclosure: true }, rows)),
};

const readPosts = statement<LoadedPost>('feed.read_posts', selectPosts);

/**
 * Where the rows of a page come from: entries of the stored feed, the newest posts of the network, or the newest of each
 * followed profile. Only the last fills every page, but its work grows with the follows.
 */
type Source = 'stored' | 'recent' | 'streams';

/** Where the search for a page begins, if the sources before recently did not fill it. */
const firstSources = new LRUCache<string, Source>({ max: 10_000, ttl: 600_000 });

/** The rows of a page and one more, if there are so many; `posts` if they were read, too. */
type Found = { found: FeedRow[]; posts?: readonly LoadedPost[] };

/**
 * Finds the rows of a page in the first source that fills it. `place` is the kind of page that needs the same source
 * the next time. If the feed is worth storing, a job will store it.
 */
export async function findRows(
  ctx: Ctx,
  place: string,
  variant: keyof typeof listStreams,
  given: Values,
): Promise<Found> {
  const first = firstSources.get(place) ?? 'stored';
  if (first === 'stored') {
    const posts = await readFromStored(ctx, given);
    if (posts.length === given.rows) return { found: posts, posts };
  }
  if (first !== 'streams') {
    const values = { ...given, fresh_after: freshAfter(ctx) };
    const request = first === 'stored' ? [requestStore.call(values)] : [];
    const [found, wanted = []] = await batch(ctx, [listRecent.call(values), ...request]);
    if (wanted.length > 0) wakeJobs('feed.store');
    else firstSources.set(place, found.length < given.rows ? 'streams' : 'recent');
    if (found.length === given.rows) return { found };
  }
  return { found: await listStreams[variant].all(ctx, given) };
}

async function readFromStored(ctx: Ctx, given: Values): Promise<LoadedPost[]> {
  const found = await findStored.all(ctx, { ...given, fresh_after: freshAfter(ctx) });
  if (found.length < given.rows) return [];
  return await readStored.all(ctx, { ...given, ids: found.map(({ id }) => id) });
}

/**
 * How many posts of a stored feed are above a position, at most `rows`; undefined if the entries don't reach it. Two
 * statements.
 */
export async function countFromStored(ctx: Ctx, given: CountValues): Promise<number | undefined> {
  const values = { ...given, ...beforeValues(null), fresh_after: freshAfter(ctx) };
  const found = await findStored.all(ctx, values);
  const newer = found.filter((row) => isAbove(row, given));
  if (found.length === 0) return undefined;
  const { newer: count } = (await countStored.one(ctx, { ...values, ids: newer.map(({ id }) => id) }))!;
  return newer.length < found.length || count === given.rows ? count : undefined;
}

function isAbove({ id, published_at }: FeedRow, { since, since_id }: CountValues): boolean {
  const later = published_at!.getTime() - since.getTime();
  return later > 0 || (later === 0 && id > since_id);
}

/** The posts of found rows, in any order, without those that have been hidden since. */
export async function readByIds(ctx: Ctx, found: readonly FeedRow[], values: ReaderValues): Promise<LoadedPost[]> {
  return found.length === 0 ? [] : await readPosts.all(ctx, { ...values, ids: found.map(({ id }) => id) });
}

export const positionOf = ({ published_at, id }: FeedRow): (string | number)[] => [published_at!.getTime(), id];
