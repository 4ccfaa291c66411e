import { performance } from 'node:perf_hooks';

const CHECK_MS = 5000;
/** The process is idle if two checks in a row find less utilization. A server without requests has half of that. */
const IDLE_UTILIZATION = 0.03;
const IDLE_CHECKS = 2;
/** A collection stops the process for 0.1 to 0.4 s. Less memory, or more often, isn't worth that. */
const GROWN_BYTES = 64 * 1024 * 1024;
const PAUSE_CHECKS = 12;

export type Measures = {
  /** The part of the time since the last call in which the event loop worked. */
  utilization(): number;
  rss(): number;
  /** Collects all garbage, and returns the memory. Missing without the flag `--expose-gc`. */
  collect: (() => void) | undefined;
};

/**
 * Returns memory to the operating system while the process is idle; V8 does it only between collections. Returns how to
 * stop it.
 */
export function releaseMemoryWhenIdle(measures: Measures = ofThisProcess()): () => void {
  const { collect } = measures;
  if (!collect) return () => undefined;
  let [idleChecks, pauseChecks, leastBytes] = [0, 0, 0];
  const timer = setInterval(() => {
    pauseChecks--;
    idleChecks = measures.utilization() < IDLE_UTILIZATION ? idleChecks + 1 : 0;
    if (idleChecks < IDLE_CHECKS || pauseChecks > 0 || measures.rss() - leastBytes < GROWN_BYTES) return;
    collect();
    leastBytes = measures.rss();
    pauseChecks = PAUSE_CHECKS;
  }, CHECK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function ofThisProcess(): Measures {
  const { gc } = globalThis;
  let last = performance.eventLoopUtilization();
  return {
    utilization() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, last);
      last = now;
      return utilization;
    },
    rss: () => process.memoryUsage.rss(),
    // This one also frees the pages that V8 would keep for new objects.
    collect: gc && (() => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })),
  };
}
