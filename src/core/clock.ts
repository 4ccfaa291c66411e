/** The source of time. SQL receives it as a parameter, so the application's clock alone decides every expiry. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

export function movableClock(start: Date = new Date()): Clock & { advance(ms: number): void } {
  let offsetMs = start.getTime() - Date.now();
  return {
    now: () => new Date(Date.now() + offsetMs),
    advance(ms) {
      offsetMs += ms;
    },
  };
}
