import { codePointSpans } from './text.ts';

/** What follows the scheme of a URL as people write it. Quotes, angle brackets and control characters end it. */
export const AFTER_SCHEME: string = String.raw`:\/\/[^\s<>"'\x60\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+`;
const ADDRESS = new RegExp(String.raw`\bhttps?${AFTER_SCHEME}`, 'gi');
/** Longer ones stay text: no real page has such a URL, and checking one costs time. */
const MAX_LENGTH = 2000;
/** What ends the sentence around a URL. */
const CLOSING = new Set(".,;:!?…'’”»*_~");

/** A URL in a text as it is written, with its position in Unicode code points. */
export type TextLink = { url: string; start: number; end: number };

/** The first `max` http(s) URLs of a text. Takes linear time, because one page shows many texts. */
export function findLinks(text: string, max: number = Number.POSITIVE_INFINITY): TextLink[] {
  if (!text.includes('://')) return [];
  const found: { url: string; index: number; length: number }[] = [];
  for (const { 0: written, index } of text.matchAll(ADDRESS)) {
    if (found.length === max) break;
    if (written.length > MAX_LENGTH) continue;
    const url = trimmed(written);
    if (isLink(url)) found.push({ url, index, length: url.length });
  }
  return codePointSpans(text, found).map(({ start, end }, at) => ({ url: found[at]!.url, start, end }));
}

/** Drops closing punctuation, and closing brackets opened before the URL. Each character is read once. */
function trimmed(address: string): string {
  let unopened = 0;
  for (const sign of address) {
    if (sign === ')') unopened++;
    else if (sign === '(') unopened--;
  }
  let end = address.length;
  for (; end > 0; end--) {
    const last = address[end - 1]!;
    if (last === ')' && unopened > 0) unopened--;
    else if (!CLOSING.has(last)) break;
  }
  return address.slice(0, end);
}

/** A user name or password before the host makes one site look like another. */
function isLink(address: string): boolean {
  const url = URL.parse(address);
  if (url === null) return false;
  const { protocol, hostname, username, password } = url;
  return /^https?:$/.test(protocol) && hostname.includes('.') && username === '' && password === '';
}
