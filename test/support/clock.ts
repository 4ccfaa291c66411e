import type { Clock } from '../../src/core/clock.ts';

export function movableClock(start: Date = new Date()): Clock & { advance(ms: number): void } {
  let offsetMs = start.getTime() - Date.now();
  return {
    now: () => new Date(Date.now() + offsetMs),
    advance(ms) {
      offsetMs += ms;
    },
  };
}
