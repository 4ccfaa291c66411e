import type { Log } from '../ctx.ts';

/**
 * Ctrl-C under `npm start` reaches this process twice: from the terminal, and passed on by npm some milliseconds later.
 * What comes so soon is the same wish, not a second one.
 */
const SAME_SIGNAL_MS = 500;
/** How long a start that is told to end may take to notice. */
const START_NOTICE_MS = 4000;
/** For what must not be left behind when there is no time left. */
const HASTE_MS = 3000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export type Open = <T>(
  what: string,
  opening: Promise<T>,
  close: (opened: T) => Promise<unknown>,
  options: { timeoutMs: number },
) => Promise<T>;

type Opened = { what: string; close(): Promise<unknown>; timeoutMs: number };

/** Thrown through a start that is to end, from its next `open`. */
class Interrupted extends Error {}

/**
 * Runs a command that lasts until a signal: what `start` opens is closed in reverse order, whatever ends it, and each
 * closing has its time. Resolves with the exit code: 0 after a signal, 1 after an error that nobody caught; rejects with
 * the reason of a start that failed. A second signal ends the process at once, after `inHaste`.
 */
export async function live(
  options: { log: Log; inHaste: () => Promise<void> },
  start: (open: Open) => Promise<void>,
): Promise<number> {
  const { log } = options;
  const opened: Opened[] = [];
  const ended = Promise.withResolvers<number>();
  let endedAt: number | undefined;

  function end(exitCode: number): void {
    endedAt ??= performance.now();
    ended.resolve(exitCode);
  }
  function onSignal(signal: NodeJS.Signals): void {
    if (endedAt === undefined) {
      log.info({ signal }, 'stopping');
      end(0);
    } else if (performance.now() - endedAt > SAME_SIGNAL_MS) {
      log.warn({ signal }, 'stopping at once');
      void leaveInHaste(options.inHaste);
    }
  }
  function onUncaught(err: unknown): void {
    // Also a log that can not be written: then there is nobody to tell.
    if (endedAt === undefined) end(1);
    else return;
    log.fatal({ err }, 'an error that nobody caught: the state is unknown, stopping');
  }
  for (const signal of SIGNALS) process.on(signal, onSignal);
  process.on('uncaughtException', onUncaught);
  process.on('unhandledRejection', onUncaught);

  const open: Open = async (what, opening, close, { timeoutMs }) => {
    const resource = await opening;
    opened.push({ what, close: () => close(resource), timeoutMs });
    if (endedAt !== undefined) throw new Interrupted();
    return resource;
  };

  const starting = start(open);
  try {
    await Promise.race([starting, ended.promise]);
    if (endedAt !== undefined) await within(START_NOTICE_MS, starting);
  } catch (error) {
    if (endedAt === undefined) {
      endedAt = performance.now();
      await closeAll(opened, log);
      throw error;
    }
    // A start that is stuck in the middle may have begun what nobody can close in order.
    if (!(error instanceof Interrupted)) await within(HASTE_MS, options.inHaste()).catch(() => undefined);
  }
  const exitCode = await ended.promise;
  const clean = await closeAll(opened, log);
  log.info({}, 'stopped');
  return clean ? exitCode : 1;
}

async function closeAll(opened: Opened[], log: Log): Promise<boolean> {
  let clean = true;
  for (const { what, close, timeoutMs } of opened.reverse()) {
    const begunAt = performance.now();
    try {
      await within(timeoutMs, close());
      log.debug({ what, ms: Math.round(performance.now() - begunAt) }, 'closed');
    } catch (err) {
      clean = false;
      log.error({ err, what }, 'could not be closed in order');
    }
  }
  return clean;
}

async function leaveInHaste(inHaste: () => Promise<void>): Promise<never> {
  await within(HASTE_MS, inHaste()).catch(() => undefined);
  process.exit(1);
}

/** Rejects when `work` is not done in time; the work itself goes on. */
export async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`not done within ${timeoutMs} ms`)), timeoutMs);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
