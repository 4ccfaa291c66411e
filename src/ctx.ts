import type { FastifyBaseLogger } from 'fastify';
import type { PoolClient } from 'pg';
import type { AttachedProfile, Principal } from './auth/principal.ts';
import { ApiError } from './core/errors.ts';
import type { Scope } from './core/scopes.ts';
import { isRetryable, translateDatabaseError } from './db/pg-errors.ts';
import { type PreparedCall, queryPrepared } from './db/prepared-query.ts';
import type { Executor } from './db/statement.ts';
import type { Deps } from './deps.ts';

export type { Deps } from './deps.ts';
export type Log = Pick<FastifyBaseLogger, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'>;

const TRANSACTION_TRIES = 4;
const TX = Symbol('in a transaction');

/**
 * What every verb gets: who asks, as which profile, where SQL runs, what time it is. Made per request, per job, per
 * command; REST, workers and the command line share the verbs through it.
 */
export type Ctx = {
  readonly deps: Deps;
  readonly sql: Executor;
  readonly isTx: boolean;
  /** The service itself or its command line calls, and nobody from outside. */
  readonly isSystem: boolean;
  readonly principal: Principal | null;
  readonly acting: AttachedProfile | null;
  readonly requestId: string;
  readonly operation: string;
  readonly log: Log;
  readonly stats: { statements: number };
  readonly signal: AbortSignal | null;
  /** Everything is checked and answered, nothing is stored or sent. */
  readonly dryRun: boolean;
  /** What the operation asks of a credential before its body is read. */
  readonly routeScope: Scope | null;
  now(): Date;
};

/** A context inside a transaction. What must be written together takes this one, so that writing it apart does not compile. */
export type TxCtx = Ctx & {
  readonly [TX]: true;
  /** Runs after the commit, when others can see the change; never after a rollback. */
  afterCommit(action: () => void): void;
};

export type CtxInput = Pick<Ctx, 'deps' | 'operation' | 'requestId'> &
  Partial<Pick<Ctx, 'principal' | 'acting' | 'log' | 'signal' | 'dryRun' | 'routeScope'>>;

export function makeCtx(input: CtxInput): Ctx {
  const { deps } = input;
  return {
    deps,
    sql: deps.database.executor,
    isTx: false,
    isSystem: false,
    principal: input.principal ?? null,
    acting: input.acting ?? null,
    requestId: input.requestId,
    operation: input.operation,
    log: input.log ?? deps.log,
    stats: { statements: 0 },
    signal: input.signal ?? null,
    dryRun: input.dryRun ?? false,
    routeScope: input.routeScope ?? null,
    now: () => deps.clock.now(),
  };
}

/** A context of the service itself (jobs, commands): no principal, the same verbs. */
export function systemCtx(deps: Deps, operation: string): Ctx {
  return { ...makeCtx({ deps, operation, requestId: `system-${operation}` }), isSystem: true };
}

export function isTxCtx(ctx: Ctx): ctx is TxCtx {
  return ctx.isTx;
}

type TransactionOptions = {
  /** Does everything, checks deferred constraints, and rolls back. */
  dryRun?: boolean;
};

/**
 * Runs `work` in one transaction; inside another it joins that one. Serialization failures and deadlocks (40001, 40P01)
 * run the whole again, so `work` must have no effects but statements and `afterCommit`.
 */
export async function inTransaction<T>(
  ctx: Ctx,
  work: (tx: TxCtx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  if (isTxCtx(ctx)) return work(ctx);
  for (let attempt = 1; ; attempt++) {
    try {
      return await transactOnce(ctx, work, options);
    } catch (error) {
      if (attempt >= TRANSACTION_TRIES || !isRetryable(error)) throw error;
    }
  }
}

async function transactOnce<T>(ctx: Ctx, work: (tx: TxCtx) => Promise<T>, options: TransactionOptions): Promise<T> {
  const client = await connect(ctx);
  const actions: (() => void)[] = [];
  const tx: TxCtx = Object.assign(Object.create(ctx) as Ctx, {
    sql: { query: (call: PreparedCall) => queryPrepared(client, call) },
    isTx: true,
    [TX]: true as const,
    afterCommit: (action: () => void) => {
      actions.push(action);
    },
  });
  let broken: Error | undefined;
  let result: T;
  try {
    await control(ctx, client, 'begin');
    result = await work(tx);
    if (options.dryRun) await control(ctx, client, 'set constraints all immediate');
    await control(ctx, client, options.dryRun ? 'rollback' : 'commit');
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error instanceof ApiError ? error : translateDatabaseError(error);
  } finally {
    client.release(broken);
  }
  if (!options.dryRun) for (const action of actions) action();
  return result;
}

async function control(ctx: Ctx, client: PoolClient, text: string): Promise<void> {
  ctx.stats.statements++;
  await client.query(text);
}

async function connect(ctx: Ctx): Promise<PoolClient> {
  try {
    return await ctx.deps.database.pool.connect();
  } catch (error) {
    throw translateDatabaseError(error);
  }
}
