import { jobOperation } from '../core/job-operation.ts';
import { untraced } from '../core/tracing.ts';
import { type Ctx, type CtxDeps, makeCtx } from '../ctx.ts';

/** `retryCount` identifies the attempt, so that reports of a worker that lost its lease are ignored. */
export type Claimed = { id: string; retryCount: number; data: unknown; signal?: AbortSignal };
export type Handlers = Record<string, (ctx: Ctx, payload: unknown) => Promise<void>>;
export type RunJob = (name: string, claimed: Claimed) => Promise<void>;

export type Runner = {
  run: RunJob;
  /** The names of the jobs that run now, by id. */
  running: ReadonlyMap<string, string>;
  /** From now on, an aborted job stays in `running`, so that it can be returned to its queue. */
  stop(): void;
};

export function makeRunner(deps: CtxDeps, handlers: Handlers): Runner {
  const { log, database } = deps;
  const traced = deps.tracing?.traced ?? untraced;
  const running = new Map<string, string>();
  let stopping = false;

  async function run(name: string, claimed: Claimed): Promise<void> {
    running.set(claimed.id, name);
    // After the timeout or the loss of the lease, the job no longer belongs to this worker, even if the handler runs on.
    claimed.signal?.addEventListener('abort', () => stopping || running.delete(claimed.id));
    const attempt = claimed.retryCount + 1;
    const signal = claimed.signal ?? null;
    const ctx = makeCtx({ deps, operation: jobOperation(name), requestId: `job-${claimed.id}`, signal });
    try {
      await database.clockWatch.untilRight(signal);
      await traced(
        () => ({
          name: `job ${name}`,
          kind: 'job',
          attributes: { 'pronet.job_id': claimed.id, 'pronet.attempt': attempt },
        }),
        () => handlers[name]!(ctx, claimed.data),
      );
      log.debug({ job: name, job_id: claimed.id, attempt }, 'job done');
    } catch (err) {
      const line = { job: name, job_id: claimed.id, attempt, err };
      if (!database.outage.covers(err)) log.warn(line, 'an attempt of a job failed');
      throw err;
    } finally {
      running.delete(claimed.id);
    }
  }
  return {
    run,
    running,
    stop() {
      stopping = true;
    },
  };
}
