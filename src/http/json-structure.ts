import type { FieldProblem } from '../core/errors.ts';
import { LIMITS } from '../core/limits.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
/** Longer strings are parsed separately, see `json-long-strings.ts`. */
const LONG_STRING_BYTES = 1024 * 1024;
/** Longer names and values are not reported. */
const REPORTED_BYTES = 200;

/** Receives a short string in the outermost object (`method`) or in an object directly inside it (`params.name`). */
export type Report = (path: string, value: string) => void;

/** The position of a string, without its quotation marks. */
export type Span = { start: number; end: number };

export type Structure = {
  problem: FieldProblem | null;
  /** How many names with values all objects have together. */
  members: number;
  longStrings: Span[];
};

/**
 * Measures JSON without allocating, before `JSON.parse` creates an object for each `[]`. The number of steps is
 * limited. The parser decides whether the text is valid.
 */
export function structureOf(bytes: Buffer, report?: Report): Structure {
  const { max_depth, max_elements, max_syntax_bytes } = LIMITS.json;
  const exceeded = (rule: string, limit: number) => ({
    problem: { path: 'body', rule, limit },
    members: 0,
    longStrings: [],
  });
  const names = report && new Names(report);
  const longStrings: Span[] = [];
  let elements = 1;
  let members = 0;
  let depth = 0;
  let steps = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (++steps > max_syntax_bytes) return exceeded('max_syntax_bytes', max_syntax_bytes);
    const byte = bytes[at];
    if (byte === QUOTE) {
      const start = at + 1;
      const string = endOfString(bytes, start, max_syntax_bytes - steps);
      steps += string.steps;
      if (string.end === -1) break;
      at = string.end;
      if (at - start > LONG_STRING_BYTES) longStrings.push({ start, end: at });
      else names?.string(bytes, { start, end: at }, depth);
    } else if (byte === COMMA) {
      if (++elements > max_elements) return exceeded('max_elements', max_elements);
      names?.next(depth);
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (++elements > max_elements) return exceeded('max_elements', max_elements);
      if (++depth > max_depth) return exceeded('max_depth', max_depth);
      names?.next(depth);
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
    else if (byte === COLON) {
      members++;
      names?.value();
    }
  }
  if (steps > max_syntax_bytes) return exceeded('max_syntax_bytes', max_syntax_bytes);
  return { problem: null, members, longStrings };
}

/** The same of a parsed value: fewer than in its text if an object has a name twice, of which the parser keeps one. */
export function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Object.values(value);
  return inner.reduce<number>((sum, one) => sum + membersOf(one), Array.isArray(value) ? 0 : inner.length);
}

/** The position of the closing quotation mark (-1: none within `maxSteps`), and the steps needed to find it. */
function endOfString(bytes: Buffer, start: number, maxSteps: number): { end: number; steps: number } {
  let steps = 0;
  for (let at = bytes.indexOf(QUOTE, start); at !== -1; at = bytes.indexOf(QUOTE, at + 1)) {
    const backslashes = backslashesBefore(bytes, at, Math.max(start, at - maxSteps));
    steps += backslashes + 1;
    if (steps > maxSteps) break;
    if (backslashes % 2 === 0) return { end: at, steps };
  }
  return { end: -1, steps };
}

/** The number of backslashes directly before a position. */
export function backslashesBefore(bytes: Buffer, at: number, start: number): number {
  let from = at;
  while (from > start && bytes[from - 1] === BACKSLASH) from--;
  return at - from;
}

/** Tracks the names that lead to a value in the two outermost levels of objects. */
class Names {
  readonly #report: Report;
  readonly #path: string[] = [];
  #isValue = false;

  constructor(report: Report) {
    this.#report = report;
  }

  next(depth: number): void {
    this.#isValue = false;
    if (depth === 1 || depth === 2) this.#path.length = depth - 1;
  }

  value(): void {
    this.#isValue = true;
  }

  string(bytes: Buffer, { start, end }: Span, depth: number): void {
    if ((depth !== 1 && depth !== 2) || end - start > REPORTED_BYTES) return;
    const text = unescaped(bytes.toString('utf8', start, end));
    // A dot separates the names of a path, so a name with a dot leads to no path.
    if (!this.#isValue) this.#path[depth - 1] = text.includes('.') ? '' : text;
    else if (this.#path.length === depth) this.#report(this.#path.join('.'), text);
  }
}

/** The text as the parser will read it: `n\u0061me` is `name`. */
function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}
