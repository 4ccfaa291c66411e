import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../ctx.ts';
import type { Child } from './child.ts';

const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 10_000;

type Options = { log: Log; endMs: number; fork(name: string): Child };

/** The processes of the server. One that exits by itself is restarted, after increasing delays. */
export class ChildGroup {
  readonly #options: Options;
  readonly #byName = new Map<string, Child>();
  /** Includes children that are not yet, or no longer, in `#byName`. */
  readonly #all = new Set<Child>();
  readonly #starting = new Set<string>();
  #replacing: Promise<void> | undefined;
  #ending = false;

  constructor(options: Options) {
    this.#options = options;
  }

  get children(): Child[] {
    return [...this.#all];
  }

  /** Starts these processes, and resolves when they are ready. Rejects if one of them can't start. */
  async start(names: readonly string[]): Promise<void> {
    await Promise.all(
      names.map(async (name) => {
        const child = this.#fork(name);
        await child.ready;
        this.#keep(child);
      }),
    );
  }

  /** Replaces the processes one by one: each ends when its successor is ready. */
  replace(): Promise<void> {
    this.#replacing ??= this.#replaceAll().finally(() => {
      this.#replacing = undefined;
    });
    return this.#replacing;
  }

  /** Those that run jobs end last, because requests add jobs. */
  async end(): Promise<void> {
    this.#ending = true;
    const isJobs = ({ name }: Child) => !name.startsWith('http-');
    const endAll = (children: Child[]) => Promise.all(children.map((child) => child.end('stop', this.#options.endMs)));
    await endAll(this.children.filter((child) => !isJobs(child)));
    await endAll(this.children);
  }

  #fork(name: string): Child {
    const child = this.#options.fork(name);
    this.#all.add(child);
    void child.gone.then(() => this.#all.delete(child));
    return child;
  }

  /** Registers a process that is ready, and restarts it when it exits by itself. */
  #keep(child: Child): void {
    this.#byName.set(child.name, child);
    void child.gone.then(async (exit) => {
      if (child.ending || this.#ending) return;
      this.#options.log.error({ child: child.name, ...exit }, 'a process ended unexpectedly, starting it again');
      await this.#startAgain(child);
    });
  }

  async #startAgain({ name, startedAt }: Child): Promise<void> {
    this.#starting.add(name);
    let delayMs = performance.now() - startedAt < LONGEST_DELAY_MS ? FIRST_DELAY_MS * 10 : FIRST_DELAY_MS;
    for (;;) {
      await sleep(delayMs);
      if (this.#ending) return;
      try {
        const child = this.#fork(name);
        await child.ready;
        this.#starting.delete(name);
        this.#keep(child);
        this.#options.log.info({ child: name }, 'a process is back');
        return;
      } catch (err) {
        delayMs = Math.min(2 * delayMs, LONGEST_DELAY_MS);
        if (!this.#ending) this.#options.log.error({ err, child: name, delay_ms: delayMs }, 'a process does not start');
      }
    }
  }

  async #replaceAll(): Promise<void> {
    const { log, endMs } = this.#options;
    log.info({}, 'replacing the processes one by one');
    for (const [name, old] of this.#byName) {
      // Its successor is on the way.
      if (this.#starting.has(name)) continue;
      old.ending = true;
      let next: Child;
      try {
        next = this.#fork(name);
        await next.ready;
      } catch (err) {
        if (this.#ending) return;
        log.error({ err, child: name }, 'a process does not start: the others are not replaced');
        old.ending = false;
        if (!this.#all.has(old)) await this.#startAgain(old);
        return;
      }
      this.#keep(next);
      await old.end('replaced', endMs);
      if (this.#ending) return;
    }
    log.info({}, 'replaced the processes');
  }
}
