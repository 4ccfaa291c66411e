import { LIMITS } from './limits.ts';
import { codePointSpans } from './text.ts';
import { addressSpans } from './text-links.ts';
import { AT_SIGNS, usernameKey } from './username.ts';

/**
 * What belongs to a word. Not letters of scripts that write words without spaces or attach particles to names, with marks
 * that they share, such as `ー`; nor the marks of emoji.
 */
const WORD = String.raw`[[\p{L}\p{M}\p{N}]--[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Hebrew}\p{scx=Arabic}\p{Variation_Selector}\u20e3]]`;

/**
 * Not within a URL, an e-mail address, a word (`a@b`), a path (`/@b`), or the handle of another network (`@a@b`,
 * `@a.example`). Linear time.
 */
const MENTION = new RegExp(
  String.raw`(?<![_${AT_SIGNS}=\/]|${WORD})[${AT_SIGNS}]([A-Za-z0-9]+(?:[_\-][A-Za-z0-9]+)*)(?![${AT_SIGNS}]|(?:[.\-]|_+)?${WORD})`,
  'gv',
);

/** The key of a username after `@`, and its position in Unicode code points. It may be unknown. */
export type MentionCandidate = { key: string; start: number; end: number };

export function findMentions(text: string): MentionCandidate[] {
  if (![...AT_SIGNS].some((sign) => text.includes(sign))) return [];
  const { min_length, max_length } = LIMITS.username;
  const found: { key: string; index: number; length: number }[] = [];
  const addresses = addressSpans(text);
  let next = 0;
  for (const { 0: written, 1: name, index } of text.matchAll(MENTION)) {
    while (next < addresses.length && addresses[next]!.end <= index) next++;
    if (next < addresses.length && addresses[next]!.index <= index) continue;
    if (name!.length < min_length || name!.length > max_length) continue;
    found.push({ key: usernameKey(name!), index, length: written.length });
  }
  return codePointSpans(text, found).map(({ start, end }, at) => ({ key: found[at]!.key, start, end }));
}

/** Whether a text has a candidate, so that its mentions are worth a statement. */
export function mayMention(text: string): boolean {
  return findMentions(text).length > 0;
}
