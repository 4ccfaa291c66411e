import { type CallOptions, makePages, type Reply, remember } from './calls.ts';
import { errorOf, PronetError } from './error.ts';
import { type StreamFields, streamEvents } from './event-stream.ts';
import { parseJson } from './json.ts';
import { OPERATIONS } from './operations.ts';
import { LONGEST_WAIT_MS, sendWithRetries } from './retry.ts';
import { rootOf } from './root.ts';
import type { Operations } from './types.d.ts';
import { type FormFields, sendWithProgress, toForm } from './upload.ts';

export interface PronetOptions {
  /** Address of the server, such as `https://network.example.com`. */
  baseUrl: string;
  /**
   * An API key, a session token, an OAuth access token, a function that returns one, or an `OAuth`, which learns from a call
   * that its session has ended.
   * Without it, requests are anonymous.
   */
  token?: string | (() => string | undefined | Promise<string | undefined>) | TokenSource | undefined;
  /** The acting profile. */
  profileId?: string | undefined;
  /** How often a call is repeated after 429, 503 or a lost connection. Default: 3. */
  retries?: number | undefined;
  /** If the server asks to wait longer than this, its error is thrown immediately. Default: 65,000. */
  maxWaitMs?: number | undefined;
  /** Default: the global `fetch`. */
  fetch?: Send | undefined;
}

/** What an `OAuth` does for a client. */
export interface TokenSource {
  accessToken(): Promise<string>;
  refused(accessToken: string): Promise<void>;
}

export type Send = (request: Request) => Promise<Response>;

/** What a call sends: the fields by place. */
export interface RequestFields {
  query?: Readonly<Record<string, unknown>> | undefined;
  json?: unknown;
  form?: FormFields | undefined;
}

type Fields = Record<string, unknown>;

/**
 * A client of one server. Its properties are the resources of the API: `pronet.posts.create({ body: 'Hello!' })`. It sends
 * the credential, the acting profile and an `Idempotency-Key` for every write, repeats calls where that is safe, and unpacks
 * the envelope.
 */
export interface Pronet extends Operations {}
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the constructor makes all resources
export class Pronet {
  readonly #options: PronetOptions;

  constructor(options: PronetOptions) {
    this.#options = options;
    const resources = Object.entries(OPERATIONS).map(([name, operations]) => {
      const methods = Object.entries(operations).map(([key, operation]) => [key, this.#method(operation)]);
      return [name, Object.fromEntries(methods)];
    });
    Object.assign(this, Object.fromEntries(resources));
    Object.assign(this.events, {
      stream: (fields: StreamFields = {}, given: CallOptions = {}) =>
        streamEvents(
          async (one) => this.#send(await this.#signed(one, given)),
          (error, one) => this.#refusal(error, one),
          options.baseUrl,
          fields,
          given.signal,
        ),
    });
  }

  /** Calls an operation by method and path, for example one that is newer than this client. Returns its data. */
  async request<Data = unknown>(
    method: string,
    path: string,
    { query = {}, json, form }: RequestFields = {},
    options: CallOptions = {},
  ): Promise<Data> {
    return this.#call(method, path, { query, json, form }, options, true) as Promise<Data>;
  }

  /** A method takes the ids of the path, the fields of the query and the body in one object, and options. */
  #method(operation: string) {
    const [method, template, ...marks] = operation.split(' ') as [string, string, ...string[]];
    const [path, names] = template.split('{?') as [string, string?];
    const ids = path.split(/\{\w+\}/);
    const inQuery = new Set(names?.slice(0, -1).split(','));
    const [isForm, isJson, isOnce] = ['form', 'json', 'once'].map((mark) => marks.includes(mark));
    return (...args: unknown[]) => {
      const given = args.slice(0, ids.length - 1).map(segment);
      const address = ids.map((part, at) => part + (given[at] ?? '')).join('');
      const [fields, options] = args.slice(ids.length - 1) as [Fields?, CallOptions?];
      const split = (wanted: boolean) =>
        Object.fromEntries(Object.entries(fields ?? {}).filter(([name]) => inQuery.has(name) === wanted));
      const body = split(false);
      const hasFiles = isForm && Object.keys(body).length > 0;
      const call = (cursor?: string) => {
        const query = isForm || isJson ? split(true) : { ...fields, ...(cursor && { cursor }) };
        const sent = hasFiles ? { form: body as FormFields } : isForm || isJson ? { json: body } : {};
        return this.#call(method, address, { query, ...sent }, options ?? {}, !isOnce);
      };
      return marks.includes('pages') ? makePages(call) : call();
    };
  }

  async #call(
    method: string,
    path: string,
    { query, json, form }: RequestFields,
    options: CallOptions,
    takesKey: boolean,
  ): Promise<unknown> {
    const { baseUrl, retries = 3, maxWaitMs = LONGEST_WAIT_MS } = this.#options;
    const { signal, onProgress } = options;
    const body = form ? toForm(form) : json === undefined ? undefined : JSON.stringify(json);
    const request = new Request(rootOf(baseUrl) + path + queryOf(query), {
      method,
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
      headers: typeof body === 'string' ? { 'content-type': 'application/json' } : {},
    });
    await this.#signed(request, options, takesKey);
    const send = onProgress && form ? (one: Request) => sendWithProgress(one, this.#send, onProgress) : this.#send;
    const isRead = method === 'GET' || method === 'HEAD';
    // The server ignores the key of anonymous requests.
    const repeatable = isRead || request.headers.has('authorization');
    const limits = { retries: takesKey ? retries : 0, maxWaitMs, repeatable };
    const [response, text] = await answerOf(() => sendWithRetries(request, send, limits), signal);
    const envelope = parseJson(text);
    if (!isSuccess(envelope)) throw await this.#refusal(errorOf(response, envelope), request);
    const { status, headers } = response;
    return remember(envelope.data, { agent: envelope.agent, status, headers });
  }

  /** If the session of an `OAuth` has ended, it throws its own error. */
  async #refusal(error: PronetError, { headers }: Request): Promise<PronetError> {
    const { token } = this.#options;
    const sent = headers.get('authorization')?.slice('Bearer '.length);
    if (typeof token === 'object' && error.status === 401 && sent) await token.refused(sent);
    return error;
  }

  readonly #send: Send = (request) => (this.#options.fetch ?? fetch)(request);

  async #signed(request: Request, options: CallOptions, takesKey = true): Promise<Request> {
    const { headers, method } = request;
    const { token } = this.#options;
    const credential = typeof token === 'object' ? token.accessToken() : typeof token === 'function' ? token() : token;
    const sent = await credential;
    const profileId = options.profileId ?? this.#options.profileId;
    if (sent) headers.set('authorization', `Bearer ${sent}`);
    if (profileId) headers.set('x-profile-id', profileId);
    if (method === 'GET' || method === 'HEAD') return request;
    // The same key for all repeats of this write, so that it happens once.
    if (takesKey) headers.set('idempotency-key', options.idempotencyKey ?? randomKey());
    if (options.dryRun) headers.set('dry-run', 'true');
    return request;
  }
}

/** The response with its text: one that is not JSON is an error, whatever its status. */
async function answerOf(send: () => Promise<Response>, signal?: AbortSignal): Promise<[Response, string]> {
  try {
    const response = await send();
    return [response, await response.text()];
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    const words = cause instanceof Error ? cause.message : String(cause);
    throw new PronetError('connection_failed', `There was no response: ${words}`, { cause });
  }
}

/** An id as it is in an address. An empty one would be the address of something else. */
function segment(id: unknown): string {
  if (typeof id !== 'string' || id === '') throw new TypeError('An id in a path is a text that is not empty.');
  return encodeURIComponent(id);
}

function queryOf(query: Readonly<Record<string, unknown>> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

function isSuccess(body: unknown): body is { data: unknown; agent: Reply['agent'] } {
  return typeof body === 'object' && body !== null && 'data' in body && 'agent' in body && !('error_code' in body);
}

/** `crypto.randomUUID` is not available on pages without https. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
