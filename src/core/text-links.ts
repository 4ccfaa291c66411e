import { codePointSpans } from './text.ts';

/**
 * Where addresses in a text end, for every script. Libraries for Western text drop an address right behind a Japanese
 * letter, cut a path at an apostrophe, or keep invisible characters.
 */
const INVISIBLE = String.raw`\u00ad\u061c\u200b\u200e\u200f\u2060\ufeff\u202a-\u202e\u2066-\u2069`;
/** Full stops, commas and brackets of Chinese, Japanese and Korean text, half width and full width. */
const CJK_MARKS = '、。〈-】〔-〟！（），．：；？［］｛｝｟-､';
/** These never belong to an address, wherever they are. */
const OUTSIDE = String.raw`\s\p{Cc}<>"'\x60${INVISIBLE}${CJK_MARKS}`;
/** Within a word, as in `L'Aquila`. A possessive `'s` is the sentence's. */
const APOSTROPHE = String.raw`'(?=[\p{L}\p{N}])(?!s(?![\p{L}\p{N}_%\-]))`;
/** A path with query and fragment, up to a closing bracket. */
const PATH = new RegExp(String.raw`(?:[^${OUTSIDE}\)\]\}]|${APOSTROPHE})*`, 'uy');
/** A user name or password: it makes one site look like another. */
const USER_INFO = new RegExp(String.raw`[^${OUTSIDE}\/?#]*@`, 'uy');
/** Letters, digits and symbols of any script, hyphens and dots; joiners, which some scripts need within a word. */
const HOST = /(?:[\p{L}\p{M}\p{N}\p{S}_.-]|\p{Join_Control})+/uy;
const PORT = /:\d+/y;
/** No top-level domain mixes scripts: a letter of another script behind a Latin one is the next word of the sentence. */
const NEXT_WORD = /(?<=\.\p{Script=Latin}[\p{Script=Latin}\p{M}\d\-]*)[\p{L}--\p{Script=Latin}][^.]*$/v;
/** No top-level domain has symbols: an emoji or an arrow behind one is the next word, too. */
const NEXT_SYMBOL = /(?<=\.[^.\p{S}]*)\p{S}[^.]*$/u;
const SCHEME = /:\/\//g;
const HTTP = /(?<![a-z\d])https?$/i;
/** The longest scheme that is looked at, with the character before it. */
const SCHEME_LENGTH = 6;
/** Longer ones stay text: no real page has such a URL, and checking one costs time. */
const MAX_LENGTH = 2000;
/** No host name is longer (RFC 1035); in other scripts it has fewer characters than in ASCII. */
const MAX_HOST = 253;
/** Marks that end a sentence or an emphasis around an address, in any script; not the marks that addresses are made of. */
const CLOSING = /[[\p{Po}\p{Pi}\p{Pf}_~\p{Join_Control}]--[#%\&\/@\\]]/v;
const OPENED_BY: Readonly<Record<string, '(' | '[' | '{'>> = { ')': '(', ']': '[', '}': '{' };

/** A URL in a text as it is written, with its position in Unicode code points. */
export type TextLink = { url: string; start: number; end: number };

/** A part of a text, in UTF-16 units. `index` is that of the first character behind `://`. */
export type AddressSpan = { index: number; end: number };

/** Each address without its scheme: nothing in it is a mention. None overlap. Takes linear time. */
export function addressSpans(text: string): AddressSpan[] {
  const spans: AddressSpan[] = [];
  let done = 0;
  for (const { index } of text.matchAll(SCHEME)) {
    const start = index + '://'.length;
    if (start < done) continue;
    done = endOfAddress(text, start);
    spans.push({ index: start, end: done });
  }
  return spans;
}

/** The first `max` http(s) URLs of a text. Takes linear time, because one page shows many texts. */
export function findLinks(text: string, max: number = Number.POSITIVE_INFINITY): TextLink[] {
  if (!text.includes('://')) return [];
  const found: { url: string; index: number; length: number }[] = [];
  for (const span of addressSpans(text)) {
    if (found.length === max) break;
    const slashes = span.index - '://'.length;
    const scheme = HTTP.exec(text.slice(Math.max(0, slashes - SCHEME_LENGTH), slashes))?.[0];
    if (scheme === undefined) continue;
    const index = slashes - scheme.length;
    if (span.end - index > MAX_LENGTH) continue;
    const url = text.slice(index, span.end);
    if (isLink(url)) found.push({ url, index, length: url.length });
  }
  return codePointSpans(text, found).map(({ start, end }, at) => ({ url: found[at]!.url, start, end }));
}

function endOfAddress(text: string, start: number): number {
  const host = endOf(USER_INFO, text, start);
  const afterHost = endOf(HOST, text, host);
  const name = text.slice(host, Math.min(afterHost, host + MAX_HOST));
  const next = NEXT_SYMBOL.exec(name) ?? NEXT_WORD.exec(name);
  if (next !== null) return host + next.index;
  const afterPort = endOf(PORT, text, afterHost);
  const hasPath = afterHost > host && '/?#'.includes(text[afterPort] ?? ' ');
  return withoutClosing(text, start, hasPath ? endOfPath(text, afterPort) : afterPort);
}

/** The end of what the sticky expression matches at `start`; `start` itself if nothing. */
function endOf(expression: RegExp, text: string, start: number): number {
  expression.lastIndex = start;
  return expression.test(text) ? expression.lastIndex : start;
}

/** A path ends before a closing bracket that it does not open. */
function endOfPath(text: string, start: number): number {
  const open = { '(': 0, '[': 0, '{': 0 };
  for (let at = start; ; at++) {
    const end = endOf(PATH, text, at);
    for (; at < end; at++) {
      const sign = text[at]!;
      if (sign === '(' || sign === '[' || sign === '{') open[sign]++;
    }
    const opener = OPENED_BY[text[end] ?? ''];
    if (opener === undefined || open[opener]-- === 0) return end;
  }
}

/** Drops the marks that close the sentence. */
function withoutClosing(text: string, start: number, end: number): number {
  let left = end;
  while (left > start && CLOSING.test(text[left - 1]!)) left--;
  return left;
}

/** Browsers take a backslash for a slash, other parsers for a part of the host: they would find different sites. */
const BACKSLASH_IN_HOST = /^[^/]*\/\/[^/?#]*\\/;

function isLink(address: string): boolean {
  const url = URL.parse(address);
  if (url === null || BACKSLASH_IN_HOST.test(address)) return false;
  const { protocol, hostname, username, password } = url;
  const labels = hostname.split('.');
  // A name may end with the dot of the root.
  const isName = labels.length > 1 && labels.slice(0, -1).every((label) => label !== '') && labels[0] !== '';
  return /^https?:$/.test(protocol) && isName && username === '' && password === '';
}
