import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/**
 * Runs inside the server process (`--import`) without changing it: a timer measures how long each turn of the event
 * loop took, and how much CPU time its thread used. The latter is independent of other load on the machine.
 */
const TICK_MS = 5;
const TICKS_PER_MEMORY_SAMPLE = 10;

export type Reading = {
  /** The longest turn of the event loop, as wall time and as CPU time of its thread. */
  turnMs: number;
  blockMs: number;
  /** CPU time of the whole process. */
  cpuMs: number;
  rssMiB: number;
  peakMiB: number;
  heapMiB: number;
  /** Memory of buffers, outside the heap. */
  buffersMiB: number;
};

const MIB = 1024 * 1024;
const path = process.env['ATTACK_PROBE'];
if (path !== undefined && isMainThread && process.argv[2] === 'serve') report(path);

function report(to: string): void {
  let lastAt = performance.now();
  let lastCpu = threadCpuMs();
  let ticks = 0;
  let turnMs = 0;
  let blockMs = 0;
  let peak = 0;
  let cpu = process.cpuUsage();

  const tick = () => {
    const now = performance.now();
    const used = threadCpuMs();
    turnMs = Math.max(turnMs, now - lastAt - TICK_MS);
    blockMs = Math.max(blockMs, used - lastCpu);
    lastAt = now;
    lastCpu = used;
    if (ticks++ % TICKS_PER_MEMORY_SAMPLE === 0) peak = Math.max(peak, process.memoryUsage.rss());
  };
  setInterval(tick, TICK_MS).unref();

  const orders: Record<string, () => void> = {
    reset: () => {
      turnMs = 0;
      blockMs = 0;
      cpu = process.cpuUsage();
      peak = process.memoryUsage.rss();
    },
    read: () => undefined,
    // `last-resort` also returns the pages of the heap and what finalizers free, as V8 does when memory is short.
    collect: () => (globalThis as { gc?: (options: object) => void }).gc?.({ type: 'major', flavor: 'last-resort' }),
  };
  const socket = connect(to);
  socket.setEncoding('utf8');
  socket.on('error', () => undefined);
  socket.on('data', (text) => {
    for (const order of String(text).trim().split('\n')) {
      tick();
      orders[order]?.();
      const { user, system } = process.cpuUsage(cpu);
      const { rss, heapUsed, external } = process.memoryUsage();
      peak = Math.max(peak, rss);
      const reading: Reading = {
        turnMs,
        blockMs,
        cpuMs: (user + system) / 1000,
        rssMiB: rss / MIB,
        peakMiB: peak / MIB,
        heapMiB: heapUsed / MIB,
        buffersMiB: external / MIB,
      };
      socket.write(`${JSON.stringify(reading)}\n`);
    }
  });
  socket.unref();
  socket.write(`${process.pid}\n`);
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
