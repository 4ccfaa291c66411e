import { escapeHtml } from '../../core/escape-html.ts';
import { shortened } from '../../core/text.ts';
import { findLinks, type TextLink } from '../../core/text-links.ts';

const SHOWN_LENGTH = 60;

/** What a text refers to, with positions in code points, as the API returns it. */
type References = { links: readonly TextLink[]; mentions: readonly { username: string; start: number; end: number }[] };

/**
 * A member's text as markup: everything escaped, mentions and http(s) URLs linked, without referrer. `text` may be the
 * beginning of the text that `references` are of. Takes linear time.
 */
export function proseHtml(text: string, references: References = { links: findLinks(text), mentions: [] }): string {
  const points = [...text];
  const shown = ({ start, end }: { start: number; end: number }) => points.slice(start, end).join('');
  const anchors = [
    ...references.links.map((link) => ({
      ...link,
      html: `<a href="${escapeHtml(link.url)}" rel="nofollow ugc noopener noreferrer">${escapeHtml(shortened(bare(link.url), SHOWN_LENGTH))}</a>`,
    })),
    ...references.mentions.map((mention) => ({
      ...mention,
      html: `<a href="/@${escapeHtml(mention.username)}">${escapeHtml(shown(mention))}</a>`,
    })),
  ].sort((a, b) => a.start - b.start);
  let html = '';
  let done = 0;
  for (const { start, end, html: anchor } of anchors) {
    if (end > points.length) break;
    html += escapeHtml(shown({ start: done, end: start })) + anchor;
    done = end;
  }
  return html + escapeHtml(shown({ start: done, end: points.length }));
}

/** An address without its scheme, as links show it. */
const bare = (url: string) => url.replace(/^https?:\/\//i, '').replace(/\/$/, '');
