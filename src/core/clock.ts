/** Where the time comes from. One clock judges every expiry: the application's, handed to SQL as a parameter. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** A clock that tests move by hand. */
export function movableClock(start: Date = new Date()): Clock & { advance(ms: number): void } {
  let offsetMs = start.getTime() - Date.now();
  return {
    now: () => new Date(Date.now() + offsetMs),
    advance(ms) {
      offsetMs += ms;
    },
  };
}
