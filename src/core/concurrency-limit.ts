/** Limits how many run at once, for each key and for all keys together. */
export class ConcurrencyLimit {
  readonly #perKey: number;
  readonly #total: number;
  readonly #running = new Map<string, number>();
  #sum = 0;

  constructor({ perKey, total }: { perKey: number; total: number }) {
    this.#perKey = perKey;
    this.#total = total;
  }

  /** How many run now. */
  get size(): number {
    return this.#sum;
  }

  /** Returns the function that ends this one, or which limit is reached. */
  enter(key: string): (() => void) | 'key' | 'total' {
    const running = this.#running.get(key) ?? 0;
    if (running >= this.#perKey) return 'key';
    if (this.#sum >= this.#total) return 'total';
    this.#running.set(key, running + 1);
    this.#sum++;
    return () => {
      this.#sum--;
      const left = this.#running.get(key)! - 1;
      if (left > 0) this.#running.set(key, left);
      else this.#running.delete(key);
    };
  }
}
