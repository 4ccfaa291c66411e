import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBase64 } from '../../../src/adapters/storage/base64.ts';

/** RFC 4648 section 4 as a pattern, for comparison with the service's own check. */
const STRICT = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/;

function accepts(text: string): boolean {
  try {
    decodeBase64(text, 'body.image');
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid_image', agent: { fields: [{ path: 'body.image', rule: 'base64' }] } });
    return false;
  }
}

test('bytes survive a round trip', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), (bytes) => {
      expect(decodeBase64(Buffer.from(bytes).toString('base64'), 'body.image')).toEqual(Buffer.from(bytes));
    }),
  );
});

test('only strict base64 is accepted', () => {
  const letters = fc.constantFrom(
    'A',
    'B',
    'z',
    '9',
    '+',
    '/',
    '=',
    '=',
    '-',
    '_',
    ' ',
    '\n',
    '\0',
    'é',
    '€',
    '🦊',
    '"',
  );
  const words = fc.oneof(
    fc.string({ unit: letters, maxLength: 24 }),
    fc.string({ unit: fc.constantFrom('A', 'Q', '='), maxLength: 12 }),
    // Long texts use another path through the decoder: change one letter of them.
    fc.tuple(fc.uint8Array({ minLength: 60, maxLength: 200 }), fc.nat(), letters).map(([bytes, at, letter]) => {
      const text = Buffer.from(bytes).toString('base64');
      return text.slice(0, at % text.length) + letter + text.slice((at % text.length) + 1);
    }),
  );
  fc.assert(
    fc.property(words, (text) => {
      expect(accepts(text)).toBe(STRICT.test(text));
    }),
    { numRuns: 5000 },
  );
});
