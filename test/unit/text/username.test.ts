import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { passwordText } from '../../../src/core/text-password.ts';
import { isReserved, usernameKey, usernameSchema } from '../../../src/core/username.ts';

const schema = usernameSchema();

function params(value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return null;
  const issue = result.error.issues[0]!;
  return issue.code === 'custom' ? issue.params : issue.code;
}

describe('usernameSchema', () => {
  it.each([
    ['ada', 'ada'],
    ['Ada_B-c3', 'ada_b-c3'],
    ['007', '007'],
    ['a'.repeat(30), 'a'.repeat(30)],
  ])('accepts %s', (value, expected) => {
    expect(schema.parse(value)).toBe(expected);
  });

  it.each([
    '-ada',
    'ada-',
    'a--b',
    'a_-b',
    'a b',
    ' ada',
    'ada\n',
    'adä',
    'a.da',
    'ad\u212a',
    'ada\u0000',
    '@ada',
    '\u0130da',
  ])('rejects %j', (value) => {
    expect(params(value)).toEqual({ rule: 'username_format' });
  });

  it('reports lengths', () => {
    expect(params('ad')).toEqual({ rule: 'too_short', limit: 3, actual: 2 });
    expect(params('a'.repeat(31))).toEqual({ rule: 'too_long', limit: 30, actual: 31 });
    expect(params('ada\ud800')).toEqual({ rule: 'ill_formed' });
    expect(params(7)).toBe('invalid_type');
  });

  it('publishes what may be sent', () => {
    expect(z.toJSONSchema(z.object({ username: schema }), { io: 'input' }).properties).toEqual({
      username: { type: 'string', minLength: 3, maxLength: 30, pattern: '^[A-Za-z0-9]+(?:[_-][A-Za-z0-9]+)*$' },
    });
  });

  it('is fast with 256 KiB', () => {
    const start = performance.now();
    for (const unit of ['a', 'A', 'a-', '-', '\u0301\u0316']) params(unit.repeat((256 * 1024) / unit.length));
    expect(performance.now() - start).toBeLessThan(2000);
  });
});

describe('usernameKey and isReserved', () => {
  it('treats names as equal if they differ only in case and dashes', () => {
    expect(usernameKey('Ada_b-c')).toBe('adabc');
    const name = fc.stringMatching(/^[a-z0-9]+(?:[_-][a-z0-9]+)*$/);
    fc.assert(fc.property(name, (text) => /^[a-z0-9]+$/.test(usernameKey(text))));
  });

  it("reserves path segments and the operator's titles, in every spelling", () => {
    for (const name of ['admin', 'Admin', 'a_d-min', 'support', 'v1', 'api-keys', 'apikeys', 'api_keys', 'pronet']) {
      expect(isReserved(name)).toBe(true);
    }
    for (const name of ['ada', 'grace-hopper', 'administrata']) expect(isReserved(name)).toBe(false);
  });
});

describe('passwordText', () => {
  const text = passwordText();

  it('composes, and keeps everything else', () => {
    expect(text.parse(' e\u0301\t ')).toBe(' \u00e9\t ');
    expect(text.parse('')).toBe('');
    expect(text.parse('x'.repeat(8192))).toHaveLength(8192);
  });

  it('rejects texts many times longer than a password', () => {
    const issue = text.safeParse('x'.repeat(8193)).error!.issues[0];
    expect(issue).toMatchObject({ code: 'custom', params: { rule: 'too_long', limit: 8192 } });
  });

  it('rejects texts without a UTF-8 form and C string terminators', () => {
    for (const [value, rule] of [['a\ud800', 'ill_formed'] as const, ['a\0', 'control_characters'] as const]) {
      expect(text.safeParse(value).error!.issues[0]).toMatchObject({ code: 'custom', params: { rule } });
    }
  });
});
