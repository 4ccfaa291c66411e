import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { withoutHidden } from './text-selectors.ts';

/** Rules for texts from members. Lengths count code points. Postgres can't store lone surrogates and U+0000. */
export type TextRule =
  | 'ill_formed'
  | 'control_characters'
  | 'one_line'
  | 'bidi_controls'
  | 'verification_mark'
  | 'service_name'
  | 'not_blank'
  | 'too_short'
  | 'too_long'
  | 'too_many_words'
  | 'printable_ascii'
  | 'email_format'
  | 'email_local_ascii'
  | 'domain_format'
  | 'username_format'
  | 'id_or_username';

/** The `params` of a custom issue. Contains only numbers and rule names, never text from the caller. */
export type RuleParams = { rule: TextRule; limit?: number; actual?: number };

type Check = (value: string) => RuleParams | null;

const LINE_BREAK = /[\n\v\f\r\u0085\u2028\u2029]/;
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
const CONTROL_BUT_TAB_AND_NEWLINE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;
/** Embeddings, overrides and isolates (UAX #9). LRM, RLM and ALM are allowed: Hebrew and Arabic need them. */
const BIDI_CONTROL = /[\u202a-\u202e\u2066-\u2069]/;
const CLOSES_EMBEDDING = '\u202c';
const CLOSES_ISOLATE = '\u2069';
const BIDI_CONTROLS = /[\n\u202a-\u202e\u2066-\u2069]/g;

export const withoutBidi = (text: string): string => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');

/**
 * Removes the bidi controls that have no counterpart in the same line, so that none has an effect on what follows a text.
 * A line is a paragraph (UAX #9), where open ones end anyway; an isolate also ends the embeddings that it contains.
 */
function withBalancedBidi(text: string): string {
  if (!BIDI_CONTROL.test(text)) return text;
  const unpaired = new Set<number>();
  const open: { at: number; isolates: boolean }[] = [];
  let isolates = 0;
  const close = () => {
    const last = open.pop()!;
    if (last.isolates) isolates--;
    return last;
  };
  for (const { 0: sign, index: at } of text.matchAll(BIDI_CONTROLS)) {
    if (sign === '\n') while (open.length > 0) unpaired.add(close().at);
    else if (sign === CLOSES_EMBEDDING) {
      if (open.at(-1)?.isolates === false) close();
      else unpaired.add(at);
    } else if (sign === CLOSES_ISOLATE) {
      if (isolates === 0) unpaired.add(at);
      else {
        while (!open.at(-1)!.isolates) unpaired.add(close().at);
        close();
      }
    } else {
      open.push({ at, isolates: sign >= '\u2066' });
      if (sign >= '\u2066') isolates++;
    }
  }
  while (open.length > 0) unpaired.add(close().at);
  return text.replace(BIDI_CONTROLS, (sign, at: number) => (unpaired.has(at) ? '' : sign));
}
/** Any character except white space, default-ignorable ones (zero width, fillers, tags) and those with a blank glyph. */
const VISIBLE =
  /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\ufff9-\ufffc\u{16fe4}\u{1d159}\u{1d173}-\u{1d17a}]/u;

export function codePointLength(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      length--;
      i++;
    }
  }
  return length;
}

/** Converts positions in UTF-16 units, in ascending order, to positions in Unicode code points. Reads the text once. */
export function codePointSpans(
  text: string,
  spans: readonly { index: number; length: number }[],
): { start: number; end: number }[] {
  let units = 0;
  let points = 0;
  const pointsAt = (index: number): number => {
    points += codePointLength(text.slice(units, index));
    units = index;
    return points;
  };
  return spans.map(({ index, length }) => ({ start: pointsAt(index), end: pointsAt(index + length) }));
}

/** Whether a text is empty or has no visible character (white space, U+200B, U+3164, U+2800 ...). */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}

function lengthProblem(value: string, min: number, max: number): RuleParams | null {
  // There are at least half as many code points as UTF-16 units and at most as many, so counting is rarely needed.
  if (value.length > max) {
    const actual = codePointLength(value);
    if (actual > max) return { rule: 'too_long', limit: max, actual };
  }
  if (value.length < min * 2) {
    const actual = codePointLength(value);
    if (actual < min) return { rule: 'too_short', limit: min, actual };
  }
  return null;
}

/**
 * Beyond so many times its limit, a text is rejected without further work. NFC merges at most eight UTF-16 units into
 * one.
 */
const FAR_TOO_LONG = 8;

function isFarTooLong(value: string, max: number): boolean {
  return value.length > max * FAR_TOO_LONG;
}

/** Omits `actual` for texts that are too long to count quickly. */
function tooLong(value: string, limit: number): RuleParams {
  const counted = value.length <= LIMITS.body.default_bytes;
  return { rule: 'too_long', limit, ...(counted && { actual: codePointLength(value) }) };
}

function validate(value: string, check: Check): RuleParams | null {
  return value.isWellFormed() ? check(value) : { rule: 'ill_formed' };
}

/**
 * A string schema that normalizes and then checks. The first violated rule becomes one custom issue with `RuleParams`,
 * without the input. `meta` publishes the lengths in the JSON Schema.
 */
export function ruledString(
  options: { min: number; max: number; pattern?: string; format?: string },
  normalize: (value: string) => string,
  check: Check,
): z.ZodString {
  const { min, max, pattern, format } = options;
  return z
    .string()
    .overwrite((value) => (isFarTooLong(value, max) ? value : normalize(value)))
    .check((ctx) => {
      const params = isFarTooLong(ctx.value, max) ? tooLong(ctx.value, max) : validate(ctx.value, check);
      if (params !== null) ctx.issues.push({ code: 'custom', input: undefined, params });
    })
    .meta({
      ...(min > 0 && { minLength: min }),
      maxLength: max,
      ...(pattern && { pattern }),
      ...(format && { format }),
    });
}

/** NFC, unless the text is too long anyway: a long run of combining marks takes quadratic time (17 s for 256 KiB). */
export function toNfc(text: string, maxLength: number): string {
  return isFarTooLong(text, maxLength) ? text : text.normalize('NFC');
}

type LineOptions = { min?: number; normalize?: (value: string) => string; check?: Check };

/**
 * A single line: names, titles. Trimmed, NFC, `min`-`max` code points, not only invisible characters, without line
 * breaks, control characters or bidi embeddings, overrides and isolates, because names appear inside other text.
 */
export function line(
  max: number,
  { min = 0, normalize = (value) => value, check = () => null }: LineOptions = {},
): z.ZodString {
  return ruledString(
    { min, max },
    (value) => toNfc(normalize(value.trim()), max),
    (value) => {
      const length = lengthProblem(value, min, max);
      if (length !== null) return length;
      if (LINE_BREAK.test(value)) return { rule: 'one_line' };
      if (CONTROL.test(value)) return { rule: 'control_characters' };
      if (BIDI_CONTROL.test(value)) return { rule: 'bidi_controls' };
      return value !== '' && isBlank(value) ? { rule: 'not_blank' } : check(value);
    },
  );
}

function toNewlines(text: string): string {
  return text.replace(/\r\n?|[\u2028\u2029]/g, '\n');
}

/**
 * Multi-line text: posts, messages, bios. Stored as written, except that line breaks become `\n`; no other control
 * characters but tabs. Tag characters outside flags, variation selectors without a meaning and unpaired bidi controls are
 * removed; pairs stay, since phones put isolates around mentions. Blank text becomes `""`, or violates `not_blank` if `min` > 0.
 */
export function prose(max: number, { min = 0 }: { min?: number } = {}): z.ZodString {
  return ruledString(
    { min, max },
    (value) => {
      const text = withBalancedBidi(withoutHidden(toNewlines(value)));
      return min === 0 && isBlank(text) && !CONTROL_BUT_TAB_AND_NEWLINE.test(text) ? '' : text;
    },
    (value) => {
      const length = lengthProblem(value, min, max);
      if (length !== null) return length;
      if (CONTROL_BUT_TAB_AND_NEWLINE.test(value)) return { rule: 'control_characters' };
      return min > 0 && isBlank(value) ? { rule: 'not_blank' } : null;
    },
  );
}

/** Printable ASCII (U+0020 to U+007E), unchanged: references and keys chosen by callers. */
export function printableAscii(max: number, { min = 0 }: { min?: number } = {}): z.ZodString {
  return ruledString(
    { min, max, pattern: '^[ -~]*$' },
    (value) => value,
    (value) => lengthProblem(value, min, max) ?? (/^[ -~]*$/.test(value) ? null : { rule: 'printable_ascii' }),
  );
}

/** The `dot-atom` of RFC 5321 and host names of RFC 1123; no quoted local parts, no address literals, no EAI. */
const EMAIL_LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const EMAIL_HOST = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;

/** The form in which mail servers look up an international domain (`xn--`, UTS #46). An invalid one stays as it is. */
function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  return isAscii(domain) ? address : address.slice(0, at) + (domainToASCII(domain) || domain);
}

const isAscii = (text: string): boolean => !/[^\u0000-\u007f]/.test(text);

/** Trimmed, 3-254 characters, case preserved, an international domain in its ASCII form. Compare with `emailKey`. */
export function email(): z.ZodString {
  const { min_length: min, max_length: max } = LIMITS.email;
  return ruledString(
    { min, max, format: 'email' },
    (value) => withAsciiDomain(value.trim()),
    (value) => {
      const length = lengthProblem(value, min, max);
      if (length !== null) return length;
      const [local = '', host = '', ...more] = value.split('@');
      const fits = more.length === 0 && local.length <= 64 && EMAIL_LOCAL.test(local) && EMAIL_HOST.test(host);
      if (fits) return null;
      return { rule: isAscii(local) || host === '' ? 'email_format' : 'email_local_ascii' };
    },
  );
}

/** The normalized form for comparing e-mail addresses without regard to case. */
export function emailKey(address: string): string {
  return address.trim().toLowerCase();
}

let segmenter: Intl.Segmenter | undefined;

/** What is stored of a text so that `preview` of it is that of the whole text: one more code point. */
export function previewSource(body: string, max: number = LIMITS.post_body_preview.max_length): string {
  return body.length <= max ? body : [...body.slice(0, 2 * max + 2)].slice(0, max + 1).join('');
}

/**
 * The first `max` code points, without splitting a grapheme (UAX #29). `""` if the first one is longer. Without bidi
 * controls whose counterpart is cut off.
 */
export function preview(
  body: string,
  max: number = LIMITS.post_body_preview.max_length,
): { preview: string; truncated: boolean } {
  if (body.length <= max) return { preview: body, truncated: false };
  let cut = 0;
  for (let points = 0; points < max && cut < body.length; points++) cut += body.codePointAt(cut)! > 0xffff ? 2 : 1;
  if (cut === body.length) return { preview: body, truncated: false };
  // Below U+0300 characters don't combine, except \r with \n. This skips the segmenter, which takes microseconds.
  const plain = body.charCodeAt(cut - 1) < 0x300 && body.charCodeAt(cut) < 0x300 && body[cut] !== '\n';
  if (!plain) {
    segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
    // A boundary depends on the preceding text and on one following character (at most two units).
    cut = segmenter.segment(body.slice(0, cut + 2)).containing(cut)!.index;
  }
  return { preview: withBalancedBidi(body.slice(0, cut)), truncated: true };
}

/** A text of at most `max` code points; `…` replaces what follows the last whole grapheme that fits. */
export function shortened(text: string, max: number): string {
  return preview(text, max).truncated ? `${preview(text, max - 1).preview}…` : text;
}

/** The first visible word of a name, cut to the length of a `call_name`: used if a member has no `call_name`. */
export function firstWord(name: string): string {
  const words = name.split(/\p{White_Space}+/u);
  const word = words.find((candidate) => !isBlank(candidate)) ?? name;
  const max = LIMITS.call_name.max_length;
  return preview(word, max).preview || [...word].slice(0, max).join('');
}
