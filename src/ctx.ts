import type { PoolClient } from 'pg';
import type { BaseLogger } from 'pino';
import type { BlobStore } from './adapters/storage/blob-store.ts';
import type { CredentialCache } from './auth/credential-cache.ts';
import type { AttachedProfile, Principal } from './auth/principal.ts';
import type { Config } from './config/config.ts';
import type { Clock } from './core/clock.ts';
import type { ConcurrencyLimit } from './core/concurrency-limit.ts';
import type { ResolveTxt } from './core/dns.ts';
import { ApiError } from './core/errors.ts';
import type { KeyRing } from './core/key-ring.ts';
import type { Scope } from './core/scopes.ts';
import type { Tracing } from './core/tracing.ts';
import type { WorkQueue } from './core/work-queue.ts';
import type { Database } from './db/client.ts';
import { isRetryable, pauseBeforeRetry, translateDatabaseError } from './db/pg-errors.ts';
import { type PreparedCall, type Rows, runCalls } from './db/pipeline.ts';
import { writesPublicData } from './db/public-writes.ts';
import type { Executor, Stats } from './db/statement.ts';
import type { EventHub } from './events/hub.ts';

export type Log = Pick<BaseLogger, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'>;

/** Keys for each purpose, all derived from `SECRET_KEY` and earlier ones. */
export type Keys = Record<
  'cursor' | 'replay' | 'media' | 'jobs' | 'web' | 'names' | 'webhooks' | 'secondFactors' | 'formerKeys',
  KeyRing
>;

const TRANSACTION_ATTEMPTS = 4;
const TX = Symbol('in a transaction');

/** What service functions use of the process. It outlives the context. */
type Adapters = {
  readonly config: Config;
  readonly keys: Keys;
  readonly blobs: BlobStore;
  readonly credentialCache: CredentialCache;
  readonly eventHub: EventHub;
  readonly eventStreams: ConcurrencyLimit<'credential' | 'account'>;
  readonly decodeQueue: WorkQueue;
  /** Used for reads of very long lists, so that they leave enough database connections for other requests. */
  readonly longReads: WorkQueue;
  readonly resolveTxt: ResolveTxt;
};

/** What a context is made from. `openDeps` opens it. */
export type CtxDeps = Adapters & {
  readonly clock: Clock;
  readonly log: Log;
  readonly database: Database;
  /** Null unless `OTEL_EXPORTER_OTLP_ENDPOINT` is set. */
  readonly tracing: Tracing | null;
};

/** The first argument of every service function. Created for each request, job and command, so that all share them. */
export type Ctx = Adapters & {
  readonly sql: Executor;
  readonly isTx: boolean;
  /** Called by the service itself or its command line, not by a client. */
  readonly isSystem: boolean;
  readonly principal: Principal | null;
  readonly acting: AttachedProfile | null;
  readonly requestId: string;
  readonly operation: string;
  readonly log: Log;
  readonly stats: Stats;
  readonly signal: AbortSignal | null;
  /** Check and respond as usual, but store and send nothing. */
  readonly dryRun: boolean;
  /** The scope that the operation requires before its body is read. */
  readonly routeScope: Scope | null;
  now(): Date;
  /** A connection of its own, for a transaction. Use `inTransaction` instead. */
  connect(): Promise<PoolClient>;
  /** Called after the commit of a transaction that may have changed what anonymous callers read. */
  countPublicWrite(): void;
};

/** A context inside a transaction. Functions that must run in one require this type, which the compiler enforces. */
export type TxCtx = Ctx & {
  readonly [TX]: true;
  /** Runs `action` after the commit, when the change is visible to others; never after a rollback. */
  afterCommit(action: () => void): void;
};

export type CtxInput = Pick<Ctx, 'operation' | 'requestId'> &
  Partial<Pick<Ctx, 'principal' | 'acting' | 'log' | 'signal' | 'dryRun' | 'routeScope'>> & { deps: CtxDeps };

export function makeCtx(input: CtxInput): Ctx {
  const { deps } = input;
  return {
    config: deps.config,
    keys: deps.keys,
    blobs: deps.blobs,
    credentialCache: deps.credentialCache,
    eventHub: deps.eventHub,
    eventStreams: deps.eventStreams,
    decodeQueue: deps.decodeQueue,
    longReads: deps.longReads,
    resolveTxt: deps.resolveTxt,
    sql: deps.database.executor,
    isTx: false,
    isSystem: false,
    principal: input.principal ?? null,
    acting: input.acting ?? null,
    requestId: input.requestId,
    operation: input.operation,
    log: input.log ?? deps.log,
    stats: { statements: 0, roundTrips: 0 },
    signal: input.signal ?? null,
    dryRun: input.dryRun ?? false,
    routeScope: input.routeScope ?? null,
    now: () => deps.clock.now(),
    connect: () => deps.database.pool.connect(),
    countPublicWrite: deps.database.countPublicWrite,
  };
}

/** A context without a principal, for jobs and commands. */
export function systemCtx(deps: CtxDeps, operation: string): Ctx {
  return { ...makeCtx({ deps, operation, requestId: `system-${operation}` }), isSystem: true };
}

export function isTxCtx(ctx: Ctx): ctx is TxCtx {
  return ctx.isTx;
}

/** Runs `action` when the change is visible to others: at once after a batch, in a transaction after its commit. */
export function whenCommitted(ctx: Ctx, action: () => void): void {
  if (isTxCtx(ctx)) ctx.afterCommit(action);
  else action();
}

type TransactionOptions = {
  /** Does all the work, checks deferred constraints, then rolls back. */
  dryRun?: boolean;
};

/**
 * Runs `work` in a transaction, or in the current one. Serialization failures and deadlocks repeat it, so its only
 * effects must be statements and `afterCommit`.
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
      if (attempt >= TRANSACTION_ATTEMPTS || !isRetryable(error)) throw error;
      await pauseBeforeRetry(attempt);
    }
  }
}

async function transactOnce<T>(ctx: Ctx, work: (tx: TxCtx) => Promise<T>, options: TransactionOptions): Promise<T> {
  const client = await connect(ctx);
  const session = new Session(ctx, client);
  const actions: (() => void)[] = [];
  const tx: TxCtx = Object.assign(Object.create(ctx) as Ctx, {
    sql: session,
    isTx: true,
    [TX]: true as const,
    afterCommit: (action: () => void) => {
      actions.push(action);
    },
  });
  let broken: Error | undefined;
  let result: T;
  try {
    result = await work(tx);
    if (options.dryRun) await session.control('set constraints all immediate');
    await session.control(options.dryRun ? 'rollback' : 'commit');
  } catch (error) {
    await session.control('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error instanceof ApiError ? error : translateDatabaseError(error);
  } finally {
    client.release(broken);
    // Also if the commit failed: the connection may have broken after it.
    if (session.writesPublicData && !options.dryRun) ctx.countPublicWrite();
  }
  if (!options.dryRun) for (const action of actions) action();
  return result;
}

const BEGIN: PreparedCall = { name: 'begin', text: 'begin', values: [] };

/** The connection of a transaction. `begin` travels with the first statements; without any, there is no transaction. */
class Session implements Executor {
  readonly #ctx: Ctx;
  readonly #client: PoolClient;
  #begun = false;
  /** Whether its statements can change what anonymous callers read. */
  writesPublicData = false;

  constructor(ctx: Ctx, client: PoolClient) {
    this.#ctx = ctx;
    this.#client = client;
  }

  async run(calls: readonly PreparedCall[]): Promise<Rows[]> {
    this.writesPublicData ||= writesPublicData(calls);
    if (this.#begun) return runCalls(this.#client, calls);
    this.#begun = true;
    this.#ctx.stats.statements++;
    return (await runCalls(this.#client, [BEGIN, ...calls])).slice(1);
  }

  async control(text: 'set constraints all immediate' | 'rollback' | 'commit'): Promise<void> {
    if (!this.#begun) return;
    this.#ctx.stats.statements++;
    this.#ctx.stats.roundTrips++;
    await this.#client.query(text);
  }
}

async function connect(ctx: Ctx): Promise<PoolClient> {
  try {
    return await ctx.connect();
  } catch (error) {
    throw translateDatabaseError(error);
  }
}
