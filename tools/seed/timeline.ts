import type { Random } from './random.ts';
import type { Vocabulary } from './vocabulary.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Activity by local hour, from 0 to 23: most before work, around lunch and after supper. */
const HOURS = [3, 1, 1, 1, 1, 3, 10, 22, 34, 38, 34, 30, 36, 33, 27, 26, 28, 30, 28, 26, 27, 24, 15, 7];
const SATURDAY = 6;
const SUNDAY = 0;
const WEEKEND = 0.35;

/** The activity of one language in each hour of the day in UTC. */
export function livelyHours({ utcOffsets }: Vocabulary): number[] {
  return HOURS.map((_, hour) => {
    const sum = utcOffsets.reduce((total, offset) => total + HOURS[(hour + offset + 24) % 24]!, 0);
    return sum / utcOffsets.length;
  });
}

/**
 * `count` timestamps from `from` to `to`, in order. They become more frequent as the network grows, and are more frequent
 * by day than by night and on working days than on Sundays. `hours` has the weights of the hours of the day in UTC.
 */
export function moments(
  random: Random,
  count: number,
  from: number,
  to: number,
  hours: readonly number[],
): Float64Array {
  const slots = Math.max(1, Math.ceil((to - from) / HOUR_MS));
  const sums = new Float64Array(slots);
  let sum = 0;
  for (let slot = 0; slot < slots; slot++) {
    const date = new Date(from + slot * HOUR_MS);
    const day = date.getUTCDay();
    const week = day === SATURDAY || day === SUNDAY ? WEEKEND : 1;
    sum += (0.1 + (slot / slots) ** 1.6) * week * hours[date.getUTCHours()]!;
    sums[slot] = sum;
  }
  const found = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const slot = firstAbove(sums, random.share() * sum);
    found[i] = Math.min(to - 1, Math.floor(from + (slot + random.share()) * HOUR_MS));
  }
  return found.sort();
}

/** The index of the first value above `wanted` in ascending values, or the last index. */
export function firstAbove(values: Float64Array, wanted: number, count: number = values.length): number {
  let [low, high] = [0, count - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! > wanted) high = middle;
    else low = middle + 1;
  }
  return low;
}

const dates = new Map<number, string>();
const TWO_DIGITS = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'));

/** Like `toISOString`, which would take most of the time for millions of rows. Formats each day only once. */
export function iso(time: number): string {
  const day = Math.floor(time / DAY_MS);
  let date = dates.get(day);
  if (date === undefined) {
    date = new Date(day * DAY_MS).toISOString().slice(0, 'yyyy-mm-ddT'.length);
    dates.set(day, date);
  }
  const ms = time - day * DAY_MS;
  const seconds = Math.floor(ms / 1000);
  const [hour, minute, second] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const clock = `${TWO_DIGITS[hour]}:${TWO_DIGITS[minute]}:${TWO_DIGITS[second]}`;
  return `${date}${clock}.${String(ms % 1000).padStart(3, '0')}Z`;
}
