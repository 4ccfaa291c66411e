import { escapeHtml } from '../core/escape-html.ts';

/** An address as people write it, without what ends the sentence around it. */
const ADDRESS = /\bhttps?:\/\/[^\s<>"'`\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+/gi;
const CLOSING = /[.,;:!?…'’”»*_~]+$/u;
const SHOWN_LENGTH = 60;

/**
 * What a member wrote as markup: everything is escaped, and addresses of http and https become links that search engines
 * do not follow and that tell the other side nothing.
 */
export function proseHtml(text: string): string {
  let html = '';
  let done = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = trimmed(match[0]);
    if (!isLink(address)) continue;
    html += escapeHtml(text.slice(done, match.index));
    html += `<a href="${escapeHtml(address)}" rel="nofollow ugc noopener noreferrer">${escapeHtml(shortened(address))}</a>`;
    done = match.index + address.length;
  }
  return html + escapeHtml(text.slice(done));
}

/** A bracket that closes stands outside where it was opened outside. */
function trimmed(address: string): string {
  let rest = address.replace(CLOSING, '');
  while (rest.endsWith(')') && rest.split(')').length > rest.split('(').length) {
    rest = rest.slice(0, -1).replace(CLOSING, '');
  }
  return rest;
}

/** Names and passwords before a host make one site look like another. */
function isLink(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  return /^https?:$/.test(protocol) && hostname.includes('.') && username === '' && password === '';
}

function shortened(address: string): string {
  const bare = address.replace(/^https?:\/\//i, '').replace(/\/$/, '');
  const points = [...bare];
  return points.length > SHOWN_LENGTH ? `${points.slice(0, SHOWN_LENGTH - 1).join('')}…` : bare;
}
