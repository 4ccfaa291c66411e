import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memberName } from '../../../src/core/text-names.ts';

const name = memberName(80, { min: 1 });
const ruleOf = (value: string) => (name.safeParse(value).error?.issues[0] as { params?: unknown } | undefined)?.params;

describe('names of members', () => {
  it.each([
    ['Chinese', '王小明'],
    ['Japanese, with a variant of a letter', '葛\u{e0100}城 太郎'],
    ['Korean', '김민수'],
    ['Thai', 'สมชาย ใจดี'],
    ['Arabic', 'محمد عبد\u200cالله'],
    ['Persian, with a non-joiner', 'علی می\u200cخواهم'],
    ['Hebrew, with a mark of direction', 'דוד\u200e (David)'],
    ['Hindi, with a joiner', 'क\u094d\u200dष'],
    ['Turkish', 'İpek Işık'],
    ['French', 'Jean\u2011Luc d’Arc'],
    ['Vietnamese', 'Nguyễn Thị Ánh'],
    ['Mongolian, with a variant', 'ᠮ\u180bᠣ'],
    ['emoji of several characters', '👨\u200d👩\u200d👧 ❤\ufe0f\u200d🔥 👍🏿 🇩🇪 1\ufe0f\u20e3'],
    ['a flag of tags', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
  ])('stay as they are: %s', (_script, value) => {
    expect(name.parse(value)).toBe(value.normalize('NFC'));
  });

  it.each([
    ['zero width', 'A\u200bd\u2060a\ufeff'],
    ['joiners in Latin text', 'A\u200dd\u200ca'],
    ['soft hyphens', 'A\u00adda'],
    ['variation selectors', 'A\ufe0fd\u{e0100}a'],
    ['tags', 'A\u{e0061}d\u{e007f}a'],
    ['Hangul fillers and a blank of Braille', '\u3164A\u115fd\uffa0a\u2800'],
    ['marks of direction in Latin text', '\u200eA\u200fd\u061ca'],
    ['several joiners', 'Ada\u200d\u200d'],
    ['a space that they separate from the end', 'Ada \u200b'],
  ])('lose invisible characters: %s', (_kind, value) => {
    expect(name.parse(value)).toBe('Ada');
  });

  it('cannot imitate a verification', () => {
    for (const mark of ['✓', '✔', '✔\ufe0f', '☑', '✅', '🗸', '🗹', '\u{1fbb1}', '√', '\u{10102}']) {
      expect(ruleOf(`Ada ${mark}`), mark).toEqual({ rule: 'verification_mark' });
    }
    for (const value of ['Verified Ltd', 'Ada ★', 'Checkmark', 'Ⓥ']) expect(ruleOf(value)).toBeUndefined();
  });

  it('are not changed again', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 3 }),
      fc.constantFrom(
        '\u200b',
        '\u200d',
        '\u200c',
        '\ufe0f',
        '\u200e',
        '👩',
        '🏴',
        '\u{e0067}',
        '\u{e007f}',
        'ش',
        'क',
        ' ',
        '葛',
      ),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const first = name.safeParse(parts.join(''));
        if (first.success) expect(name.parse(first.data)).toBe(first.data);
      }),
      { numRuns: 300 },
    );
  });
});
