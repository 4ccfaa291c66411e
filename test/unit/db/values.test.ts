import { describe, expect, it } from 'vitest';
import { toParameter } from '../../../src/db/values.ts';

describe('a parameter of a statement', () => {
  it.each([
    ['a time', new Date('2026-11-24T09:30:05.120Z'), '2026-11-24T09:30:05.120Z'],
    ['a text', 'NULL', 'NULL'],
    ['null', null, null],
    ['an empty list', [], '{}'],
    ['a list', ['a', 'NULL', '', null, true, 'comma, {brace}'], '{"a","NULL","",NULL,true,"comma, {brace}"}'],
    ['a list with quotation marks', ['say "hi"', 'back\\slash', null], '{"say \\"hi\\"","back\\\\slash",NULL}'],
  ])('is written as Postgres reads it: %s', (_name, value, text) => {
    expect(toParameter(value)).toBe(text);
  });

  it.each(['-000001-01-01T00:00:00.000Z', '+012026-01-01T00:00:00.000Z'])('keeps the time %s', (time) => {
    const text = toParameter(new Date(time)) as string;
    expect(text).not.toMatch(/^[+-]\d{6}-/);
    expect(text).toMatch(time.startsWith('-') ? / BC$/ : /^1202[56]-/);
  });
});
