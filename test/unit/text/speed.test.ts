import { describe, expect, it } from 'vitest';
import { email, firstWord, isBlank, line, preview, printableAscii, prose } from '../../../src/core/text.ts';

const KIB_256 = 256 * 1024;
const schemas = {
  line: line(80, { min: 1 }),
  prose: prose(3000),
  post: prose(10_000),
  ascii: printableAscii(64),
  email: email(),
};

/** Texts that make naive normalizers and regular expressions quadratic. */
const nasty: Record<string, string> = {
  letters: 'a',
  spaces: ' ',
  'spaces in between': `a${' '.repeat(1000)}`,
  'line ends': '\r\n',
  invisible: '\u200b',
  'combining marks out of order': '\u0301\u0316',
  emoji: '😀',
  'joined emoji': '👩\u200d',
  flags: '🇩',
  dots: 'a.',
  ats: '@',
  'lone surrogates': '\ud83d',
};

function fastestMs(run: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 5; i++) {
    const start = performance.now();
    run();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

describe('texts of 256 KiB', () => {
  it.each(Object.keys(nasty))('%s', (kind) => {
    const unit = nasty[kind]!;
    const text = unit.repeat(KIB_256 / unit.length);
    // Linear work takes 1-8 ms here; quadratic work takes seconds.
    for (const schema of Object.values(schemas)) {
      expect(fastestMs(() => schema.safeParse(text))).toBeLessThan(60);
      expect(fastestMs(() => schema.safeParse(`x${text}@`))).toBeLessThan(60);
    }
    expect(fastestMs(() => isBlank(text))).toBeLessThan(60);
    expect(fastestMs(() => preview(text))).toBeLessThan(60);
    expect(fastestMs(() => firstWord(text.slice(0, 4000)))).toBeLessThan(60);
  });
});

describe('texts of 10,000 characters', () => {
  it.each(['abcdefghi ', 'äöü 李\n', '😀', 'e\u0301'])('%j takes well under a millisecond', (unit) => {
    const text = unit.repeat(10_000 / [...unit].length);
    schemas.post.parse(text);
    expect(fastestMs(() => schemas.post.parse(text))).toBeLessThan(1);
  });
});
