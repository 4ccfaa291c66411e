import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/core/limits.ts';
import { parseWithLongStrings } from '../../../src/http/json-long-strings.ts';
import { structureOf } from '../../../src/http/json-structure.ts';

/** The structure of JSON is limited before it is parsed, and long strings are parsed separately. */

const { max_depth, max_elements, max_syntax_bytes } = LIMITS.json;
const MIB = 1024 * 1024;
const ruleOf = (text: string) => structureOf(Buffer.from(text)).problem?.rule ?? null;

describe('limits', () => {
  it.each<[string, string, string | null]>([
    ['as many levels as allowed', '['.repeat(max_depth) + ']'.repeat(max_depth), null],
    ['one level more', '['.repeat(max_depth + 1), 'max_depth'],
    ['as many values as allowed', `[${'0,'.repeat(max_elements - 2)}0]`, null],
    ['one value more', `[${'0,'.repeat(max_elements - 1)}0]`, 'max_elements'],
    ['brackets and commas in strings', JSON.stringify({ a: '[{,'.repeat(max_elements) }), null],
    ['quotation marks and backslashes in strings', JSON.stringify({ a: '\\"[[[\\\\",'.repeat(5000) }), null],
    ['white space', `{"a":${' '.repeat(max_syntax_bytes)}1}`, 'max_syntax_bytes'],
    ['digits', `{"a":${'1'.repeat(max_syntax_bytes)}}`, 'max_syntax_bytes'],
    ['escaped quotation marks', JSON.stringify({ a: '"'.repeat(max_syntax_bytes) }), 'max_syntax_bytes'],
    ['backslashes before a quotation mark', JSON.stringify({ a: '\\'.repeat(max_syntax_bytes) }), 'max_syntax_bytes'],
    ['a long string', JSON.stringify({ a: 'A'.repeat(10 * MIB) }), null],
    ['an unterminated string', `{"a":"${'A'.repeat(MIB)}`, null],
  ])('%s', (_name, text, rule) => {
    expect(ruleOf(text)).toBe(rule);
  });

  it('never refuse an ordinary body because of its strings', () => {
    const { default_bytes } = LIMITS.body;
    for (const unit of ['"', '\\', '\\"', 'é', '\u0001']) {
      const bytes = Buffer.from(JSON.stringify({ body: unit.repeat(default_bytes) }));
      expect(structureOf(bytes.subarray(0, default_bytes)).problem).toBeNull();
    }
  });
});

it('reports short texts of the two outermost objects, and no others', () => {
  const seen: [string, string][] = [];
  const message = {
    id: 1,
    method: 'tools/call',
    params: { arguments: { name: 'deep' }, list: ['in', 'list'], name: 'a' },
  };
  structureOf(Buffer.from(JSON.stringify(message)), (path, value) => seen.push([path, value]));
  expect(seen).toEqual([
    ['method', 'tools/call'],
    ['params.name', 'a'],
  ]);
});

describe('long strings', () => {
  const units = ['A', 'é', '👍', '\\', '"', '\u0001', '/', 'A\\u', '\\u0041', 'aé👍\\"\n'];
  const read = (text: string) => {
    const bytes = Buffer.from(text);
    return parseWithLongStrings(bytes, structureOf(bytes).longStrings, JSON.parse);
  };

  it.each(units)('made of %j equal the result of parsing at once', async (unit) => {
    const written = JSON.stringify(unit).slice(1, -1).replaceAll('/', '\\/');
    const length = Buffer.byteLength(written);
    // The text is split after 2 MiB: once at each byte of the unit, and the first time once more.
    for (let shift = 0; shift < length; shift++) {
      const [first, second] = [shift === 0 ? 4.5 : 2.01, 0.01].map(
        (mib) => 'x'.repeat(shift) + written.repeat(Math.ceil((mib * MIB) / length)),
      ) as [string, string];
      const before = '{"before":"b","items":[{"long":"';
      const between = '","after":1},"';
      const text = `${before}${first}${between}${second}"]}`;
      const start = before.length;
      const end = start + Buffer.byteLength(first);
      const next = end + between.length;
      const spans = [
        { start, end },
        { start: next, end: next + Buffer.byteLength(second) },
      ];
      const bytes = Buffer.from(text);
      // `toEqual` takes seconds for texts of this length.
      expect(isDeepStrictEqual(await parseWithLongStrings(bytes, spans, JSON.parse), JSON.parse(text))).toBe(true);
    }
  });

  it('are found, put in the right place, and left alone as names', async () => {
    const long = 'A'.repeat(2 * MIB);
    expect(await read(JSON.stringify({ a: long, b: [{ c: `${long}1` }], d: 'short' }))).toEqual({
      a: long,
      b: [{ c: `${long}1` }],
      d: 'short',
    });
    expect(Object.values((await read(JSON.stringify({ [long]: 1 }))) as object)).toEqual([1]);
    expect(await read(JSON.stringify(long))).toBe(long);
  });

  it('are refused if they are not JSON', async () => {
    for (const wrong of ['\n', '\\x', '\\u12G4']) {
      await expect(read(`{"a":"${'A'.repeat(2 * MIB)}${wrong}"}`)).rejects.toThrow(SyntaxError);
    }
  });

  // 0x80 continues a character that never began, so there is no boundary to split at.
  it.each([0xff, 0x80])('are refused if they are not UTF-8: byte %i', async (byte) => {
    const broken = Buffer.concat([Buffer.from('{"a":"'), Buffer.alloc(3 * MIB, byte), Buffer.from('"}')]);
    await expect(parseWithLongStrings(broken, structureOf(broken).longStrings, JSON.parse)).rejects.toThrow(TypeError);
  });
});
