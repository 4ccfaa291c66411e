import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { ApiError } from '../../../src/core/errors.ts';
import { OutageLog } from '../../../src/db/outage.ts';

function makeOutageLog() {
  const lines: string[] = [];
  const write = (_fields: object, message: string) => void lines.push(message);
  const log = { trace: write, debug: write, info: write, warn: write, error: write, fatal: write };
  let isAway = true;
  const outage = new OutageLog(log as never, async () => {
    if (isAway) throw new Error('away');
  });
  onTestFinished(() => outage.close());
  return {
    outage,
    lines,
    comeBack() {
      isAway = false;
    },
  };
}

const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

it('logs one line when an outage starts and one when it ends', async () => {
  const { outage, lines, comeBack } = makeOutageLog();
  const errors = [
    refused(),
    new Error('Connection terminated unexpectedly'),
    Object.assign(new Error('shutting down'), { code: '57P01' }),
    new ApiError('service_unavailable', { cause: refused() }),
    // A library copies errors into plain objects.
    { message: 'x', code: 'ECONNRESET' },
  ];
  for (const error of errors) expect(outage.covers(error)).toBe(true);
  await sleep(700);
  expect(lines).toEqual(['the database does not respond']);
  comeBack();
  await expect
    .poll(() => lines, { timeout: 5000 })
    .toEqual(['the database does not respond', 'the database responds again']);
  outage.covers(refused());
  expect(lines).toHaveLength(3);
});

it('leaves other errors to the caller', () => {
  const { outage, lines } = makeOutageLog();
  for (const error of [
    new Error('a bug'),
    Object.assign(new Error('deadlock'), { code: '40P01' }),
    Object.assign(new Error('canceled'), { code: '57014' }),
    new ApiError('service_unavailable', {}),
    undefined,
  ]) {
    expect(outage.covers(error)).toBe(false);
  }
  expect(lines).toEqual([]);
});

it('does not log connections that end with the process', () => {
  const { outage, lines } = makeOutageLog();
  outage.close();
  expect(outage.covers(refused())).toBe(true);
  expect(lines).toEqual([]);
});
