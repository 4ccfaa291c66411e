import { escapeHtml } from '../core/escape-html.ts';

/** A URL as people write it. Quotes, angle brackets and control characters end it. */
const ADDRESS = /\bhttps?:\/\/[^\s<>"'`\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+/gi;
/** Longer ones stay text: no real page has such a URL, and checking one costs time. */
const MAX_LENGTH = 2000;
/** What ends the sentence around a URL. */
const CLOSING = new Set(".,;:!?…'’”»*_~");
const SHOWN_LENGTH = 60;

/**
 * Turns a member's text into markup: everything is escaped, and http(s) URLs become links that search engines do not
 * follow and that send no referrer. Takes linear time, because one page shows many texts.
 */
export function proseHtml(text: string): string {
  let html = '';
  let done = 0;
  for (const match of text.matchAll(ADDRESS)) {
    if (match[0].length > MAX_LENGTH) continue;
    const address = trimmed(match[0]);
    if (!isLink(address)) continue;
    html += escapeHtml(text.slice(done, match.index));
    html += `<a href="${escapeHtml(address)}" rel="nofollow ugc noopener noreferrer">${escapeHtml(shortened(address))}</a>`;
    done = match.index + address.length;
  }
  return html + escapeHtml(text.slice(done));
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

function shortened(address: string): string {
  const bare = address.replace(/^https?:\/\//i, '').replace(/\/$/, '');
  const points = [...bare];
  return points.length > SHOWN_LENGTH ? `${points.slice(0, SHOWN_LENGTH - 1).join('')}…` : bare;
}
