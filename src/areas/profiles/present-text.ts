import { LIMITS } from '../../core/limits.ts';
import { findLinks, type TextLink } from '../../core/text-links.ts';
import type { MentionRow } from './mentions.ts';
import type { MentionWire } from './schemas.ts';

/** What a text of a member refers to, with positions in code points. */
export function presentReferences(
  text: string,
  rows: readonly MentionRow[] = [],
): { mentions: MentionWire[]; links: TextLink[] } {
  const mentions = rows.flatMap(({ profile_id, username, starts, ends }) =>
    starts.map((start, at) => ({ profile_id, username, start, end: ends[at]! })),
  );
  return { mentions: mentions.sort((a, b) => a.start - b.start), links: findLinks(text, LIMITS.links.max) };
}
