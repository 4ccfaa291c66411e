import type { Ctx } from '../../ctx.ts';

const TICK_MS = 250;

type OpenStream = {
  readonly accountId: string;
  tick(now: Date): void;
  check(): void;
  drain(): void;
};

/** The open streams of a process. One timer, one watcher of credentials and one context serve them all. */
export class OpenStreams {
  readonly #ctx: Ctx;
  readonly #drain: AbortSignal;
  readonly #streams = new Set<OpenStream>();
  #stop: () => void = () => undefined;

  /** `ctx` outlives requests. `drain` is aborted when the server stops. */
  constructor(ctx: Ctx, drain: AbortSignal) {
    this.#ctx = ctx;
    this.#drain = drain;
  }

  /** A context for a stream that keeps nothing of its request. */
  contextOf({ principal, acting, requestId }: Ctx): Ctx {
    return Object.assign(Object.create(this.#ctx) as Ctx, { principal, acting, requestId });
  }

  add(stream: OpenStream): void {
    if (this.#streams.size === 0) this.#start();
    this.#streams.add(stream);
    // The server began to stop while the stream was opened.
    if (this.#drain.aborted) stream.drain();
  }

  delete(stream: OpenStream): void {
    if (this.#streams.delete(stream) && this.#streams.size === 0) this.#stop();
  }

  #start(): void {
    const { credentialCache } = this.#ctx;
    const drain = () => {
      for (const stream of this.#streams) stream.drain();
    };
    const timer = setInterval(() => this.#tick(), TICK_MS);
    const unwatch = credentialCache.watch((accountId) => {
      // While no evictions arrive, `tick` checks.
      if (accountId === null && !credentialCache.listening) return;
      for (const stream of this.#streams) if (accountId === null || stream.accountId === accountId) stream.check();
    });
    this.#drain.addEventListener('abort', drain);
    this.#stop = () => {
      clearInterval(timer);
      unwatch();
      this.#drain.removeEventListener('abort', drain);
    };
  }

  #tick(): void {
    const now = this.#ctx.now();
    for (const stream of this.#streams) stream.tick(now);
  }
}
