import { BOUNDARY, FORM, filled, form, MIB, type Part, parts } from '../bodies.ts';
import { type Call, type Case, MARK } from '../case.ts';

/** Multipart bodies: too many of everything, and shapes that confuse parsers. */
const PICTURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const REFUSED = { status: [400, 413, 415] };

const upload = (body: () => Uint8Array | string, expect: Call['expect'] = REFUSED, type = FORM): Call => ({
  call: 'POST /v1/posts/with-images',
  body,
  type,
  expect,
});
const of = (given: readonly Part[], expect?: Call['expect']): Call => upload(() => form(given), expect);
const forms = (name: string, steps: readonly Call[], more: Partial<Case> = {}): Case => ({
  family: 'forms',
  name,
  steps,
  ...more,
});

export const FORMS: readonly Case[] = [
  forms('10,000 text parts', [of(parts(10_000, (n) => ({ name: `f${n}`, body: 'x' })))], { short: true }),
  forms('10,000 files', [of(parts(10_000, () => ({ name: 'images', filename: 'p.png', body: PICTURE })))]),
  forms('five pictures', [
    of(
      parts(5, () => ({ name: 'images', filename: 'p.png', type: 'image/png', body: PICTURE })),
      { status: 400, code: 'too_many_images' },
    ),
  ]),
  forms('the same field 33 times', [of(parts(33, () => ({ name: 'body', body: 'x' })))]),
  forms('a part with 5,000 headers', [
    of([{ name: 'body', body: 'x', headers: Array.from({ length: 5_000 }, (_, n) => `X-${n}: y`) }], {
      status: [201, 400, 413],
    }),
  ]),
  forms('a part with a header of 1 MiB', [
    of([{ name: 'body', body: 'x', headers: [`X-Long: ${'y'.repeat(MIB)}`] }], { status: [201, 400, 413] }),
  ]),
  forms('names and file names of 200 KiB', [
    of([{ name: MARK.repeat(20_000), body: 'x' }]),
    of([{ name: 'images', filename: MARK.repeat(20_000), body: PICTURE }]),
  ]),
  forms('names of prototypes, paths and empty names', [
    ...['__proto__', 'constructor', 'toString', '../../etc/passwd', 'body[x]', 'body]', '', '\0'].map((name) =>
      of([{ name, body: 'x' }]),
    ),
    of([{ body: 'a part without a name' }]),
    of([{ name: 'images', filename: '../../../etc/passwd\0.png', type: 'image/png', body: PICTURE }]),
  ]),
  forms('a text of 1 MiB', [of([{ name: 'body', body: 'x'.repeat(MIB) }], { status: [400, 413] })]),
  forms('a picture one byte too large', [
    of([{ name: 'images', filename: 'p.png', type: 'image/png', body: Buffer.alloc(8 * MIB + 1) }], {
      status: [400, 413],
      code: ['image_too_large', 'payload_too_large', 'unsupported_image_type'],
    }),
  ]),
  forms('40 MiB in four pictures of zeros', [
    of(
      parts(4, () => ({ name: 'images', filename: 'p.png', type: 'image/png', body: Buffer.alloc(8 * MIB) })),
      { status: [400, 413, 429, 503] },
    ),
  ]),
  forms('a form that never ends', [
    upload(() => form([{ name: 'body', body: 'x' }], { end: false }), { status: 400 }),
    upload(() => `--${BOUNDARY}`, { status: 400 }),
    upload(() => '', { status: 400 }),
  ]),
  forms('invalid boundaries', [
    ...['', '""', 'a'.repeat(3_000), '%0d%0a', '\\"', "a';drop"].map((boundary) =>
      upload(() => filled('', '--a\r\n\r\n', '', 10_000), REFUSED, `multipart/form-data; boundary=${boundary}`),
    ),
  ]),
  forms('2 MiB of line ends and dashes', [
    upload(() => '\r\n'.repeat(MIB)),
    upload(() => '-'.repeat(2 * MIB)),
    upload(() => `\r\n--${BOUNDARY.slice(0, -1)}`.repeat(90_000)),
  ]),
  forms('parts of a JSON type and of other encodings', [
    of([{ name: 'body', type: 'application/json', body: '{"a":' }]),
    of([{ name: 'body', type: 'application/json', body: '[['.repeat(4_000) }]),
    of([{ name: 'body', type: 'text/plain; charset=utf-7', body: '+AGE-' }], { status: [201, 400, 415] }),
    of([{ name: 'body', body: 'eA==', headers: ['Content-Transfer-Encoding: base64'] }], { status: [201, 400] }),
    of([{ name: 'body', type: 'multipart/mixed; boundary=x', body: '--x\r\n\r\n--x--' }], { status: [201, 400, 415] }),
  ]),
];
