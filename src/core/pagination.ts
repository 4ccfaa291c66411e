import { randomBytes } from 'node:crypto';
import { type CursorScope, cursorField, decodeCursor, encodeCursor } from './cursor.ts';
import { integerParameter } from './integers.ts';
import type { KeyRing } from './key-ring.ts';
import { LIMITS } from './limits.ts';

/** `cursor` and `limit` of every list; spread it into a query schema. */
export const pageQuery = {
  cursor: cursorField().optional().describe('`next_cursor` of the previous page, unchanged.'),
  limit: integerParameter(LIMITS.page).default(LIMITS.page.default).describe('The maximum number of items on a page.'),
};

const NONCE_BYTES = 6;

export type PageInput = { cursor?: string | undefined; limit: number };
export type Page<Item> = { items: Item[]; next_cursor: string | null };

/** Sorts before every id: the start of a list with the oldest items first. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Sorts after every id: the start of a list with the newest items first. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The keyset position (timestamp and id) from which a newest-first list continues, or its start. */
export function beforeValues(position: (string | number)[] | null): { before: Date | string; before_id: string } {
  if (position === null) return { before: 'infinity', before_id: LAST_ID };
  return { before: new Date(position[0]!), before_id: String(position[1]) };
}

type PageContext = {
  keys: { cursor: KeyRing };
  operation: string;
  principal: { accountId: string } | null;
  acting: { id: string } | null;
};

function scopeOf(ctx: PageContext, filters: Record<string, unknown>): CursorScope {
  return {
    operation: ctx.operation,
    filters,
    accountId: ctx.principal?.accountId ?? null,
    profileId: ctx.acting?.id ?? null,
  };
}

/** The sort key and id of a row. */
type Position = readonly (string | number)[];

/**
 * The position after which a page starts, or null for the first page: only the same list issues a cursor that is accepted.
 * Fails with `invalid_cursor`.
 */
export function readCursor<Of extends Position = (string | number)[]>(
  ctx: PageContext,
  input: PageInput,
  filters: Record<string, unknown> = {},
): Of | null {
  return input.cursor === undefined ? null : decodeCursor<Of>(ctx.keys.cursor, scopeOf(ctx, filters), input.cursor);
}

/**
 * The cursor for a position, for lists that don't use `toPage`. A member's differs each time, so that equal cursors do not
 * reveal that nothing changed, which hidden rows may decide. Without a credential equal answers have equal ETags.
 */
export function encodePosition(
  ctx: PageContext,
  position: (string | number)[],
  filters: Record<string, unknown> = {},
): string {
  const nonce = ctx.principal ? randomBytes(NONCE_BYTES).toString('base64url') : '';
  return encodeCursor(ctx.keys.cursor, scopeOf(ctx, filters), position, nonce);
}

/** Turns `limit + 1` rows into a page. The sort key of its last row becomes the cursor if there are more rows. */
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

/** Where the rows of a page begin, and how many to read: one more than it shows. */
export type FromId = { before_id: string; rows: number };
export type FromTime = FromId & { before: Date | string };

/** The names of the fields of a row that have a type. */
type KeyOf<Row, Type> = { [Name in keyof Row]: Row[Name] extends Type ? Name : never }[keyof Row] & string;

/** A page of a newest-first list in the order of an id, which `by` names. Fails with `invalid_cursor`. */
export async function pageById<Row>(
  ctx: PageContext,
  input: PageInput,
  by: KeyOf<Row, string>,
  read: (from: FromId) => Promise<Row[]>,
  filters?: Record<string, unknown>,
): Promise<Page<Row>> {
  const [before_id = LAST_ID] = readCursor<[string]>(ctx, input, filters) ?? [];
  const rows = await read({ before_id, rows: input.limit + 1 });
  return toPage(ctx, rows, input, (row) => [row[by] as string], filters);
}

/** A page of a newest-first list in the order of a time and an id. Fails with `invalid_cursor`. */
export async function pageByTime<Row>(
  ctx: PageContext,
  input: PageInput,
  [time, id]: readonly [KeyOf<Row, Date>, KeyOf<Row, string>],
  read: (from: FromTime) => Promise<Row[]>,
  filters?: Record<string, unknown>,
): Promise<Page<Row>> {
  const rows = await read({ ...beforeValues(readCursor(ctx, input, filters)), rows: input.limit + 1 });
  return toPage(ctx, rows, input, (row) => [(row[time] as Date).getTime(), row[id] as string], filters);
}
