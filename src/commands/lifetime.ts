import type { Log } from '../ctx.ts';

/** Ctrl-C under `npm start` arrives twice, from the terminal and from npm. A signal within this time is a duplicate. */
const SAME_SIGNAL_MS = 500;
/** How long a start may take to react to a signal. */
const START_NOTICE_MS = 4000;
/** The time limit for `onForcedExit`. */
const FORCED_EXIT_MS = 3000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const MAIN_PROCESS_SIGNALS = [...SIGNALS, 'SIGUSR2'] as const;

export type Open = <T>(
  what: string,
  opening: Promise<T>,
  close: (opened: T) => Promise<unknown>,
  options: { timeoutMs: number },
) => Promise<T>;

type Opened = { what: string; close(): Promise<unknown>; timeoutMs: number };

/** Thrown by `open` to abort a start after a signal. */
class Interrupted extends Error {}

/**
 * Runs a command until a signal, then closes what `start` opened in reverse order, each with its own timeout. Resolves
 * with the exit code: 0 after a signal, 1 after an uncaught error. A second signal runs `onForcedExit` and exits.
 *
 * With `onEnd`, what it calls ends the command, and signals are ignored: they reach all processes, and the main one
 * decides.
 */
export async function live(
  options: { log: Log; onForcedExit: () => Promise<void>; onEnd?: (end: () => void) => void },
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
      log.warn({ signal }, 'stopping immediately');
      void forceExit(options.onForcedExit);
    }
  }
  function onUncaught(err: unknown): void {
    // Stop first: the error may be that the log can't be written.
    if (endedAt === undefined) end(1);
    else return;
    log.fatal({ err }, 'uncaught error; the state is unknown, stopping');
  }
  if (options.onEnd) {
    for (const signal of MAIN_PROCESS_SIGNALS) process.on(signal, () => undefined);
    options.onEnd(() => end(0));
  } else for (const signal of SIGNALS) process.on(signal, onSignal);
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
    // A start that is stuck may have opened something that isn't registered for closing yet.
    if (!(error instanceof Interrupted)) await within(FORCED_EXIT_MS, options.onForcedExit()).catch(() => undefined);
  }
  const exitCode = await ended.promise;
  const clean = await closeAll(opened, log);
  log.info({}, 'stopped');
  return clean ? exitCode : 1;
}

async function closeAll(opened: Opened[], log: Log): Promise<boolean> {
  let clean = true;
  for (const { what, close, timeoutMs } of opened.reverse()) {
    const startedAt = performance.now();
    try {
      await within(timeoutMs, close());
      log.debug({ what, ms: Math.round(performance.now() - startedAt) }, 'closed');
    } catch (err) {
      clean = false;
      log.error({ err, what }, 'failed to close');
    }
  }
  return clean;
}

async function forceExit(onForcedExit: () => Promise<void>): Promise<never> {
  await within(FORCED_EXIT_MS, onForcedExit()).catch(() => undefined);
  process.exit(1);
}

/** Rejects if `work` takes longer than `timeoutMs`, without stopping the work. */
async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`timed out after ${timeoutMs} ms`)), timeoutMs);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
