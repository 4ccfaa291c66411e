import { type Ctx, inTransaction } from '../ctx.ts';
import { batch, type Call } from '../db/statement.ts';

/** How many rows of a list are locked at once. */
export const RESEALED_EACH = 200;

/** How many rows have an encrypted value, and how many were encrypted again with the current key. */
export type Resealed = { checked: number; resealed: number };

/**
 * Encrypts the values of a table with the current key, in batches. `list` reads and locks the rows after one, in their order,
 * and `replace` returns the statement for a row, or null if it needs none. Running it again changes nothing.
 */
export async function resealRows<Row>(
  ctx: Ctx,
  list: (after: Row | null) => Call<Row>,
  replace: (row: Row) => Call<unknown> | null,
): Promise<Resealed> {
  const total = { checked: 0, resealed: 0 };
  for (let last: Row | null = null; ; ) {
    const [rows, calls] = await inTransaction(ctx, async (tx) => {
      const [found] = await batch(tx, [list(last)]);
      const replacing = found.flatMap((row) => replace(row) ?? []);
      await batch(tx, replacing);
      return [found, replacing] as const;
    });
    total.checked += rows.length;
    total.resealed += calls.length;
    if (rows.length < RESEALED_EACH) return total;
    last = rows.at(-1)!;
  }
}
