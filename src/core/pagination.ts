import { type CursorScope, cursorField, decodeCursor, encodeCursor } from './cursor.ts';
import { integerParameter } from './integers.ts';
import { LIMITS } from './limits.ts';

/** `cursor` and `limit` of every list, to be spread into a query schema. */
export const pageQuery = {
  cursor: cursorField().optional().describe('`next_cursor` of the page before, unchanged.'),
  limit: integerParameter(LIMITS.page).default(LIMITS.page.default).describe('How many items a page holds.'),
};

export type PageInput = { cursor?: string | undefined; limit: number };
export type Page<Item> = { items: Item[]; next_cursor: string | null };

/** Sorts behind every id: where a list with the newest first begins. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The keyset position (a moment, an id) of a list with the newest first: behind a cursor, or before everything. */
export function beforeValues(position: (string | number)[] | null): { before: Date | string; before_id: string } {
  if (position === null) return { before: 'infinity', before_id: LAST_ID };
  return { before: new Date(position[0]!), before_id: String(position[1]) };
}

type PageContext = {
  deps: { keys: { cursor: Buffer } };
  operation: string;
  acting: { id: string } | null;
};

function scopeOf(ctx: PageContext, filters: Record<string, unknown>): CursorScope {
  return { operation: ctx.operation, filters, profileId: ctx.acting?.id ?? null };
}

/** Reads where a page starts, or null for the first. Fails with `invalid_cursor`. */
export function readCursor(
  ctx: PageContext,
  input: PageInput,
  filters: Record<string, unknown> = {},
): (string | number)[] | null {
  return input.cursor === undefined ? null : decodeCursor(ctx.deps.keys.cursor, scopeOf(ctx, filters), input.cursor);
}

/** The cursor behind a position, for a list that is not cut by `toPage`. */
export function encodePosition(
  ctx: PageContext,
  position: (string | number)[],
  filters: Record<string, unknown> = {},
): string {
  return encodeCursor(ctx.deps.keys.cursor, scopeOf(ctx, filters), position);
}

/** Cuts `limit + 1` rows to a page and makes the cursor behind its last row from the row's sort key. */
export function toPage<Row>(
  ctx: PageContext,
  rows: Row[],
  input: PageInput,
  keyOf: (row: Row) => (string | number)[],
  filters: Record<string, unknown> = {},
): Page<Row> {
  const items = rows.slice(0, input.limit);
  const last = items.at(-1);
  if (rows.length <= input.limit || last === undefined) return { items, next_cursor: null };
  return { items, next_cursor: encodePosition(ctx, keyOf(last), filters) };
}
