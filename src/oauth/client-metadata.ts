import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { line } from '../core/text.ts';
import type { Log } from '../ctx.ts';
import type { OAuthClient } from './clients.ts';
import { isFitRedirect } from './redirects.ts';

/** What a foreign server answered: its JSON, and how long it may be kept as far as it says so. */
export type FetchedDocument = { json: unknown; maxAgeSeconds: number | null };
export type FetchDocument = (url: string) => Promise<FetchedDocument>;

const URL_MAX_LENGTH = 500;
const KEPT_MAX = 500;
const KEPT_MIN_MS = 30_000;
const KEPT_MAX_MS = 86_400_000;
const KEPT_DEFAULT_MS = 3_600_000;
const FAILURE_KEPT_MS = 30_000;
const NAME_MAX_LENGTH = 80;
const REDIRECTS_MAX = 20;
const REDIRECT_MAX_LENGTH = 2000;
const WORD_MAX_LENGTH = 100;
const IP_LITERAL = /^(\[|\d+(\.\d+){3}$)/;

/**
 * Whether a client id is the address of a client ID metadata document (draft-ietf-oauth-client-id-metadata-document):
 * https, with a path, written as a URL parser writes it (no dot segments, no odd spelling of an address), without
 * fragment, user, query or port of its own, and a name instead of an IP address.
 */
export function isMetadataUrl(clientId: string): boolean {
  const url = clientId.length <= URL_MAX_LENGTH ? URL.parse(clientId) : null;
  if (!url || url.href !== clientId || url.protocol !== 'https:' || url.pathname === '/') return false;
  if (url.username || url.password || url.search || url.port || clientId.includes('#') || clientId.includes('?'))
    return false;
  return !IP_LITERAL.test(url.hostname) && url.hostname.includes('.');
}

const word = z.string().max(WORD_MAX_LENGTH);

/** The words of RFC 7591 that count here; what else stands in a document is not looked at. */
export const ClientMetadata = z.object({
  client_name: line(NAME_MAX_LENGTH, { min: 1 }).optional(),
  redirect_uris: z
    .array(
      z
        .string()
        .max(REDIRECT_MAX_LENGTH)
        .refine((address) => isFitRedirect(address)),
    )
    .min(1)
    .max(REDIRECTS_MAX),
  token_endpoint_auth_method: z.literal('none').optional(),
  grant_types: z.array(word).max(REDIRECTS_MAX).optional(),
  response_types: z.array(word).max(REDIRECTS_MAX).optional(),
});

const MetadataDocument = ClientMetadata.extend({
  client_id: z.string().max(URL_MAX_LENGTH),
  client_secret: z.undefined().optional(),
});

/**
 * Clients by the address of their metadata document, fetched when first needed and then kept for as long as the document
 * says, between half a minute and a day. Many who ask at once wait for one fetch; a failure is kept for a short time. What
 * went wrong is logged and told nobody: an answer that says it would look into other networks.
 */
export class ClientDocuments {
  readonly #kept = new LRUCache<string, { client: OAuthClient | null }>({ max: KEPT_MAX });
  readonly #running = new Map<string, Promise<OAuthClient | null>>();
  readonly #fetch: FetchDocument;
  readonly #log: Pick<Log, 'info'>;

  constructor(fetch: FetchDocument, log: Pick<Log, 'info'>) {
    this.#fetch = fetch;
    this.#log = log;
  }

  /** The client behind an address for which `isMetadataUrl` holds, or null. */
  async find(url: string): Promise<OAuthClient | null> {
    const known = this.#kept.get(url);
    if (known) return known.client;
    const running = this.#running.get(url) ?? this.#load(url).finally(() => this.#running.delete(url));
    this.#running.set(url, running);
    return running;
  }

  async #load(url: string): Promise<OAuthClient | null> {
    try {
      const { json, maxAgeSeconds } = await this.#fetch(url);
      const document = MetadataDocument.parse(json);
      if (document.client_id !== url) throw new Error('client_id is not the address of the document');
      const client: OAuthClient = {
        clientId: url,
        kind: 'metadata',
        name: document.client_name ?? new URL(url).hostname,
        redirectUris: document.redirect_uris,
      };
      const wanted = maxAgeSeconds === null ? KEPT_DEFAULT_MS : maxAgeSeconds * 1000;
      this.#kept.set(url, { client }, { ttl: Math.min(KEPT_MAX_MS, Math.max(KEPT_MIN_MS, wanted)) });
      return client;
    } catch (error) {
      this.#log.info({ host: new URL(url).hostname, reason: (error as Error).name }, 'no client metadata');
      this.#kept.set(url, { client: null }, { ttl: FAILURE_KEPT_MS });
      return null;
    }
  }
}
