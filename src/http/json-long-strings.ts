import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { backslashesBefore, type Span } from './json-structure.ts';

/** Parsed at once; takes a few milliseconds whatever the string contains. */
const CHUNK_BYTES = 2 * 1024 * 1024;
const LETTER_U = 0x75;
const UNICODE_ESCAPE_LENGTH = 6;
/** A character of UTF-8 has at most four bytes. */
const CONTINUATION_BYTES_MAX = 3;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Parses JSON with long strings (pictures) without blocking: parses them in chunks, with random placeholders. */
export async function parseWithLongStrings(
  bytes: Buffer,
  spans: readonly Span[],
  parse: (text: string) => unknown,
): Promise<unknown> {
  const word = randomUUID();
  const parts: Buffer[] = [];
  let from = 0;
  for (const [index, { start, end }] of spans.entries()) {
    parts.push(bytes.subarray(from, start), Buffer.from(`${word}${index}`));
    from = end;
  }
  const root = { body: parse(utf8.decode(Buffer.concat([...parts, bytes.subarray(from)]))) };
  const strings = new Map<unknown, string>();
  for (const [index, span] of spans.entries()) strings.set(`${word}${index}`, await parseLongString(bytes, span));
  putBack(root, strings);
  return root.body;
}

async function parseLongString(bytes: Buffer, { start, end }: Span): Promise<string> {
  let text = '';
  for (let from = start; from < end; ) {
    const to = from + CHUNK_BYTES < end ? cutBefore(bytes, from, from + CHUNK_BYTES) : end;
    text += JSON.parse(`"${utf8.decode(bytes.subarray(from, to))}"`) as string;
    from = to;
    await setImmediate();
  }
  return text;
}

/** The last position up to `at` that is neither inside an escape sequence nor a character; always close to `at`. */
function cutBefore(bytes: Buffer, start: number, at: number): number {
  let cut = at;
  // More continuation bytes in a row are not UTF-8, and the decoder refuses them.
  while (cut > at - CONTINUATION_BYTES_MAX && (bytes[cut]! & 0xc0) === 0x80) cut--;
  const escaped = (place: number) => backslashesBefore(bytes, place, start) % 2 === 1;
  if (escaped(cut)) return cut - 1;
  for (let u = cut - 1; u > cut - UNICODE_ESCAPE_LENGTH + 1; u--) {
    if (bytes[u] === LETTER_U && escaped(u)) return u - 1;
  }
  return cut;
}

function putBack(node: object, strings: ReadonlyMap<unknown, string>): void {
  const fields = node as Record<string, unknown>;
  for (const [name, value] of Object.entries(fields)) {
    const string = strings.get(value);
    if (string !== undefined) fields[name] = string;
    else if (typeof value === 'object' && value !== null) putBack(value, strings);
  }
}
