import createClient, {
  type Client,
  type ClientPathsWithMethod,
  type FetchResponse,
  type MaybeOptionalInit,
} from 'openapi-fetch';
import { PronetError } from './error.ts';
import { type StreamedEvent, type StreamOptions, streamEvents } from './event-stream.ts';
import { parseJson } from './json.ts';
import { KEYLESS } from './keyless.ts';
import { type RetryOptions, sendWithRetries } from './retry.ts';
import type { components, paths } from './schema.d.ts';
import { type Progress, sendWithProgress, toForm } from './upload.ts';

export type Schemas = components['schemas'];

export type PronetOptions = Partial<RetryOptions> & {
  /** Address of the server, such as `https://network.example.com`. */
  baseUrl: string;
  /** An API key, a session token or an OAuth access token. Without it, requests are anonymous. */
  token?: string | undefined;
  /** The acting profile. A call can name another one with `params.header['X-Profile-Id']`. */
  profileId?: string | undefined;
  /** Default: the global `fetch`. */
  fetch?: Send;
};

type Send = (request: Request) => Promise<Response>;
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type PathOf<M extends Method> = ClientPathsWithMethod<Client<paths>, M>;
// biome-ignore lint/complexity/noBannedTypes: no options, as openapi-fetch names it
type Envelope<O> = O extends object ? NonNullable<FetchResponse<O, {}, 'application/json'>['data']> : never;
/** The type of `data` in an operation's envelope. */
type Data<O> = Envelope<O> extends { data: infer D } ? D : never;

/** The result of a call. A call throws only if there is no response. */
export type Answer<D> =
  | { data: D; error?: undefined; agent: Schemas['Agent']; response: Response }
  | { data?: undefined; error: PronetError; agent: Schemas['ErrorAgent']; response: Response };

type Optional<Init> = undefined extends Init ? [init?: Init] : [init: Init];
type Call<M extends Method> = <P extends PathOf<M>>(
  path: P,
  ...init: Optional<MaybeOptionalInit<paths[P], M>>
) => Promise<Answer<Data<paths[P][M]>>>;

/** Paths that return pages, and the type of their items. */
type ItemOf<P extends PathOf<'get'>> = ItemOfPage<Data<paths[P]['get']>>;
/** Of a union, that of its pages: the feed returns a page or a count. */
type ItemOfPage<D> = D extends { items: (infer I)[]; next_cursor: string | null } ? I : never;
type ListPath = { [P in PathOf<'get'>]: [ItemOf<P>] extends [never] ? never : P }[PathOf<'get'>];

type UploadInit<P extends PathOf<M>, M extends Method> = {
  fields: Parameters<typeof toForm>[0];
  onProgress?: (progress: Progress) => void;
  signal?: AbortSignal;
} & Pick<NonNullable<MaybeOptionalInit<paths[P], M>>, 'params'>;

export type PronetClient = {
  GET: Call<'get'>;
  POST: Call<'post'>;
  PUT: Call<'put'>;
  PATCH: Call<'patch'>;
  DELETE: Call<'delete'>;
  /** All items of a list. Each page is fetched when its first item is needed. Throws a `PronetError`. */
  pages<P extends ListPath>(path: P, init?: MaybeOptionalInit<paths[P], 'get'>): AsyncGenerator<ItemOf<P>, void>;
  events: {
    /** Events as they happen, without a gap. Reconnects after a lost connection. Throws a `PronetError`. */
    stream(options?: StreamOptions): AsyncGenerator<StreamedEvent, void>;
  };
  /** Sends texts and files as a form and reports progress; starts again after a lost connection. */
  upload<M extends 'POST' | 'PUT', P extends PathOf<Lowercase<M>>>(
    method: M,
    path: P,
    init: UploadInit<P, Lowercase<M>>,
  ): Promise<Answer<Data<paths[P][Lowercase<M>]>>>;
};

/**
 * A client whose calls are typed by the server's OpenAPI document. It sends the credential, the acting profile and an
 * `Idempotency-Key` for every write, repeats calls where that is safe, and unpacks the envelope.
 */
export function createPronetClient(options: PronetOptions): PronetClient {
  const { baseUrl, retries = 3, maxWaitMs = 30_000, fetch: transport = (request) => fetch(request) } = options;
  const client = createClient<paths>({ baseUrl, querySerializer: { array: { style: 'form', explode: false } } });
  const sender = (method: string, path: string, once: Send) => (request: Request) => {
    const repeats = KEYLESS.has(`${method} ${path}`) ? 0 : retries;
    return sendWithRetries(withHeaders(request, options), once, { retries: repeats, maxWaitMs });
  };

  // `PronetClient` types the calls; the implementation treats all operations alike.
  type Init = Record<string, unknown>;
  const request = client.request as unknown as (
    method: string,
    path: string,
    init: Init,
  ) => Promise<{ data?: string; error?: unknown; response: Response }>;
  const call = async (method: string, path: string, init: Init = {}): Promise<Answer<unknown>> => {
    // Read as text: a response that is not JSON is an error, whatever its status.
    const fetch = init['fetch'] ?? sender(method, path, transport);
    const { data: text = '', error, response } = await request(method, path, { ...init, fetch, parseAs: 'text' });
    const envelope = parseJson(text);
    if (isSuccess(envelope)) return { data: envelope.data, agent: envelope.agent, response };
    const failure = new PronetError(response.status, error);
    return { error: failure, agent: failure.agent, response };
  };

  async function* pages(path: string, init: Init = {}): AsyncGenerator<unknown, void> {
    const params = (init['params'] ?? {}) as { query?: object };
    let cursor: string | null | undefined;
    do {
      const query = { ...params.query, ...(cursor ? { cursor } : {}) };
      const { data, error } = await call('GET', path, { ...init, params: { ...params, query } });
      if (error) throw error;
      const page = data as { items: unknown[]; next_cursor: string | null };
      yield* page.items;
      cursor = page.next_cursor;
    } while (cursor);
  }

  type Upload = { fields: Parameters<typeof toForm>[0]; onProgress?: (progress: Progress) => void };
  const upload = (method: string, path: string, { fields, onProgress, ...init }: Upload & Init) => {
    const once = onProgress ? (one: Request) => sendWithProgress(one, transport, onProgress) : transport;
    return call(method, path, {
      ...init,
      body: toForm(fields),
      fetch: sender(method, path, once),
    });
  };

  const verb = (method: string) => (path: string, init?: Init) => call(method, path, init);
  const methods = {
    GET: verb('GET'),
    POST: verb('POST'),
    PUT: verb('PUT'),
    PATCH: verb('PATCH'),
    DELETE: verb('DELETE'),
  };
  const events = {
    stream: (given: StreamOptions = {}) => streamEvents((one) => transport(withHeaders(one, options)), baseUrl, given),
  };
  return { ...methods, pages, upload, events } as unknown as PronetClient;
}

function isSuccess(body: unknown): body is { data: unknown; agent: Schemas['Agent'] } {
  return typeof body === 'object' && body !== null && 'data' in body && 'agent' in body;
}

function withHeaders(request: Request, { token, profileId }: PronetOptions): Request {
  const { headers } = request;
  if (token && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`);
  if (profileId && !headers.has('x-profile-id')) headers.set('x-profile-id', profileId);
  // The same key for all repeats of this write, so that it happens once.
  if (request.method !== 'GET' && !headers.has('idempotency-key')) headers.set('idempotency-key', randomKey());
  return request;
}

/** `crypto.randomUUID` is not available on pages without https. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export { PronetError } from './error.ts';
export { etagCache } from './etag-cache.ts';
export type { Event, StreamedEvent, StreamOptions } from './event-stream.ts';
export type { Progress } from './upload.ts';
export * as webhooks from './webhooks.ts';
export { WebhookError } from './webhooks.ts';
