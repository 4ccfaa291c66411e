import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { urlProblem } from '../core/allowed-url.ts';
import { SHARES } from '../core/limits.ts';
import { memberName } from '../core/text-names.ts';
import { WorkQueue } from '../core/work-queue.ts';
import type { Log } from '../ctx.ts';
import type { OAuthClient } from './client.ts';
import { isAllowedRedirect } from './redirects.ts';

/** A fetched document, and how long its server allows to cache it, if it says so. */
export type FetchedDocument = { json: unknown; maxAgeSeconds: number | null };
/** Fails with `NoDocument` if the server responded that there is none, and with other errors if it can't be asked. */
export type FetchDocument = (url: string) => Promise<FetchedDocument>;

/** The server of a document responded, but not with a usable one. */
export class NoDocument extends Error {
  override readonly name = 'NoDocument';
}

const URL_MAX_LENGTH = 500;
const KEPT_MAX = 500;
const KEPT_MIN_MS = 30_000;
const KEPT_MAX_MS = 86_400_000;
const KEPT_DEFAULT_MS = 3_600_000;
const FAILURE_KEPT_MS = 30_000;
const STALE_KEPT_MS = 7 * 86_400_000;
const NAME_MAX_LENGTH = 80;
const REDIRECTS_MAX = 20;
const REDIRECT_MAX_LENGTH = 2000;
const WORD_MAX_LENGTH = 100;
const RETRY_AFTER_SECONDS = 5;

/**
 * Whether a client id is the URL of a metadata document (draft-ietf-oauth-client-id-metadata-document): https,
 * normalized, with a path and a host name, nothing else.
 */
export function isMetadataUrl(clientId: string): boolean {
  const url = clientId.length <= URL_MAX_LENGTH ? URL.parse(clientId) : null;
  if (!url || url.href !== clientId || url.protocol !== 'https:' || url.pathname === '/') return false;
  if (url.search || url.port || clientId.includes('#') || clientId.includes('?')) return false;
  return urlProblem(clientId, { allowLoopback: false }) === null;
}

const word = z.string().max(WORD_MAX_LENGTH);

/** The RFC 7591 fields that this server uses. Others are ignored. */
export const ClientMetadata = z.object({
  client_name: memberName(NAME_MAX_LENGTH, { min: 1 }).optional(),
  redirect_uris: z
    .array(
      z
        .string()
        .max(REDIRECT_MAX_LENGTH)
        .refine((address) => isAllowedRedirect(address)),
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

/** Counts a fetch of a document that this process has not seen yet. Fails if the caller may not have another one. */
export type CountFetch = () => Promise<void>;

/**
 * Clients with a metadata document, cached as long as it allows, half a minute to a day; failures briefly. While its
 * server does not respond, or too many documents are fetched, the last one is used for a week. The cause of a failure is only logged: an answer could be
 * used to probe other networks.
 */
export class ClientDocuments {
  readonly #kept: LRUCache<string, { client: OAuthClient | null }>;
  readonly #last: LRUCache<string, OAuthClient>;
  readonly #running = new Map<string, Promise<OAuthClient | null>>();
  readonly #fetches = new WorkQueue({
    concurrency: SHARES.client_documents.at_once,
    maxWaiting: 0,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
  readonly #fetch: FetchDocument;
  readonly #log: Pick<Log, 'info'>;

  constructor(fetch: FetchDocument, log: Pick<Log, 'info'>, perf: Pick<Performance, 'now'> = performance) {
    this.#kept = new LRUCache({ max: KEPT_MAX, perf, ttlResolution: 0 });
    this.#last = new LRUCache({ max: KEPT_MAX, perf, ttlResolution: 0, ttl: STALE_KEPT_MS });
    this.#fetch = fetch;
    this.#log = log;
  }

  /**
   * Finds the client of a URL that passed `isMetadataUrl`. Null if its document can't be used. Fails with
   * `service_unavailable` if a document not seen before must wait for others, and with what `count` fails with.
   */
  async find(url: string, count: CountFetch): Promise<OAuthClient | null> {
    const known = this.#kept.get(url);
    if (known) return known.client;
    const running = this.#running.get(url) ?? this.#begin(url, count).finally(() => this.#running.delete(url));
    this.#running.set(url, running);
    return running;
  }

  async #begin(url: string, count: CountFetch): Promise<OAuthClient | null> {
    const last = this.#last.get(url);
    if (last && this.#fetches.active >= SHARES.client_documents.at_once) return last;
    return this.#fetches.run(async () => {
      if (!last) await count();
      return this.#load(url);
    });
  }

  async #load(url: string): Promise<OAuthClient | null> {
    try {
      const { json, maxAgeSeconds } = await this.#fetch(url);
      const { data: document } = MetadataDocument.safeParse(json);
      if (document?.client_id !== url) throw new NoDocument('not the document of this URL');
      const client: OAuthClient = {
        clientId: url,
        kind: 'metadata',
        name: document.client_name ?? new URL(url).hostname,
        redirectUris: document.redirect_uris,
      };
      const wanted = maxAgeSeconds === null ? KEPT_DEFAULT_MS : maxAgeSeconds * 1000;
      this.#last.set(url, client);
      this.#kept.set(url, { client }, { ttl: Math.min(KEPT_MAX_MS, Math.max(KEPT_MIN_MS, wanted)) });
      return client;
    } catch (error) {
      this.#log.info({ host: new URL(url).hostname, reason: (error as Error).name }, 'no client metadata');
      if (error instanceof NoDocument) this.#last.delete(url);
      const client = this.#last.get(url) ?? null;
      this.#kept.set(url, { client }, { ttl: FAILURE_KEPT_MS });
      return client;
    }
  }
}
