/**
 * A random generator that gives the same values for the same seed on every machine. Each object has its own stream,
 * named by its kind and number, so that it can be generated again alone and in any order: a million posts need not be
 * kept in memory.
 */
export class Random {
  #state: number;

  constructor(state: number) {
    this.#state = state | 0;
  }

  /** 32 random bits (Mulberry32). Not suitable for secrets. */
  bits(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  }

  /** From 0 up to, but not including, 1. */
  share(): number {
    return this.bits() / 0x1_0000_0000;
  }

  chance(probability: number): boolean {
    return this.share() < probability;
  }

  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number {
    return min + Math.floor(this.share() * (max - min + 1));
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.share() * list.length)]!;
  }

  /** Half of all values are below `median`. The larger `spread`, the further the others are above it. */
  around(median: number, spread: number): number {
    const angle = 2 * Math.PI * this.share();
    const radius = Math.sqrt(-2 * Math.log(1 - this.share()));
    return median * Math.exp(spread * radius * Math.cos(angle));
  }

  /** A power law from 1 up. The smaller `alpha`, the more uneven the distribution. */
  powerLaw(alpha: number): number {
    return (1 - this.share()) ** (-1 / alpha);
  }
}

/** Mixes two numbers so that neighboring values are unrelated (the finalizer of MurmurHash3). */
function mix(a: number, b: number): number {
  let hash = Math.imul(a ^ Math.imul(b, 0x9e3779b1), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** The streams of one kind of object: `stream(seed, 'post')(7)` always gives the same values. */
export function stream(seed: number, kind: string): (index: number) => Random {
  let base = mix(seed, kind.length);
  for (let i = 0; i < kind.length; i++) base = mix(base, kind.charCodeAt(i));
  return (index) => new Random(mix(base, index));
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const hex32 = (n: number) => HEX[n >>> 24]! + HEX[(n >>> 16) & 255]! + HEX[(n >>> 8) & 255]! + HEX[n & 255]!;

/** A UUIDv7 (RFC 9562) for this timestamp, with random bits from `random`. */
export function idAt(timeMs: number, random: Random): string {
  const high = hex32(Math.floor(timeMs / 0x10000));
  const low = hex32(timeMs % 0x10000).slice(4);
  const a = random.bits();
  const b = hex32((random.bits() & 0x3fffffff) | 0x80000000);
  const c = hex32(random.bits());
  const version = hex32((a & 0xfff) | 0x7000).slice(4);
  return `${high}-${low}-${version}-${b.slice(0, 4)}-${b.slice(4)}${c}`;
}

/**
 * A list to pick from by weight, optionally only among its first entries: in a list ordered by time of joining, these
 * are the members at a given time.
 */
export class Weighted {
  readonly #values: number[] = [];
  readonly #sums: number[] = [];

  /** Creates a list of the numbers from 0, each with its weight. */
  constructor(weights: readonly number[] = []) {
    for (const [index, weight] of weights.entries()) this.add(index, weight);
  }

  add(value: number, weight: number): void {
    this.#sums.push((this.#sums.at(-1) ?? 0) + weight);
    this.#values.push(value);
  }

  /** One of the first `count` values; `count` is at least 1. */
  pick(random: Random, count: number = this.#values.length): number {
    const wanted = random.share() * this.#sums[count - 1]!;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#sums[middle]! > wanted) high = middle;
      else low = middle + 1;
    }
    return this.#values[low]!;
  }
}
