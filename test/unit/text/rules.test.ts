import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { codePointLength, email, emailKey, isBlank, line, printableAscii, prose } from '../../../src/core/text.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 60 });

/** The normalized value, or the params of the only issue. */
function judge(schema: z.ZodString, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  expect(result.error.issues).toHaveLength(1);
  const issue = result.error.issues[0]!;
  return issue.code === 'custom' ? issue.params : issue.code;
}

describe('codePointLength', () => {
  it('counts like the string iterator, lone surrogates as one', () => {
    for (const text of ['', 'a', '😀', 'a😀b', '\ud83d', '\ude00\ud83d', 'x\ud83d']) {
      expect(codePointLength(text)).toBe([...text].length);
    }
    fc.assert(fc.property(anyText, (text) => codePointLength(text) === [...text].length));
  });
});

describe('isBlank', () => {
  it.each([
    ['nothing', ''],
    ['white space', ' \t\n\r\u00a0\u1680\u2003\u2028\u202f\u3000'],
    ['zero width', '\u200b\u200c\u200d\u2060\ufeff\u180e'],
    ['fillers', '\u3164\uffa0\u115f\u1160\u17b4'],
    ['braille blank', '\u2800'],
    ['variation selectors and tags', '\ufe0f\u{e0100}\u{e0001}\u{e0041}\u{e007f}'],
    ['soft hyphen, joiners, bidi marks', '\u00ad\u034f\u200e\u202e\u2066'],
    ['null notehead, annotation anchors', '\u{1d159}\ufff9\ufffb\ufffc'],
  ])('%s', (_, text) => {
    expect(isBlank(text)).toBe(true);
    expect(isBlank(`${text}.${text}`)).toBe(false);
  });

  it.each(['a', '😀', '\u0301', '\u0600', '\ue000', '한', '❤\ufe0f', '🏴\u{e0067}\u{e007f}'])(
    '%j is visible',
    (text) => {
      expect(isBlank(text)).toBe(false);
    },
  );
});

describe('line', () => {
  const name = line(5, { min: 1 });

  it('trims, composes (NFC) and counts code points', () => {
    expect(judge(name, '  Ada \n')).toBe('Ada');
    expect(judge(name, 'Zoe\u0308')).toBe('Zo\u00eb');
    expect(judge(name, '😀😀😀😀😀')).toBe('😀😀😀😀😀');
    expect(judge(name, 'e\u0301'.repeat(5))).toBe('\u00e9'.repeat(5));
    expect(judge(name, '\u1100\u1161\u11a8'.repeat(5))).toBe('\uac01'.repeat(5));
    expect(judge(name, '😀😀😀😀😀😀')).toEqual({ rule: 'too_long', limit: 5, actual: 6 });
    expect(judge(line(5, { min: 3 }), '😀😀')).toEqual({ rule: 'too_short', limit: 3, actual: 2 });
  });

  it('checks the length after normalization, even if NFC makes a text longer', () => {
    expect(judge(name, '\ufb2c\ufb2c')).toEqual({ rule: 'too_long', limit: 5, actual: 6 });
  });

  it.each([
    ['', { rule: 'too_short', limit: 1, actual: 0 }],
    ['   ', { rule: 'too_short', limit: 1, actual: 0 }],
    ['\u200b', { rule: 'not_blank' }],
    ['\u3164\u2800', { rule: 'not_blank' }],
    ['a\nb', { rule: 'one_line' }],
    ['a\u2028b', { rule: 'one_line' }],
    ['a\u0085b', { rule: 'one_line' }],
    ['a\tb', { rule: 'control_characters' }],
    ['a\u0000b', { rule: 'control_characters' }],
    ['a\u009fb', { rule: 'control_characters' }],
    ['a\u202eb', { rule: 'bidi_controls' }],
    ['a\u2066b', { rule: 'bidi_controls' }],
    ['a\ud800b', { rule: 'ill_formed' }],
    ['\udc00', { rule: 'ill_formed' }],
  ])('rejects %j', (value, params) => {
    expect(judge(name, value)).toEqual(params);
  });

  it('allows the characters of names', () => {
    for (const value of ['O’X', 'אב\u200e', 'ش\u200cم', 'a b', '李', '👩‍💻']) expect(judge(name, value)).toBe(value);
  });

  it('accepts empty text without a minimum, but no invisible characters', () => {
    expect(judge(line(5), ' ')).toBe('');
    expect(judge(line(5), '\u200b')).toEqual({ rule: 'not_blank' });
  });

  it('does not change a value that it returned', () => {
    const schema = line(60);
    fc.assert(
      fc.property(anyText, (text) => {
        const first = schema.safeParse(text);
        if (first.success) expect(schema.parse(first.data)).toBe(first.data);
      }),
    );
  });
});

describe('prose', () => {
  it('keeps the text except line ends', () => {
    expect(judge(prose(30), '  a\r\n\tb\rc\u2028d e\u0301\u202e ')).toBe('  a\n\tb\nc\nd e\u0301 ');
    expect(judge(prose(3), 'a\r\nb')).toBe('a\nb');
  });

  it('turns blank text into an empty one, or rejects it if text is required', () => {
    expect(judge(prose(30), ' \n\u200b\u3164')).toBe('');
    expect(judge(prose(30, { min: 1 }), ' \n\u200b')).toEqual({ rule: 'not_blank' });
    expect(judge(prose(30, { min: 1 }), '')).toEqual({ rule: 'too_short', limit: 1, actual: 0 });
  });

  it.each(['\u0000', '\u0001', 'a\u0000', 'a\u001b[31m', 'a\u0007', 'a\u007f', 'a\u0085', 'a\f'])(
    'rejects %j',
    (value) => {
      expect(judge(prose(30), value)).toEqual({ rule: 'control_characters' });
    },
  );

  it('counts code points and rejects lone surrogates', () => {
    expect(judge(prose(3), '😀😀😀')).toBe('😀😀😀');
    expect(judge(prose(3), '😀😀😀😀')).toEqual({ rule: 'too_long', limit: 3, actual: 4 });
    expect(judge(prose(3), 'a\ud83d')).toEqual({ rule: 'ill_formed' });
    expect(judge(prose(3), '\u200b\ud83d')).toEqual({ rule: 'ill_formed' });
  });

  it('accepts exactly what Postgres can store', () => {
    const schema = prose(1000);
    fc.assert(
      fc.property(anyText, (text) => {
        const result = schema.safeParse(text);
        if (result.success) expect(Buffer.from(result.data).toString()).toBe(result.data);
        if (result.success) expect(result.data).not.toContain('\0');
      }),
    );
  });
});

describe('printableAscii', () => {
  it('accepts U+0020 to U+007E unchanged', () => {
    expect(judge(printableAscii(4), ' ~a ')).toBe(' ~a ');
    for (const value of ['a\n', 'é', '\u007f', '\0']) {
      expect(judge(printableAscii(4), value)).toEqual({ rule: 'printable_ascii' });
    }
    expect(judge(printableAscii(4), 'abcde')).toEqual({ rule: 'too_long', limit: 4, actual: 5 });
    expect(judge(printableAscii(4, { min: 1 }), '')).toEqual({ rule: 'too_short', limit: 1, actual: 0 });
  });
});

describe('email', () => {
  it.each(['a@b', 'a.b+c@example.org', "o'x_{1}@sub.example-host.org", `${'a'.repeat(64)}@b.org`])(
    'accepts %s',
    (value) => {
      expect(judge(email(), ` ${value}\n`)).toBe(value);
    },
  );

  it.each([
    'abc',
    '@b.org',
    'a@@b.org',
    'a@b@c.org',
    'a b@c.org',
    'a@b c.org',
    'a\u0000@b.org',
    'a\r\nBcc: x@b.org',
    '.a@b.org',
    'a.@b.org',
    'a..b@c.org',
    'a@-b.org',
    'a@b-.org',
    'a@b..org',
    'a@.b',
    'a@b.org.',
    '"a b"@c.org',
    'a@[127.0.0.1]',
    'x <a@b.org>',
    `${'a'.repeat(65)}@b.org`,
    `a@${'b'.repeat(64)}.org`,
  ])('rejects %j', (value) => {
    expect(judge(email(), value)).toEqual({ rule: 'email_format' });
  });

  it.each(['ä@b.org', 'ä@münchen.example', '用户@b.org'])(
    'says that only the local part of %j must be ASCII',
    (value) => {
      expect(judge(email(), value)).toEqual({ rule: 'email_local_ascii' });
    },
  );

  it('checks the length after trimming', () => {
    expect(judge(email(), ' ab ')).toEqual({ rule: 'too_short', limit: 3, actual: 2 });
    expect(judge(email(), `a@${'b.'.repeat(126)}org`)).toEqual({ rule: 'too_long', limit: 254, actual: 257 });
  });

  it('is compared without case', () => {
    expect(emailKey(' Ada@Example.ORG ')).toBe('ada@example.org');
  });
});

describe('all of them', () => {
  const schemas = { line: line(80, { min: 1 }), prose: prose(3000), ascii: printableAscii(64), email: email() };

  it('publish their lengths', () => {
    const { properties } = z.toJSONSchema(z.object(schemas), { io: 'input' });
    expect(properties).toEqual({
      line: { type: 'string', minLength: 1, maxLength: 80 },
      prose: { type: 'string', maxLength: 3000 },
      ascii: { type: 'string', maxLength: 64, pattern: '^[ -~]*$' },
      email: { type: 'string', minLength: 3, maxLength: 254, format: 'email' },
    });
    const wrapped = z.toJSONSchema(z.object({ a: line(3).describe('x').optional() }), { io: 'input' });
    expect(wrapped.properties).toEqual({ a: { type: 'string', maxLength: 3, description: 'x' } });
  });

  it("never repeat the caller's text", () => {
    const values = [
      'needle\u0000',
      `needle${'x'.repeat(5000)}`,
      'needle\ud800',
      'needle\u202e\u0001',
      { needle: 'needle' },
    ];
    for (const schema of Object.values(schemas)) {
      for (const value of values) {
        const result = z.object({ field: schema }).safeParse({ field: value }, { reportInput: true });
        if (result.success || typeof value !== 'string') continue;
        expect(JSON.stringify(result.error.issues)).not.toContain('needle');
        expect(result.error.issues[0]!.path).toEqual(['field']);
      }
    }
  });

  it('reject values that are not strings', () => {
    for (const schema of Object.values(schemas)) {
      for (const value of [undefined, null, 5, [], {}]) expect(judge(schema, value)).toBe('invalid_type');
    }
  });
});
