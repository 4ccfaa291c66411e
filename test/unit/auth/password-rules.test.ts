import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCommonPassword } from '../../../src/auth/common-passwords.ts';
import { effectiveLength, repeatedUnit, withoutLeet, withoutWords } from '../../../src/auth/password-patterns.ts';
import { checkPassword } from '../../../src/auth/passwords.ts';

const context = { email: 'ada.lovelace@analytical-engine.example', serviceName: 'pronet' };
const rule = async (password: string, minLength?: number) =>
  (await checkPassword(password, { ...context, ...(minLength && { minLength }) }))?.rule ?? null;

describe('the patterns', () => {
  it.each([
    ['abcdefghijklmno', 2],
    ['123456789012345', 2],
    ['zyxwvuts', 2],
    ['aaaaaaaa', 2],
    ['poiuytrewq', 2],
    ['1qaz2wsx3edc', 2],
    ['abcdefgh12345678', 4],
    ['correct horse', 13],
    ['', 0],
  ])('%j counts as %d characters', (text, length) => {
    expect(effectiveLength(text)).toBe(length);
  });

  it('finds the repeated unit', () => {
    expect(repeatedUnit('abcabcabc')).toBe('abc');
    expect(repeatedUnit('abcabcab')).toBe('abc');
    expect(repeatedUnit('aaaa')).toBe('a');
    expect(repeatedUnit('abcd')).toBe('abcd');
    const piece = fc.string({ minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(piece, fc.integer({ min: 2, max: 5 }), (text, times) => {
        const unit = repeatedUnit(text.repeat(times));
        expect(unit.repeat(text.length * times).startsWith(text.repeat(times))).toBe(true);
        expect(unit.length).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  it('removes words, even in leetspeak', () => {
    expect(withoutWords('adaxlovelace1', ['ada', 'lovelace'])).toBe('x1');
    expect(withoutWords('something', ['ada'])).toBe(null);
    expect(withoutLeet('p@$$w0rd')).toBe('password');
  });
});

describe('the list of common passwords', () => {
  it('has the documented origin', () => {
    const folder = new URL('../../../src/auth/', import.meta.url);
    const text = brotliDecompressSync(readFileSync(new URL('common-passwords.txt.br', folder)));
    const note = readFileSync(new URL('common-passwords.md', folder), 'utf8');
    expect(note).toContain(createHash('sha256').update(text).digest('hex'));
    const words = text.toString().split('\n');
    expect(words).toHaveLength(100_378);
    expect(words).toEqual([...words].sort());
  });

  it.each([
    'password',
    'PassWord',
    'p@ssw0rd',
    'Password123!',
    'passwordpassword',
    'password password',
    '!!dragon2024',
    '1qaz2wsx',
  ])('contains %s', async (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  it.each(['', '\n', 'password\nqwerty', 'correct horse battery', 'k7#mQz!x', 'grüße aus köln'])(
    'does not contain %j',
    async (password) => {
      expect(isCommonPassword(password)).toBe(false);
    },
  );
});

describe('checkPassword', () => {
  it.each([
    'correct horse battery staple',
    'correcthorsebatterystaple',
    'zgM8#qT!vR2x@Lp',
    'wir wandern im nebel',
    'пароль не простой',
    '  spaces count too ',
    '日本語のパスワードは長くても良い',
    '🐎🔋📎✅🌍🎈🧊🍋🚲🪁🎹🦉🌵🍉🔭',
    'my name is ada and i like engines',
    `${'ab1c'.repeat(3)}Qz${'9w#k'.repeat(60)}`,
  ])('accepts %j', async (password) => {
    expect(await rule(password)).toBe(null);
  });

  it.each([
    ['short', 'too_short'],
    ['fourteen chars', 'too_short'],
    ['aaaaaaaaaaaaaaaa', 'repetition'],
    ['abababababababab', 'repetition'],
    ['xyz1xyz1xyz1xyz1', 'repetition'],
    ['aabbababbaabbaba', 'repetition'],
    ['abcdefghijklmnop', 'sequence'],
    ['123456789012345', 'sequence'],
    ['qwertyuiopasdfgh', 'sequence'],
    ['QWERTY123456789!', 'sequence'],
    ['1qaz2wsx3edc4rfv', 'sequence'],
    ['abcdefgh12345678', 'sequence'],
    ['adalovelace18151210', 'own_data'],
    ['Ada.Lovelace!2024', 'own_data'],
    ['lovelacelovelace', 'own_data'],
    ['ada.lovelace@analytical-engine.example', 'own_data'],
    ['analyticalengine1', 'own_data'],
    ['pronetpronetpronet', 'own_data'],
    ['Pr0netLovelace99!', 'own_data'],
    ['pronetpassword123', 'own_data'],
    ['passwordpassword', 'common_password'],
    ['Password12345678!', 'common_password'],
    ['P@ssw0rdP@ssw0rd', 'common_password'],
    ['iloveyou987654321', 'common_password'],
    ['qwerty123qwerty123', 'common_password'],
    ['monkey monkey monkey', 'common_password'],
  ])('rejects %j: %s', async (password, expected) => {
    expect(await rule(password)).toBe(expected);
  });

  it('counts code points after NFC, and reports the limits', async () => {
    expect(await checkPassword('e\u0301'.repeat(14), context)).toEqual({ rule: 'too_short', limit: 15, actual: 14 });
    expect(await rule('🐎'.repeat(14))).toBe('too_short');
    const long = Array.from({ length: 257 }, (_, i) => String.fromCodePoint(0x4e00 + i * 3));
    expect(await rule(long.slice(0, 256).join(''))).toBe(null);
    expect(await checkPassword(long.join(''), context)).toEqual({ rule: 'too_long', limit: 256, actual: 257 });
  });

  it('allows a lower minimum, but never below 8', async () => {
    expect(await rule('k7#mQz!x', 8)).toBe(null);
    expect(await checkPassword('k7#mQz!', { ...context, minLength: 1 })).toMatchObject({ rule: 'too_short', limit: 8 });
    expect(await rule('k7#mQz!x', 20)).toBe('too_short');
    for (const password of ['password', 'p@ssw0rd', 'iloveyou', '1qaz2wsx', 'lovelace1', 'pronet123']) {
      expect(await rule(password, 8)).not.toBe(null);
    }
  });

  it('finds almost no random password weak', async () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#%-_'];
    const word = fc.array(fc.constantFrom(...letters), { minLength: 15, maxLength: 15 });
    let weak = 0;
    for (const password of fc.sample(word, { numRuns: 300, seed: 7 })) if (await rule(password.join(''))) weak++;
    expect(weak).toBe(0);
  });

  it('rejects texts of 256 KiB without reading them', async () => {
    // Quadratic work would take fifteen seconds.
    await rule('to have the list loaded');
    for (const unit of ['a', '\u0301\u0316', '😀', 'ab1']) {
      const start = performance.now();
      expect(await rule(unit.repeat((256 * 1024) / unit.length))).toBe('too_long');
      expect(performance.now() - start).toBeLessThan(2000);
    }
  });
});
