import { fail } from './errors.ts';
import { busy, tooMuchAtOnce } from './work-queue.ts';

/** How much of the memory for bodies one body takes, and whose it is. */
export type Body = {
  account: string;
  address: string;
  bytes: number;
  /** Whether it arrives too slowly for others to wait for it. */
  isSlow(): boolean;
  /** Ends it. */
  giveWay(): void;
};

/** The room of a body. `resize`: once its size is known. */
export type Room = { release(): void; resize(bytes: number): void };

export type ByteBudgetOptions = {
  maxBytes: number;
  /** The part of one account, and of one address. Each holds at least the largest body. */
  accountBytes: number;
  addressBytes: number;
  /** Of one account, those that wait included. */
  accountBodies: number;
  waitMs?: number;
};

const LIMITED = ['account', 'address', 'process'] as const;
type Limit = (typeof LIMITED)[number];
type Waiting = { body: Body; start: () => void };

const RETRY_AFTER_SECONDS = 5;
/** Shorter than the usual 60 s of proxies. */
const WAIT_MS = 45_000;
const CHECK_MS = 250;

/**
 * Limits the bytes of bodies that a process holds at once. A body waits, unread, until its account, its address and the
 * process have room for all of it, at most 45 s: one that got a part could wait forever for the rest. Accounts take turns, and a slow
 * body gives way to one that waits.
 */
export class ByteBudget {
  readonly #options: ByteBudgetOptions;
  readonly #held = new Set<Body>();
  /** In order of arrival. */
  readonly #waiting = new Set<Waiting>();
  /** When an account with bodies got room last, as a count. */
  readonly #turns = new Map<string, number>();
  #turn = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ByteBudgetOptions) {
    this.#options = options;
  }

  get reservedBytes(): number {
    return bytesOf(this.#held);
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Waits for room. Fails with `rate_limited` for more bodies of an account than it may have, and with
   * `service_unavailable` after `waitMs`.
   */
  async reserve(body: Body, signal?: AbortSignal): Promise<Room> {
    signal?.throwIfAborted();
    const own = this.#all().filter(({ account }) => account === body.account);
    if (own.length >= this.#options.accountBodies) {
      fail('rate_limited', { agent: tooMuchAtOnce(RETRY_AFTER_SECONDS), internal: 'bodies of an account' });
    }
    await this.#wait(body, signal);
    return {
      release: () => {
        if (this.#held.delete(body)) this.#serve();
      },
      resize: (bytes) => {
        body.bytes = bytes;
        this.#serve();
      },
    };
  }

  #wait(body: Body, signal: AbortSignal | undefined): Promise<void> {
    const { waitMs = WAIT_MS } = this.#options;
    return new Promise((resolve, reject) => {
      const leave = (error: unknown) => {
        stop();
        this.#waiting.delete(waiting);
        this.#serve();
        reject(error);
      };
      const gone = () => leave(signal?.reason);
      const timer = setTimeout(() => leave(busy(RETRY_AFTER_SECONDS, 'no room for a body')), waitMs);
      const stop = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', gone);
      };
      const start = () => {
        stop();
        resolve();
      };
      const waiting: Waiting = { body, start };
      signal?.addEventListener('abort', gone);
      this.#waiting.add(waiting);
      this.#serve();
    });
  }

  /** Gives room to those whose turn it is, until the next one must wait for others: nobody overtakes it. */
  #serve(): void {
    for (let next = this.#next(); next && this.#reached(next.body) === undefined; next = this.#next()) {
      this.#waiting.delete(next);
      this.#held.add(next.body);
      this.#turn += 1;
      this.#turns.set(next.body.account, this.#turn);
      next.start();
    }
    const present = new Set(this.#all().map(({ account }) => account));
    for (const account of this.#turns.keys()) if (!present.has(account)) this.#turns.delete(account);
    if (this.#waiting.size > 0) this.#timer ??= setInterval(() => this.#hasten(), CHECK_MS);
    else this.#timer = void clearInterval(this.#timer);
  }

  /** Ends a slow body that another one waits for: of the account that holds the most. */
  #hasten(): void {
    for (const { body } of this.#inTurn()) {
      const limit = this.#reached(body) ?? 'account';
      if (limit === 'account') continue;
      const slow = this.#within(limit, body).filter((one) => one.account !== body.account && one.isSlow());
      const held = new Map(slow.map((one) => [one, bytesOf(this.#within('account', one))]));
      const [most] = slow.sort((one, other) => held.get(other)! - held.get(one)!);
      most?.giveWay();
      if (most) return;
    }
  }

  /** An account or an address at its own limit holds up nobody else. */
  #next(): Waiting | undefined {
    return this.#inTurn().find(({ body }) => (this.#reached(body) ?? 'process') === 'process');
  }

  /** Who has waited longest for a turn comes first. */
  #inTurn(): Waiting[] {
    const turnOf = ({ body }: Waiting) => this.#turns.get(body.account) ?? 0;
    return [...this.#waiting].sort((one, other) => turnOf(one) - turnOf(other));
  }

  /** The limit that leaves no room for a body. */
  #reached(body: Body): Limit | undefined {
    const { accountBytes, addressBytes, maxBytes } = this.#options;
    const limits = { account: accountBytes, address: addressBytes, process: maxBytes };
    return LIMITED.find((limit) => bytesOf(this.#within(limit, body)) + body.bytes > limits[limit]);
  }

  #within(limit: Limit, body: Body): Body[] {
    return [...this.#held].filter((one) => limit === 'process' || one[limit] === body[limit]);
  }

  #all(): Body[] {
    return [...this.#held, ...[...this.#waiting].map(({ body }) => body)];
  }
}

function bytesOf(bodies: Iterable<Body>): number {
  return [...bodies].reduce((sum, { bytes }) => sum + bytes, 0);
}
