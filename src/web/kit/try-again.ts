const UNITS = [
  { name: 'day', seconds: 86_400 },
  { name: 'hour', seconds: 3600 },
  { name: 'minute', seconds: 60 },
  { name: 'second', seconds: 1 },
] as const;

/** The largest count of a unit, before the next larger unit is used. */
const MAX_SMALL_COUNT = 90;

/** Describes a wait, such as `Try again in 30 seconds.`, rounded up. */
export function tryAgainIn(seconds: number): string {
  const wait = Math.max(1, Math.ceil(seconds));
  const smaller = UNITS.findLast((unit) => wait / unit.seconds <= MAX_SMALL_COUNT) ?? UNITS[0];
  const count = Math.ceil(wait / smaller.seconds);
  return `Try again in ${count} ${smaller.name}${count === 1 ? '' : 's'}.`;
}
