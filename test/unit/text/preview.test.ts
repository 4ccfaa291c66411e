import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codePointLength, firstWord, preview, previewSource } from '../../../src/core/text.ts';

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The definition itself, slow: whole graphemes while they fit. */
function previewByDefinition(body: string, max: number): string {
  let text = '';
  for (const { segment } of segmenter.segment(body)) {
    if (codePointLength(text + segment) > max) break;
    text += segment;
  }
  return text;
}

const family = '👨‍👩‍👧‍👦';
const piece = fc.constantFrom(
  'a',
  ' ',
  '\n',
  'é',
  'e\u0301',
  '😀',
  '👍🏽',
  family,
  '🇩🇪',
  '🇩',
  '각',
  'क्षि',
  '\u200d',
  '\u0301',
  '❤️',
  '©',
  '\u0600',
);

describe('preview', () => {
  it('cuts off no counterpart of a bidi control', () => {
    expect(preview(`\u2066${'a'.repeat(30)}\u2069`, 20).preview).toBe('a'.repeat(19));
    expect(preview(`\u2066ab\u2069${'c'.repeat(30)}`, 10).preview).toBe(`\u2066ab\u2069${'c'.repeat(6)}`);
  });

  it('leaves short text alone', () => {
    expect(preview('')).toEqual({ preview: '', truncated: false });
    expect(preview('a'.repeat(280))).toEqual({ preview: 'a'.repeat(280), truncated: false });
    expect(preview('😀'.repeat(280))).toEqual({ preview: '😀'.repeat(280), truncated: false });
  });

  it('cuts after 280 code points', () => {
    expect(preview('a'.repeat(281))).toEqual({ preview: 'a'.repeat(280), truncated: true });
    expect(preview('😀'.repeat(281))).toEqual({ preview: '😀'.repeat(280), truncated: true });
  });

  it('is the same of what is stored for it', () => {
    for (const end of ['', 'b', 'bc', '\u0301', '👩‍👩‍👧‍👦', '\u0301'.repeat(9)])
      for (const length of [278, 279, 280, 281]) {
        const text = 'a'.repeat(length) + end;
        expect(preview(previewSource(text)), JSON.stringify(text.slice(277))).toEqual(preview(text));
        expect([...previewSource(text)].length).toBeLessThanOrEqual(281);
      }
  });

  it('never cuts a grapheme', () => {
    expect(preview(`${'a'.repeat(279)}e\u0301`).preview).toBe('a'.repeat(279));
    expect(preview(`${'a'.repeat(279)}${family}`).preview).toBe('a'.repeat(279));
    expect(preview(`${'a'.repeat(279)}🇩🇪`).preview).toBe('a'.repeat(279));
    expect(preview(`${'🇩🇪'.repeat(140)}🇩🇪`).preview).toBe('🇩🇪'.repeat(140));
    expect(preview(`a${'🇩🇪'.repeat(140)}`).preview).toBe(`a${'🇩🇪'.repeat(139)}`);
    expect(preview(`${'a'.repeat(279)}\r\n`).preview).toBe('a'.repeat(279));
    expect(preview(`a${'\u0301'.repeat(400)}`)).toEqual({ preview: '', truncated: true });
  });

  it('follows the definition, for every text and length', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.integer({ min: 1, max: 30 }), (pieces, max) => {
        const body = pieces.join('');
        const expected = previewByDefinition(body, max);
        expect(preview(body, max)).toEqual({ preview: expected, truncated: expected !== body });
      }),
      { numRuns: 2000 },
    );
  });
});

describe('firstWord', () => {
  it.each([
    ['Ada Lovelace', 'Ada'],
    ['Plato', 'Plato'],
    ['李\u3000小龙', '李'],
    ['\u200b Ada', 'Ada'],
    ['x'.repeat(80), 'x'.repeat(40)],
    [`${'x'.repeat(39)}👍🏽`, 'x'.repeat(39)],
    [`a${'\u0301'.repeat(60)}`, `a${'\u0301'.repeat(39)}`],
  ])('of %j', (name, word) => {
    expect(firstWord(name)).toBe(word);
  });
});
