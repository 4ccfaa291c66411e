import { afterEach, expect, it, vi } from 'vitest';
import { ClockWatch } from '../../../src/db/clock-watch.ts';

const lines: string[] = [];
const note = (_fields: object, message: string) => lines.push(message);
const log = { info: note, warn: note };

/** A database whose clock is `offsetMs` ahead of this machine. */
function watch(state: { offsetMs: number }) {
  const query = async () => ({ rows: [{ ms: String(Date.now() + state.offsetMs) }] });
  return new ClockWatch({ query } as never, log);
}

afterEach(() => {
  lines.length = 0;
  vi.useRealTimers();
});

it('refuses to start with a clock that differs from that of the database by more than 30 seconds', async () => {
  await expect(watch({ offsetMs: -3_600_000 }).requireRight()).rejects.toThrow('3600 seconds ahead of that');
  await expect(watch({ offsetMs: 90_000 }).requireRight()).rejects.toThrow('90 seconds behind that');
  await watch({ offsetMs: 29_000 }).requireRight();
  await watch({ offsetMs: -29_000 }).requireRight();
});

it('logs where a wrong clock begins and ends', async () => {
  const state = { offsetMs: 0 };
  const clock = watch(state);
  await clock.check();
  expect({ isWrong: clock.isWrong, lines }).toEqual({ isWrong: false, lines: [] });
  state.offsetMs = 60_000;
  await clock.check();
  await clock.check();
  expect(clock.isWrong).toBe(true);
  expect(lines).toEqual(['the clock is wrong: writes are refused']);
  state.offsetMs = 0;
  await clock.check();
  expect(clock.isWrong).toBe(false);
  expect(lines).toEqual(['the clock is wrong: writes are refused', 'the clock is right again: writes are accepted']);
});

it('does not take a slow answer for a clock that is behind', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const query = async () => {
    vi.advanceTimersByTime(45_000);
    return { rows: [{ ms: String(Date.now()) }] };
  };
  await new ClockWatch({ query } as never, log).requireRight();
});
