import { type Authority, authorize, authorizeOperator, explainAuthority } from '../auth/authorize.ts';
import { explainBudget } from '../auth/budget.ts';
import { requireOperator } from '../auth/operator.ts';
import { ApiError, type FailureFacts } from '../core/errors.ts';
import type { OperatorTask } from '../core/operator-roles.ts';
import type { Ctx } from '../ctx.ts';
import { Refusal } from '../db/refusal.ts';
import {
  type AnyCall,
  authorizedBatch,
  type Batch,
  type Call,
  callsOf,
  type ResultsOf,
  resultsOf,
} from '../db/statement.ts';

/** What changes: it may depend on what `authorize` finds. */
type Change = Batch<AnyCall<unknown>>;

export type Write<Of extends Change> = Authority & {
  /** Locks that `docs/locks.md` puts before that of the acting profile, which `authorize` takes. */
  locks?: readonly Call<unknown>[];
  /** Statements that `refuse`, in the order of the contract. */
  checks?: readonly AnyCall<unknown>[];
  /** The change with its counters, events and audit row. */
  change: Of;
  /** Jobs of the change, such as mails. */
  jobs?: readonly Call<unknown>[];
  /** Adds facts to a refusal by one of these statements. */
  explain?: (refusal: Refusal) => FailureFacts | undefined;
};

/**
 * Locks, authority, checks, change, events and audit row in one batch: stored together or not at all. Returns the rows
 * of `change`. Fails with the first refusal.
 */
export async function write<const Of extends Change>(
  ctx: Ctx,
  { locks = [], checks = [], change, jobs = [], explain, ...authority }: Write<Of>,
): Promise<ResultsOf<Of>> {
  try {
    const before = [...locks, authorize(ctx, authority), ...checks];
    const results = await authorizedBatch(ctx, { before, change: callsOf(change), jobs });
    return resultsOf(change, results.change);
  } catch (error) {
    if (!(error instanceof Refusal)) throw explainBudget(ctx, error);
    const facts = explain?.(error);
    if (facts) throw new ApiError(error.code, { cause: error, agent: facts });
    throw explainBudget(ctx, explainAuthority(ctx, error, authority.permissions));
  }
}

/**
 * The same for a write that only an operator with a role for the task may perform, in the console or on the command line. Events and audit rows
 * name no acting profile. Fails with `permission_denied`, an error of the credential, or the first refusal.
 */
export async function writeAsOperator<const Of extends Batch>(
  ctx: Ctx,
  task: OperatorTask,
  change: Of,
): Promise<ResultsOf<Of>> {
  requireOperator(ctx, task, 'write');
  const results = await authorizedBatch(ctx, { authority: authorizeOperator(ctx, task), change: callsOf(change) });
  return resultsOf(change, results.change);
}

/** `write`, then in the same batch a read of what it left. Returns its row. */
export async function writeThenRead<Row>(
  ctx: Ctx,
  spec: Write<readonly AnyCall<unknown>[]>,
  read: Call<Row>,
): Promise<Row | undefined> {
  const { rows } = await write(ctx, { ...spec, change: { change: spec.change, rows: read } });
  return rows[0];
}
