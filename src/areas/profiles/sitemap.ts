import { createHash } from 'node:crypto';
import { fail } from '../../core/errors.ts';
import { op, text } from '../../core/operation-text.ts';
import { encodePosition, FIRST_ID, readCursor } from '../../core/pagination.ts';
import type { Ctx } from '../../ctx.ts';
import { and, lte, sql } from '../../db/drizzle.ts';
import { qb } from '../../db/query.ts';
import { p, type RowOf, statement } from '../../db/statement.ts';
import { isShown } from '../relations/queries.ts';
import { pr } from './columns.ts';

/** Rows in memory at a time, per request. */
const BATCH_ROWS = 1000;
const FOLLOW_LINKS = [
  text`Start again with ${op('profiles.list_sitemap')} without cursor, and follow the address in the header Link with rel="next" of each page unchanged, until a page has none.`,
  'Never build cursors.',
];

const listed = sql`pr.indexable and ${isShown(sql`pr`)} and pr.id > ${p('after_id', 'uuid')}`;

/** The last item of a page, whether more follow, and a fingerprint that changes with any of its items. */
const summarizePage = statement(
  'profiles.summarize_sitemap',
  { limit: 'int', after_id: 'uuid' },
  sql<{
    last_id: string | null;
    found: number;
    fingerprint: string | null;
  }>`select count(*)::int as found, max(page.id::text collate "C") filter (where page.place <= ${p('limit', 'int')}) as last_id,
    bit_xor(hash_record_extended(row(page.id, page.username, page.updated_at), 0))::text as fingerprint
  from (
    select pr.id, pr.username, pr.updated_at, row_number() over (order by pr.id) as place
    from profiles pr where ${listed} order by pr.id limit ${p('limit', 'int')} + 1
  ) page`,
);

const listBatch = statement(
  'profiles.list_sitemap',
  { after_id: 'uuid', last_id: 'uuid', rows: 'bigint' },
  qb
    .select({ id: pr.id, username: pr.username, type: pr.type, updated_at: pr.updatedAt })
    .from(pr)
    .where(and(listed, lte(pr.id, p('last_id', 'uuid'))))
    .orderBy(pr.id)
    .limit(sql.placeholder('rows')),
);

export type SitemapRow = RowOf<typeof listBatch>;

/** The last items of all full pages that another page follows. */
const listEnds = statement(
  'profiles.list_sitemap_ends',
  { after_id: 'uuid', limit: 'int' },
  sql<{ id: string }>`select page.id from (
    select pr.id, row_number() over (order by pr.id) as place, lead(pr.id) over (order by pr.id) as following
    from profiles pr where ${listed}
  ) page where page.place % ${p('limit', 'int')} = 0 and page.following is not null order by page.id`,
);

export type SitemapPage = {
  rows: AsyncIterable<SitemapRow[]>;
  next_cursor: string | null;
  /** The same for the same items, in every process. */
  fingerprint: string;
};

/**
 * Indexable, shown profiles by id, the order of their creation. One statement finds the end of the page; rows are read
 * in batches, without a connection or a snapshot in between. All such reads share two connections. Fails with
 * `invalid_cursor`, `service_unavailable`.
 */
export async function listSitemap(
  ctx: Ctx,
  input: { cursor?: string | undefined; limit: number },
): Promise<SitemapPage> {
  const after = positionOf(ctx, input);
  const { longReads } = ctx;
  const page = (await longReads.run(() => summarizePage.one(ctx, { after_id: after, limit: input.limit })))!;
  const { found, last_id, fingerprint } = page;
  return {
    rows: batches(ctx, after, last_id),
    next_cursor: last_id !== null && found > input.limit ? encodePosition(ctx, [last_id]) : null,
    fingerprint: createHash('sha1').update(`${found} ${last_id} ${fingerprint}`).digest('base64url'),
  };
}

/** The cursors of all pages after the first, equal to those of `listSitemap`. Fails with `service_unavailable`. */
export async function listSitemapCursors(ctx: Ctx, { limit }: { limit: number }): Promise<string[]> {
  const ends = await ctx.longReads.run(() => listEnds.all(ctx, { after_id: FIRST_ID, limit }));
  return ends.map(({ id }) => encodePosition(ctx, [id]));
}

/** The general hint of the error mentions `next_cursor`, but this list links to its next page by URL. */
function positionOf(ctx: Ctx, input: { cursor?: string | undefined; limit: number }): string {
  try {
    return String(readCursor(ctx, input)?.[0] ?? FIRST_ID);
  } catch {
    return fail('invalid_cursor', { agent: { hint: FOLLOW_LINKS } });
  }
}

async function* batches(ctx: Ctx, after: string, last: string | null): AsyncGenerator<SitemapRow[]> {
  for (let position = after; last !== null && position !== last; ) {
    const values = { after_id: position, last_id: last, rows: BATCH_ROWS };
    // A started response must not be refused, so it does not count as waiting.
    const rows = await ctx.longReads.run(() => listBatch.all(ctx, values), { places: 0 });
    if (rows.length > 0) yield rows;
    position = rows.length === BATCH_ROWS ? rows.at(-1)!.id : last;
  }
}
