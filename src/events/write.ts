import { type Authority, authorize, authorizeOperator, explainAuthority } from '../auth/authorize.ts';
import { explainBudget } from '../auth/budget.ts';
import { requireOperator } from '../auth/operator.ts';
import { ApiError, type FailureFacts } from '../core/errors.ts';
import type { Ctx } from '../ctx.ts';
import { Refusal } from '../db/refusal.ts';
import { batch, type Call, type RowsOf } from '../db/statement.ts';

export type Write<Change extends readonly Call<unknown>[]> = Authority & {
  /** Locks that `docs/locks.md` puts before that of the acting profile, which `authorize` takes. */
  locks?: readonly Call<unknown>[];
  /** Statements that `refuse`, in the order of the contract. */
  checks?: readonly Call<unknown>[];
  /** The change with its counters, events and audit row. */
  change: Change;
  /** Jobs of the change, such as mails. */
  jobs?: readonly Call<unknown>[];
  /** Adds facts to a refusal by one of these statements. */
  explain?: (refusal: Refusal) => FailureFacts | undefined;
};

/**
 * The write path: locks, authority, checks, change, events and audit row in one batch, so in one round trip. They are stored
 * together or not at all. Returns the rows of each statement of `change`. Fails with the first refusal.
 */
export async function write<const Change extends readonly Call<unknown>[]>(
  ctx: Ctx,
  { locks = [], checks = [], change, jobs = [], explain, ...authority }: Write<Change>,
): Promise<RowsOf<Change>> {
  try {
    const before = [...locks, authorize(ctx, authority), ...checks];
    const results = await batch<readonly Call<unknown>[]>(ctx, [...before, ...change, ...jobs]);
    return results.slice(before.length, before.length + change.length) as RowsOf<Change>;
  } catch (error) {
    if (!(error instanceof Refusal)) throw explainBudget(ctx, error);
    const facts = explain?.(error);
    if (facts) throw new ApiError(error.code, { cause: error, agent: facts });
    throw explainBudget(ctx, explainAuthority(ctx, error, authority.permissions));
  }
}

/**
 * The same for a write that only the operator may perform, in the console or on the command line. Events and audit rows
 * name no acting profile. Fails with `permission_denied`, an error of the credential, or the first refusal.
 */
export async function writeAsOperator<const Change extends readonly Call<unknown>[]>(
  ctx: Ctx,
  change: Change,
): Promise<RowsOf<Change>> {
  requireOperator(ctx);
  const authority = authorizeOperator(ctx);
  const results = await batch<readonly Call<unknown>[]>(ctx, [...authority, ...change]);
  return results.slice(authority.length) as RowsOf<Change>;
}

/** `write`, then in the same batch a read of what it left. Returns its row. */
export async function writeThenRead<Row>(
  ctx: Ctx,
  spec: Write<readonly Call<unknown>[]>,
  read: Call<Row>,
): Promise<Row | undefined> {
  const results = await write(ctx, { ...spec, change: [...spec.change, read] });
  return results.at(-1)?.[0] as Row | undefined;
}
