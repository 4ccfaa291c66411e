import type { ConsoleContext } from './console-context.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;

/** How far a time zone is ahead of UTC at a time, in milliseconds. An unknown zone is UTC. */
function aheadOfUtc(zone: string, at: number): number {
  try {
    const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(at);
    const [, sign, hours, minutes] = /GMT([+-])(\d+):(\d+)/.exec(parts.map(({ value }) => value).join('')) ?? [];
    return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  } catch {
    return 0;
  }
}

/** When a day begins in a time zone; undefined if it is no day. */
function startOf(day: string | undefined, zone: string, daysLater = 0): number | undefined {
  const utc = day !== undefined && DAY.test(day) ? Date.parse(`${day}T00:00:00.000Z`) : Number.NaN;
  if (Number.isNaN(utc)) return undefined;
  const start = utc + daysLater * DAY_MS;
  // Near a change of the clock the offset is that of the day itself.
  return start - aheadOfUtc(zone, start - aheadOfUtc(zone, start));
}

const iso = (at: number | undefined, otherwise: string | undefined) =>
  at === undefined ? otherwise : new Date(at).toISOString();

/**
 * The days in the form `parts/days`, in the time zone of the person. What is no day is passed on, and the API rejects it.
 * `from` and `to` are days of UTC that contain them; `has` says whether a time is within.
 */
export function chosenDays(page: ConsoleContext) {
  const [from, to, zone] = [page.query('from'), page.query('to'), page.query('zone') ?? ''];
  const [start, end] = [startOf(from, zone), startOf(to, zone, 1)];
  return {
    since: iso(start, from),
    until: iso(end, to),
    from: iso(start, from)?.slice(0, 10),
    to: iso(end === undefined ? undefined : end - 1, to)?.slice(0, 10),
    has: (at: string | null) => {
      const time = at === null ? 0 : Date.parse(at);
      return (start === undefined || time >= start) && (end === undefined || time < end);
    },
  };
}
