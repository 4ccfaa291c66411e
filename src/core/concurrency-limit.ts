/** Limits how many run at once: for each key of each kind, such as an account, and for all together. */
export class ConcurrencyLimit<Kind extends string> {
  readonly #per: Readonly<Record<Kind, number>>;
  readonly #total: number;
  readonly #running = new Map<string, number>();
  #sum = 0;

  constructor({ per, total }: { per: Readonly<Record<Kind, number>>; total: number }) {
    this.#per = per;
    this.#total = total;
  }

  get size(): number {
    return this.#sum;
  }

  /** Returns the function that ends this one, or which limit is reached: that of a kind, in their order, or the total. */
  enter(keys: Readonly<Record<Kind, string>>): (() => void) | Kind | 'total' {
    const counted: string[] = [];
    for (const kind in this.#per) {
      const name = `${kind} ${keys[kind]}`;
      if ((this.#running.get(name) ?? 0) >= this.#per[kind]) return kind;
      counted.push(name);
    }
    if (this.#sum >= this.#total) return 'total';
    this.#sum++;
    for (const name of counted) this.#running.set(name, (this.#running.get(name) ?? 0) + 1);
    return () => {
      this.#sum--;
      for (const name of counted) {
        const left = this.#running.get(name)! - 1;
        if (left > 0) this.#running.set(name, left);
        else this.#running.delete(name);
      }
    };
  }
}
