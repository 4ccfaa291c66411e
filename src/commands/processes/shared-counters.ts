import type { RateCounters, Take, Taken, Usage } from '../../core/rate-counters.ts';
import type { FromMain, ToMain } from './messages.ts';

type Asked = { takes: readonly Take[]; resolve: (taken: Taken[]) => void };

/** The counters of the main process. One message for each turn of the event loop: it costs more than the counting. */
export class SharedCounters implements RateCounters {
  readonly #send: (message: ToMain) => void;
  readonly #waiting = new Map<number, readonly Asked[]>();
  #next: Asked[] = [];
  #seq = 0;

  constructor(send: (message: ToMain) => void) {
    this.#send = send;
  }

  take(takes: readonly Take[]): Promise<Taken[]> {
    return new Promise((resolve) => {
      if (this.#next.push({ takes, resolve }) === 1) setImmediate(() => this.#ask());
    });
  }

  giveBack(take: Take, usages: readonly Usage[]): void {
    this.#send({ kind: 'give_back', take, usages });
  }

  onTaken({ seq, taken }: Extract<FromMain, { kind: 'taken' }>): void {
    this.#waiting.get(seq)!.forEach(({ resolve }, index) => {
      resolve(taken[index]!);
    });
    this.#waiting.delete(seq);
  }

  #ask(): void {
    const asked = this.#next;
    this.#next = [];
    this.#seq += 1;
    this.#waiting.set(this.#seq, asked);
    this.#send({ kind: 'take', seq: this.#seq, takes: asked.map(({ takes }) => takes) });
  }
}
