import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { releaseMemoryWhenIdle } from '../../../src/telemetry/idle-memory.ts';

const MIB = 1024 * 1024;
let utilization: number;
let rss: number;
let stop: () => void;
const collect = vi.fn(() => {
  rss = 150 * MIB;
});

beforeEach(() => {
  vi.useFakeTimers();
  collect.mockClear();
  utilization = 0.02;
  rss = 300 * MIB;
  stop = releaseMemoryWhenIdle({ utilization: () => utilization, rss: () => rss, collect });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

it('collects once after ten idle seconds, although new objects need some memory again', () => {
  vi.advanceTimersByTime(9_999);
  expect(collect).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(collect).toHaveBeenCalledTimes(1);
  rss += 63 * MIB;
  vi.advanceTimersByTime(3_600_000);
  expect(collect).toHaveBeenCalledTimes(1);
});

it('waits while the process works', () => {
  utilization = 0.1;
  vi.advanceTimersByTime(60_000);
  utilization = 0;
  vi.advanceTimersByTime(5_000);
  utilization = 0.1;
  vi.advanceTimersByTime(5_000);
  expect(collect).not.toHaveBeenCalled();
});

it('collects at most once a minute', () => {
  vi.advanceTimersByTime(10_000);
  rss += 64 * MIB;
  vi.advanceTimersByTime(55_000);
  expect(collect).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(5_000);
  expect(collect).toHaveBeenCalledTimes(2);
});
