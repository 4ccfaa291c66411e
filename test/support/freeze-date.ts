import { onTestFinished, vi } from 'vitest';

/** Stops the wall clock until the end of the test, so that only `clock.advance` lets time pass in the application. */
export function freezeDate(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}
