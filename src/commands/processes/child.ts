import cluster, { type Worker } from 'node:cluster';
import { StartError } from '../../core/start-error.ts';
import type { MetricValues } from '../../telemetry/metrics.ts';
import type { FromMain, ToMain } from './messages.ts';

export type Exit = { code: number | null; signal: string | null };

export class Child {
  readonly name: string;
  readonly startedAt = performance.now();
  /** Rejects with what it says if it cannot start. */
  readonly ready: Promise<void>;
  readonly gone: Promise<Exit>;
  /** Whether its end is expected: it was asked to end, or has a successor. */
  ending = false;
  readonly #worker: Worker;
  readonly #reads = new Map<number, (values: MetricValues) => void>();
  #isReady = false;
  #measured: MetricValues = [];
  #seq = 0;

  constructor(name: string, env: Record<string, string>, onMessage: (child: Child, message: ToMain) => void) {
    this.name = name;
    cluster.setupPrimary({ args: ['serve', '--process', name] });
    this.#worker = cluster.fork(env);
    const ready = Promise.withResolvers<void>();
    this.ready = ready.promise;
    this.ready.catch(() => undefined);
    const gone = Promise.withResolvers<Exit>();
    this.gone = gone.promise.then((exit) => {
      ready.reject(new StartError(`The process ${name} ended at its start${exit.signal ? ` (${exit.signal})` : ''}.`));
      for (const answer of this.#reads.values()) answer(this.#measured);
      return exit;
    });
    this.#worker.once('exit', (code: number | null, signal: string | null) => gone.resolve({ code, signal }));
    // A process that could not be created never exits. Other errors are about messages to a process that is ending.
    this.#worker.on('error', (error) => {
      if (this.#worker.process.pid !== undefined) return;
      ready.reject(new StartError(`The process ${name} could not be created: ${error.message}.`, { cause: error }));
      gone.resolve({ code: null, signal: null });
    });
    this.#worker.on('message', (message: ToMain) => {
      if (message.kind === 'ready') {
        this.#isReady = true;
        ready.resolve();
      } else if (message.kind === 'failed') ready.reject(new StartError(message.message));
      else if (message.kind === 'metrics') {
        this.#measured = message.values;
        this.#reads.get(message.seq)?.(message.values);
      } else onMessage(this, message);
    });
  }

  get measured(): MetricValues {
    return this.#measured;
  }

  send(message: FromMain): void {
    if (this.#worker.isConnected()) this.#worker.send(message, () => undefined);
  }

  /** Asks it to end, and kills it if it takes too long. */
  async end(reason: 'stop' | 'replaced', timeoutMs: number): Promise<void> {
    this.ending = true;
    this.send({ kind: 'end', reason });
    const timer = setTimeout(() => this.#kill(), timeoutMs);
    await this.gone;
    clearTimeout(timer);
  }

  #kill(): void {
    this.ending = true;
    this.#worker.process.kill('SIGKILL');
  }

  /** What it measures, or what it measured before if it does not respond in time. */
  async metrics(timeoutMs: number): Promise<MetricValues> {
    if (!this.#isReady || !this.#worker.isConnected()) return this.#measured;
    const seq = ++this.#seq;
    const answer = Promise.withResolvers<MetricValues>();
    const timer = setTimeout(() => answer.resolve(this.#measured), timeoutMs);
    this.#reads.set(seq, answer.resolve);
    this.send({ kind: 'read_metrics', seq });
    try {
      return await answer.promise;
    } finally {
      clearTimeout(timer);
      this.#reads.delete(seq);
    }
  }
}
