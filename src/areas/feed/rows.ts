import { LRUCache } from 'lru-cache';
import type { beforeValues } from '../../core/pagination.ts';
import type { Ctx } from '../../ctx.ts';
import { p, statement } from '../../db/statement.ts';
import type { LoadedPost } from '../posts/load.ts';
import type { ReaderValues } from '../posts/visibility.ts';
import { selectFromStreams, selectPosts, selectRecent } from './statements.ts';

/** The position of a post in a feed. */
export type FeedRow = { id: string; published_at: Date | null };

type Values = ReaderValues &
  ReturnType<typeof beforeValues> & {
    rows: number;
    excluded_types: readonly string[];
    excluded_disclosures: readonly string[];
    disclosures: readonly string[];
  };

const rows = p('rows', 'int');

const listRecent = statement<FeedRow>('feed.list_recent', selectRecent(rows));

/** Two variants, because the order of an index decides which streams it can read. */
const listStreams = {
  all: statement<FeedRow>('feed.list_streams', selectFromStreams({ byDisclosure: false }, rows)),
  disclosed: statement<FeedRow>('feed.list_streams_disclosed', selectFromStreams({ byDisclosure: true }, rows)),
};

const readPosts = statement<LoadedPost>('feed.read_posts', selectPosts);

/** Pages that the newest posts of the network did not fill recently: these start with the streams of each follow. */
const needsStreams = new LRUCache<string, true>({ max: 10_000, ttl: 600_000 });

/** Up to `given.rows` rows of a page. `place` is the kind of page that needs the same source the next time. */
export async function findRows(
  ctx: Ctx,
  place: string,
  variant: keyof typeof listStreams,
  given: Values,
): Promise<FeedRow[]> {
  if (!needsStreams.has(place)) {
    const found = await listRecent.all(ctx, given);
    if (found.length === given.rows) return found;
    needsStreams.set(place, true);
  }
  return listStreams[variant].all(ctx, given);
}

/** The posts of found rows, in any order, without those that have been hidden since. */
export async function readByIds(ctx: Ctx, found: readonly FeedRow[], values: ReaderValues): Promise<LoadedPost[]> {
  return found.length === 0 ? [] : await readPosts.all(ctx, { ...values, ids: found.map(({ id }) => id) });
}

export const positionOf = ({ published_at, id }: FeedRow): (string | number)[] => [published_at!.getTime(), id];
