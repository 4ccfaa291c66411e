import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memberName } from '../../../src/core/text-names.ts';

const name = memberName(80, { min: 1 });
const ruleOf = (value: string) => (name.safeParse(value).error?.issues[0] as { params?: unknown } | undefined)?.params;

describe('names of members', () => {
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
