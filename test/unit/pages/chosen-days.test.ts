import { expect, it } from 'vitest';
import { chosenDays } from '../../../src/web/console/chosen-days.ts';
import type { ConsoleContext } from '../../../src/web/console/console-context.ts';

const daysOf = (query: Record<string, string>) =>
  chosenDays({ query: (name: string) => query[name] } as unknown as ConsoleContext);

it.each([
  ['UTC without a time zone', '', '2026-07-01T00:00:00.000Z', '2026-07-02T00:00:00.000Z'],
  ['UTC in an unknown time zone', 'Nowhere/Here', '2026-07-01T00:00:00.000Z', '2026-07-02T00:00:00.000Z'],
  ['the person ahead of UTC', 'Europe/Berlin', '2026-06-30T22:00:00.000Z', '2026-07-01T22:00:00.000Z'],
  ['the person behind UTC', 'America/St_Johns', '2026-07-01T02:30:00.000Z', '2026-07-02T02:30:00.000Z'],
])('a day is that of %s', (_whose, zone, since, until) => {
  expect(daysOf({ from: '2026-07-01', to: '2026-07-01', zone })).toMatchObject({ since, until });
});

it('is as long as the clock says on the day of a change, and knows what is within', () => {
  const days = daysOf({ from: '2026-10-25', to: '2026-10-25', zone: 'Europe/Berlin' });
  expect(days).toMatchObject({ since: '2026-10-24T22:00:00.000Z', until: '2026-10-25T23:00:00.000Z' });
  expect([days.from, days.to]).toEqual(['2026-10-24', '2026-10-25']);
  expect(['2026-10-24T21:59:59.999Z', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'].map(days.has)).toEqual([
    false,
    true,
    false,
  ]);
});

it('passes on what is no day, and chooses everything without one', () => {
  expect(daysOf({ from: 'someday' })).toMatchObject({ since: 'someday', from: 'someday', to: undefined });
  expect(daysOf({}).has('2026-07-01T00:00:00.000Z')).toBe(true);
});
