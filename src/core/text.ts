import { z } from 'zod';
import { LIMITS } from './limits.ts';

/**
 * The rules for everything that members write. Lengths are Unicode code points, as zod's own `.max()` (UTF-16 units)
 * is not; lone surrogates and U+0000 are refused everywhere, because Postgres can store neither.
 */
export type TextRule =
  | 'ill_formed'
  | 'control_characters'
  | 'one_line'
  | 'bidi_controls'
  | 'not_blank'
  | 'too_short'
  | 'too_long'
  | 'printable_ascii'
  | 'email_format'
  | 'domain_format'
  | 'username_format';

/** What the `params` of a custom issue hold. Numbers and names of rules only: never what the caller wrote. */
export type RuleParams = { rule: TextRule; limit?: number; actual?: number };

type Check = (value: string) => RuleParams | null;

const LINE_BREAK = /[\n\v\f\r\u0085\u2028\u2029]/;
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
const CONTROL_BUT_TAB_AND_NEWLINE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;
/** Embeddings, overrides and isolates (UAX #9). The plain marks LRM, RLM and ALM stay: Hebrew and Arabic need them. */
const BIDI_CONTROL = /[\u202a-\u202e\u2066-\u2069]/;
/** White space, default-ignorable characters (zero width, fillers, variation selectors, tags) and glyphs that draw nothing. */
const VISIBLE =
  /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\ufff9-\ufffc\u{16fe4}\u{1d159}\u{1d173}-\u{1d17a}]/u;

/** The number of Unicode code points. */
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

/** Whether a text shows nothing: empty, white space, or characters without a glyph (U+200B, U+3164, U+2800 ...). */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}

function lengthProblem(value: string, min: number, max: number): RuleParams | null {
  // Code points are never more than UTF-16 units and never less than half of them: mostly nothing has to be counted.
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
 * A text longer than this many times its limit is not looked at: normalizing, trimming or counting megabytes takes too
 * long. NFC makes at most one code point of four, of two units each, so that nothing of that length can fit.
 */
const FAR_TOO_LONG = 8;

function isFarTooLong(value: string, max: number): boolean {
  return value.length > max * FAR_TOO_LONG;
}

/** Only what an ordinary body can hold is counted. */
function tooLong(value: string, limit: number): RuleParams {
  const counted = value.length <= LIMITS.body.default_bytes;
  return { rule: 'too_long', limit, ...(counted && { actual: codePointLength(value) }) };
}

function judge(value: string, check: Check): RuleParams | null {
  return value.isWellFormed() ? check(value) : { rule: 'ill_formed' };
}

/**
 * A string that is first normalized and then judged. The first violated rule becomes ONE custom issue with
 * `RuleParams` as its `params`; the issue's input is left out on purpose. The lengths of the published JSON Schema
 * come from `meta`, because checks of our own leave no trace in it.
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
      const params = isFarTooLong(ctx.value, max) ? tooLong(ctx.value, max) : judge(ctx.value, check);
      if (params !== null) ctx.issues.push({ code: 'custom', input: undefined, params });
    })
    .meta({
      ...(min > 0 && { minLength: min }),
      maxLength: max,
      ...(pattern && { pattern }),
      ...(format && { format }),
    });
}

/**
 * NFC, unless the text is too long anyway: normalizing a long run of combining marks takes quadratic time (256 KiB of
 * them: 17 s). NFC makes at most one code point of four, so past eight times the limit in UTF-16 units nothing can fit.
 */
export function toNfc(text: string, maxLength: number): string {
  return isFarTooLong(text, maxLength) ? text : text.normalize('NFC');
}

/**
 * One line: names, occupations, titles. NFC and trimmed, then `min`-`max` code points (`min` 0 by default), without
 * line breaks, control characters or bidi embeddings, overrides and isolates (a name stands inside other people's
 * sentences), and not made of invisible characters only.
 */
export function line(max: number, { min = 0 }: { min?: number } = {}): z.ZodString {
  return ruledString(
    { min, max },
    (value) => toNfc(value.trim(), max),
    (value) => {
      const length = lengthProblem(value, min, max);
      if (length !== null) return length;
      if (LINE_BREAK.test(value)) return { rule: 'one_line' };
      if (CONTROL.test(value)) return { rule: 'control_characters' };
      if (BIDI_CONTROL.test(value)) return { rule: 'bidi_controls' };
      return value !== '' && isBlank(value) ? { rule: 'not_blank' } : null;
    },
  );
}

function toNewlines(text: string): string {
  return text.replace(/\r\n?|[\u2028\u2029]/g, '\n');
}

/**
 * Running text: posts, messages, bios, notes. What is written is what is read: neither trimmed nor normalized, except
 * that every kind of line end becomes `\n` (browsers send `\r\n` in multipart forms, so that one text would otherwise
 * have two lengths). Tabs and newlines are allowed, other control characters are not. Bidi controls are allowed, as at
 * Mastodon and GitHub: phones and chat programs put isolates around mentions in right-to-left text; whoever shows a
 * text has to isolate it as a block. Blank text is no text: it becomes `""`, or with `min` > 0 breaks `not_blank`.
 */
export function prose(max: number, { min = 0 }: { min?: number } = {}): z.ZodString {
  return ruledString(
    { min, max },
    (value) => {
      const text = toNewlines(value);
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

/** Printable ASCII (U+0020 to U+007E), untouched: references and keys that callers make up. */
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

/** An e-mail address: trimmed, 3-254 ASCII characters, kept as written. Compare by `emailKey`. */
export function email(): z.ZodString {
  const { min_length: min, max_length: max } = LIMITS.email;
  return ruledString(
    { min, max, format: 'email' },
    (value) => value.trim(),
    (value) => {
      const length = lengthProblem(value, min, max);
      if (length !== null) return length;
      const [local = '', host = '', ...more] = value.split('@');
      const fits = more.length === 0 && local.length <= 64 && EMAIL_LOCAL.test(local) && EMAIL_HOST.test(host);
      return fits ? null : { rule: 'email_format' };
    },
  );
}

/** The form in which two e-mail addresses are compared: case does not matter. */
export function emailKey(address: string): string {
  return address.trim().toLowerCase();
}

let segmenter: Intl.Segmenter | undefined;

/**
 * The first `max` code points, never cutting a grapheme (UAX #29): an emoji or a letter with its marks is there as a
 * whole or not at all. A first grapheme longer than `max` gives `""`.
 */
export function preview(
  body: string,
  max: number = LIMITS.post_body_preview.max_length,
): { preview: string; truncated: boolean } {
  if (body.length <= max) return { preview: body, truncated: false };
  let cut = 0;
  for (let points = 0; points < max && cut < body.length; points++) cut += body.codePointAt(cut)! > 0xffff ? 2 : 1;
  if (cut === body.length) return { preview: body, truncated: false };
  // Below U+0300 nothing joins with anything, except \r with \n: no need for the segmenter, which costs microseconds.
  const plain = body.charCodeAt(cut - 1) < 0x300 && body.charCodeAt(cut) < 0x300 && body[cut] !== '\n';
  if (!plain) {
    segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
    // A boundary depends on what is before it and on the one character behind it (at most two units).
    cut = segmenter.segment(body.slice(0, cut + 2)).containing(cut)!.index;
  }
  return { preview: body.slice(0, cut), truncated: true };
}

/** The first word of a name that shows anything, cut to the length of a `call_name`: what a member without `call_name` is called. */
export function firstWord(name: string): string {
  const words = name.split(/\p{White_Space}+/u);
  const word = words.find((candidate) => !isBlank(candidate)) ?? name;
  const max = LIMITS.call_name.max_length;
  return preview(word, max).preview || [...word].slice(0, max).join('');
}
