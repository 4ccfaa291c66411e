import { publicMediaUrl, signMediaUrl } from '../../adapters/storage/media-signing.ts';
import type { Config } from '../../config/config.ts';
import type { View } from '../../core/enums.ts';
import type { KeyRing } from '../../core/key-ring.ts';
import { preview } from '../../core/text.ts';
import { presentCompactProfile, presentProfile } from '../profiles/present.ts';
import { presentReferences } from '../profiles/present-text.ts';
import { isOpen } from './audience.ts';
import { countsOf } from './columns.ts';
import type { LoadedPost, PostRow, Related } from './load.ts';
import { isPost, type Placeholder } from './placeholders.ts';
import type { CompactPostWire, PostWire } from './schemas.ts';

type From = { config: Pick<Config, 'webUrl' | 'baseUrl'>; keys: { media: KeyRing }; now(): Date };

export type Addresses = { webUrl: string; baseUrl: string; mediaKey: Buffer; now: Date };

export function addressesOf({ config, keys, now }: From): Addresses {
  return { webUrl: config.webUrl, baseUrl: config.baseUrl, mediaKey: keys.media[0], now: now() };
}

/** Images of public posts have unguessable URLs; all others have signed URLs that expire. */
function imageUrl(row: PostRow, key: string, { baseUrl, mediaKey, now }: Addresses): string {
  return isOpen(row)
    ? publicMediaUrl(baseUrl, key)
    : signMediaUrl({ baseUrl, key, secret: mediaKey, now, audience: 'reader' });
}

function postUrl(webUrl: string, id: string): string {
  return `${webUrl}/posts/${id}`;
}

type FactsWire = Omit<PostWire, 'quoted_post' | 'byline' | 'mentions' | 'links' | 'written_with' | 'target_changed'>;

function presentFacts(row: PostRow, addresses: Addresses, withBody: boolean): FactsWire {
  const { preview: start, truncated } = preview(row.body);
  const images = row.images ?? [];
  const mine = <T>(value: T): T | null => (row.editable ? value : null);
  return {
    id: row.id,
    url: postUrl(addresses.webUrl, row.id),
    profile_id: row.profile_id,
    kind: row.kind,
    is_golden_ticket: row.is_golden_ticket,
    body_preview: start,
    body_truncated: truncated,
    images: images.map(({ id, blob_key, width, height, alt_text }) => ({
      id,
      url: imageUrl(row, blob_key, addresses),
      width,
      height,
      alt_text: alt_text || null,
    })),
    image_count: images.length,
    reply_to_post_id: row.reply_to_post_id,
    root_post_id: row.root_post_id,
    quoted_post_id: row.quoted_post_id,
    visibility: row.visibility,
    status: row.status,
    scheduled_at: row.status === 'scheduled' ? (row.scheduled_at?.toISOString() ?? null) : null,
    published_at: row.published_at?.toISOString() ?? null,
    ...countsOf(row.counts),
    viewer_reaction: row.viewer_reaction,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    ai_disclosure: row.ai_disclosure,
    edited_at: row.edited_at?.toISOString() ?? null,
    revision: row.revision,
    client_reference: mine(row.client_reference),
    return_note: mine(row.return_note || null),
    manager_profile_id: mine(row.manager_profile_id),
    several_writers: mine(row.several_writers),
    ...(withBody ? { body: row.body } : {}),
  };
}

function presentBare(row: PostRow, { mentions, pending }: Related, addresses: Addresses, withBody: boolean) {
  const { writtenWith = null, targetChanged = false } = pending?.get(row.id) ?? {};
  const decided = { written_with: writtenWith, target_changed: targetChanged };
  return {
    ...presentFacts(row, addresses, withBody),
    ...decided,
    ...presentReferences(row.body, mentions.get(row.id)),
  };
}

/** `body`: with the body of the post; `full`: also with that of the quoted one. */
function presentPost(
  row: PostRow,
  set: Related,
  addresses: Addresses,
  { body = false, full = false }: { body?: boolean; full?: boolean } = {},
): PostWire {
  const quoted = row.quoted_post_id === null ? undefined : set.byId.get(row.quoted_post_id);
  const quoted_post = quoted
    ? { post: presentBare(quoted, set, addresses, full), profile: presentProfile(quoted, addresses) }
    : null;
  return { ...presentBare(row, set, addresses, body || full), quoted_post, byline: presentByline(row, set, addresses) };
}

function presentByline({ id }: PostRow, { bylines }: Related, addresses: Addresses): PostWire['byline'] {
  const byline = bylines.get(id);
  if (byline === undefined) return null;
  const { written, approved } = byline;
  return {
    written_by: presentCompactProfile(written, addresses),
    approved_by: approved && presentCompactProfile(approved, addresses),
  };
}

/** A post in short, as the home overview and expanded events contain it. */
export function presentCompactPost(row: PostRow, addresses: Addresses): CompactPostWire {
  const { images, ...wire } = presentFacts(row, addresses, false);
  return {
    id: wire.id,
    url: wire.url,
    profile_id: wire.profile_id,
    kind: wire.kind,
    body_preview: wire.body_preview,
    body_truncated: wire.body_truncated,
    images: images.map(({ url, alt_text }) => ({ url, alt_text })),
    likes_count: wire.likes_count,
    comments_count: wire.comments_count,
    quotes_count: wire.quotes_count,
    revision: wire.revision,
    viewer_reaction: wire.viewer_reaction,
    published_at: wire.published_at,
    reply_to_post_id: wire.reply_to_post_id,
    root_post_id: wire.root_post_id,
    quoted_post_id: wire.quoted_post_id,
  };
}

/** One post of a set. The view decides whether it has its whole text. */
export function presentInView(row: LoadedPost, set: Related, view: View, addresses: Addresses): PostWire {
  return presentPost(row, set, addresses, { full: view === 'full' });
}

export function presentPair(row: LoadedPost, set: Related, view: View, addresses: Addresses) {
  return { post: presentInView(row, set, view, addresses), profile: presentProfile(row, addresses) };
}

/** An item of a thread. */
export const presentInThread = (row: LoadedPost | Placeholder, set: Related, view: View, addresses: Addresses) =>
  isPost(row)
    ? presentPair(row, set, view, addresses)
    : {
        id: row.id,
        removed: true as const,
        reply_to_post_id: row.reply_to_post_id!,
        root_post_id: row.root_post_id!,
        published_at: row.published_at!.toISOString(),
        reply_count: row.reply_count,
      };

export function presentAnswer(row: PostRow, set: Related, addresses: Addresses, view: View = 'default'): PostWire {
  return presentPost(row, set, addresses, { body: true, full: view === 'full' });
}

/** The response to a read of one post, with its body and its author. */
export function presentSingle(row: LoadedPost, set: Related, view: View, addresses: Addresses) {
  return { ...presentAnswer(row, set, addresses, view), profile: presentProfile(row, addresses) };
}
