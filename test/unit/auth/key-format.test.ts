import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isSecret,
  isWellFormedBearer,
  newSecret,
  parseBearer,
  SECRET_PATTERN,
  SECRET_PREFIXES,
  type SecretKind,
  shownPrefix,
} from '../../../src/auth/key-format.ts';

const KINDS = Object.keys(SECRET_PREFIXES) as SecretKind[];
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('the format of secrets', () => {
  it.each(KINDS)('%s: matches its own kind only, and scanners find it', (kind) => {
    const secret = newSecret(kind);
    expect(secret).toMatch(new RegExp(`^${SECRET_PATTERN}$`));
    expect(KINDS.filter((other) => isSecret(other, secret))).toEqual([kind]);
  });

  it('names the three kinds of bearer tokens, and no others', () => {
    expect(KINDS.map((kind) => parseBearer(newSecret(kind)))).toEqual(['api_key', 'session', 'oauth', null, null]);
    expect(isWellFormedBearer(newSecret('session'))).toBe(true);
    expect(isWellFormedBearer(newSecret('one_time'))).toBe(false);
  });

  it('has a fixed checksum, so that a current key is a key of every later version', () => {
    expect(parseBearer('pn_000000000000000000000000000000002oDaV3')).toBe('api_key');
  });

  it('rejects every change of one character', () => {
    const secret = newSecret('api_key');
    for (let i = 0; i < secret.length; i++) {
      const other = BASE62[(BASE62.indexOf(secret[i]!) + 1) % 62]!;
      expect(parseBearer(secret.slice(0, i) + other + secret.slice(i + 1))).toBe(null);
    }
  });

  it('rejects a swapped prefix, truncated or extended secrets, and other words', () => {
    const secret = newSecret('api_key');
    const body = secret.slice(3);
    for (const word of [
      '',
      'pn_',
      `pns_${body}`,
      secret.slice(0, -1),
      `${secret}0`,
      ` ${secret}`,
      secret.toUpperCase(),
    ]) {
      expect(parseBearer(word)).toBe(null);
    }
    fc.assert(fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 60 }), (word) => parseBearer(word) === null));
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 60 }), (word) => parseBearer(`pn_${word}`) === null),
    );
  });

  it('rejects a text of 10 MB without reading it', () => {
    const word = `pn_${'a'.repeat(10_000_000)}`;
    const start = performance.now();
    for (let i = 0; i < 1000; i++) parseBearer(word);
    expect(performance.now() - start).toBeLessThan(1000);
  });

  it('draws all 62 characters about equally often, and never the same secret twice', () => {
    const secrets = Array.from({ length: 2000 }, () => newSecret('api_key'));
    expect(new Set(secrets).size).toBe(2000);
    const counts = new Map<string, number>();
    for (const secret of secrets) for (const c of secret.slice(3, 35)) counts.set(c, (counts.get(c) ?? 0) + 1);
    // 64,000 draws, 1,032 expected for each, standard deviation 32: allow six of them.
    expect(counts.size).toBe(62);
    for (const count of counts.values()) expect(Math.abs(count - 1032)).toBeLessThan(192);
  });

  it('shows 11 characters of a key', () => {
    expect(shownPrefix('pn_abcdefghijkl')).toBe('pn_abcdefgh');
  });
});
