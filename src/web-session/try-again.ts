const UNITS = [
  { name: 'day', seconds: 86_400 },
  { name: 'hour', seconds: 3600 },
  { name: 'minute', seconds: 60 },
  { name: 'second', seconds: 1 },
] as const;

/** A page names at most so many of a unit before it uses the next larger one. */
const MAX_SMALL_COUNT = 90;

/** `Try again in 30 seconds.`: how long a person has to wait, never less than it takes. */
export function tryAgainIn(seconds: number): string {
  const wait = Math.max(1, Math.ceil(seconds));
  const smaller = UNITS.findLast((unit) => wait / unit.seconds <= MAX_SMALL_COUNT) ?? UNITS[0];
  const count = Math.ceil(wait / smaller.seconds);
  return `Try again in ${count} ${smaller.name}${count === 1 ? '' : 's'}.`;
}
