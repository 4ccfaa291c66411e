import type { z } from 'zod';
import { LIMITS } from './limits.ts';
import { line, type RuleParams } from './text.ts';

/** What a search for posts asks for: words and phrases that must appear, and others that must not. */
export type SearchTerms = { wanted: string[]; unwanted: string[] };

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const LETTER = /[\p{L}\p{N}]/u;
/** The quotation marks that phones and word processors type. */
const CURLY_QUOTES = /[\u201c\u201d\u201e\u00ab\u00bb]/g;
const PART = /(-?)"([^"]*)"?|(\S+)/g;

/** `q` of a search: one line, with a bounded number of words. */
export function searchText(): z.ZodString {
  const { max_length, max_words: limit } = LIMITS.search_text;
  return line(max_length, { min: 1 }).check(({ value, issues }) => {
    if (value.length > max_length * 2) return;
    const actual = value.match(WORD)?.length ?? 0;
    const params: RuleParams = { rule: 'too_many_words', limit, actual };
    if (actual > limit) issues.push({ code: 'custom', input: undefined, params });
  });
}

/** Whether there is anything to search for: a letter or a digit. */
export function hasWords(text: string): boolean {
  return LETTER.test(text);
}

/** Splits a search into words, `"quoted phrases"`, and both with a `-` in front. An open quotation ends with the text. */
export function searchTerms(q: string): SearchTerms {
  const terms: SearchTerms = { wanted: [], unwanted: [] };
  for (const [, minus, phrase, word = ''] of q.replace(CURLY_QUOTES, '"').matchAll(PART)) {
    const isUnwanted = minus === '-' || word.startsWith('-');
    const text = phrase ?? word;
    if (hasWords(text)) terms[isUnwanted ? 'unwanted' : 'wanted'].push(text);
  }
  return terms;
}
