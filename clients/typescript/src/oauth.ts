import { OAuthError, PronetError, secondsOf } from './error.ts';
import { parseJson } from './json.ts';
import { LONGEST_WAIT_MS, sendWithRetries } from './retry.ts';
import { rootOf } from './root.ts';
import type { Scope } from './types.d.ts';

/** Where tokens are kept: `localStorage`, `sessionStorage`, or an object of your own, for example one for each session. */
export interface TokenStorage {
  getItem(key: string): string | null | Promise<string | null>;
  setItem(key: string, value: string): unknown;
  removeItem(key: string): unknown;
}

export interface OAuthOptions {
  /** Address of the server, such as `https://network.example.com`. */
  baseUrl: string;
  /** Where the browser comes back to. */
  redirectUri: string;
  /** What the app asks for. The person may allow less: `scope` of the tokens says what. */
  scopes: readonly Scope[];
  /**
   * How your app is known to the server: the address of its metadata document, or the id from its registration. Without it,
   * the app registers itself once for each `storage`, which is for trials: a server takes few registrations an hour.
   */
  clientId?: string | undefined;
  /** The name under which an app without `clientId` registers. Without it, people are asked about an "Unnamed app". */
  clientName?: string | undefined;
  /** Default: in memory. */
  storage?: TokenStorage | undefined;
  /** Default: the global `fetch`. */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
}

export interface Tokens {
  clientId: string;
  accessToken: string;
  refreshToken: string;
  scope: string;
  expiresAtMs: number;
}

/** What is kept while the person decides. */
type Waiting = { clientId: string; state: string; verifier: string };
/** What an app without `clientId` is registered as. */
type Registration = { clientId: string; metadata: string; untilMs: number };
type Metadata = Record<string, string | undefined>;

/** An access token is refreshed this long before it expires. */
const MARGIN_MS = 60_000;

/** A registration is used again this long. */
const KEPT_MS = 3_600_000;

/** OAuth 2.1 with PKCE: the authorization of one person. `new Pronet({ baseUrl, token: oauth })` uses it. */
export class OAuth {
  readonly #options: OAuthOptions;
  readonly #baseUrl: string;
  readonly #storage: TokenStorage;
  #server: Promise<Metadata> | undefined;
  #refreshing: Promise<Tokens> | undefined;

  constructor(options: OAuthOptions) {
    this.#options = options;
    this.#baseUrl = rootOf(options.baseUrl);
    this.#storage = options.storage ?? memoryStorage();
  }

  /** The address where the person decides what the app may do. Send the browser there. */
  async authorizeUrl(): Promise<string> {
    const { redirectUri, scopes = [] } = this.#options;
    const clientId = this.#options.clientId ?? (await this.#register());
    const [state, verifier] = [randomText(), randomText()];
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
    await this.#keep('waiting', { clientId, state, verifier } satisfies Waiting);
    const url = new URL(await this.#endpoint('authorization_endpoint'));
    const query = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      scope: scopes.join(' '),
      state,
      code_challenge: base64url(new Uint8Array(digest)),
      code_challenge_method: 'S256',
      resource: this.#baseUrl,
    };
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url.href;
  }

  /**
   * Call it with the address that the browser came back to. Checks the answer and stores the tokens. Null if the address is
   * no answer, so that a page can pass its own address whenever it loads. Throws an `OAuthError` if the person refused.
   */
  async finish(returnedUrl: string | URL): Promise<Tokens | null> {
    const answer = new URL(returnedUrl, this.#options.redirectUri).searchParams;
    const waiting = await this.#kept<Waiting>('waiting');
    if (!waiting || !(answer.has('code') || answer.has('error'))) return null;
    // An answer that the app did not ask for, or of another server, is an attack.
    if (answer.get('state') !== waiting.state) {
      throw new OAuthError('invalid_state', 'This is not the answer to the request.');
    }
    await this.#storage.removeItem(this.#key('waiting'));
    if (answer.get('iss') !== (await this.#endpoint('issuer'))) {
      throw new OAuthError('invalid_issuer', 'The answer comes from another server.');
    }
    const code = answer.get('code');
    if (code === null) throw new OAuthError(answer.get('error')!, answer.get('error_description') ?? 'Refused.');
    return this.#requestTokens(waiting.clientId, {
      grant_type: 'authorization_code',
      code,
      code_verifier: waiting.verifier,
      redirect_uri: this.#options.redirectUri,
      resource: this.#baseUrl,
    });
  }

  /** The stored tokens, which may have expired; null if nobody is signed in. */
  tokens(): Promise<Tokens | null> {
    return this.#kept<Tokens>('tokens');
  }

  /** An access token that is valid now. Throws an `OAuthError` with `not_signed_in` or `invalid_grant`: sign in again. */
  async accessToken(): Promise<string> {
    const tokens = await this.tokens();
    if (!tokens) throw new OAuthError('not_signed_in', 'There are no tokens: the person has to sign in.');
    if (tokens.expiresAtMs - Date.now() > MARGIN_MS) return tokens.accessToken;
    return (await this.#refreshOnce(tokens)).accessToken;
  }

  /**
   * A `Pronet` calls it when the server refuses a token. Refreshes the tokens, and if the server refuses that, too, forgets
   * them and throws an `OAuthError` with `invalid_grant`. A token that is not the stored one changes nothing.
   */
  async refused(accessToken: string): Promise<void> {
    const tokens = await this.tokens();
    if (tokens?.accessToken === accessToken) await this.#refreshOnce(tokens);
  }

  /** One refresh for all calls that wait for it. */
  #refreshOnce(tokens: Tokens): Promise<Tokens> {
    this.#refreshing ??= this.#refresh(tokens).finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  /** Forgets the tokens, and ends the authorization on the server. */
  async revoke(): Promise<void> {
    const tokens = await this.tokens();
    if (!tokens) return;
    await this.#storage.removeItem(this.#key('tokens'));
    const { clientId, refreshToken } = tokens;
    await this.#post('revocation_endpoint', new URLSearchParams({ client_id: clientId, token: refreshToken }), true);
  }

  /** Kept for a while, so that not each click on "Sign in" is a registration. Servers forget those that nobody uses. */
  async #register(): Promise<string> {
    const { clientName, redirectUri } = this.#options;
    const metadata = JSON.stringify({ client_name: clientName, redirect_uris: [redirectUri] });
    const kept = await this.#kept<Registration>('registration');
    if (kept?.metadata === metadata && kept.untilMs > Date.now()) return kept.clientId;
    const clientId = (await this.#post('registration_endpoint', metadata)).client_id as string;
    await this.#keep('registration', { clientId, metadata, untilMs: Date.now() + KEPT_MS } satisfies Registration);
    return clientId;
  }

  async #refresh({ clientId, refreshToken }: Tokens): Promise<Tokens> {
    try {
      // The server accepts the previous token for a minute: a lost response, or another tab, does no harm.
      return await this.#requestTokens(clientId, { grant_type: 'refresh_token', refresh_token: refreshToken }, true);
    } catch (error) {
      if (error instanceof OAuthError && error.code === 'invalid_grant') {
        await this.#storage.removeItem(this.#key('tokens'));
      }
      throw error;
    }
  }

  async #requestTokens(clientId: string, fields: Record<string, string>, repeatable = false): Promise<Tokens> {
    const askedAtMs = Date.now();
    const body = new URLSearchParams({ client_id: clientId, ...fields });
    const answer = await this.#post('token_endpoint', body, repeatable);
    const tokens = {
      clientId,
      accessToken: String(answer.access_token),
      refreshToken: String(answer.refresh_token),
      scope: String(answer.scope),
      expiresAtMs: askedAtMs + Number(answer.expires_in) * 1000,
    };
    await this.#keep('tokens', tokens);
    return tokens;
  }

  async #endpoint(name: string): Promise<string> {
    this.#server ??= this.#discover().catch((error) => {
      this.#server = undefined;
      throw error;
    });
    const address = (await this.#server)[name];
    if (address === undefined) throw new OAuthError('not_supported', `The server has no ${name}.`);
    return address;
  }

  /** Finds the authorization server from the address of the API alone. */
  async #discover(): Promise<Metadata> {
    const wellKnown = (base: string, name: string) =>
      this.#send(new Request(`${base.replace(/\/$/, '')}/.well-known/${name}`), true);
    const resource = await wellKnown(this.#baseUrl, 'oauth-protected-resource');
    const name = String(resource['resource'] ?? this.#baseUrl);
    if (rootOf(name) !== this.#baseUrl) {
      throw new OAuthError('wrong_base_url', `This server is ${name}: use this address as baseUrl.`);
    }
    const issuer = (resource['authorization_servers'] as string[] | undefined)?.[0] ?? this.#baseUrl;
    const server = await wellKnown(issuer, 'oauth-authorization-server');
    if (server['issuer'] !== issuer) throw new OAuthError('invalid_issuer', 'The metadata is that of another server.');
    return server as Metadata;
  }

  async #post(endpoint: string, body: string | URLSearchParams, repeatable = false): Promise<Record<string, unknown>> {
    const headers = new Headers(typeof body === 'string' ? { 'content-type': 'application/json' } : undefined);
    return this.#send(new Request(await this.#endpoint(endpoint), { method: 'POST', headers, body }), repeatable);
  }

  async #send(request: Request, repeatable: boolean): Promise<Record<string, unknown>> {
    const send = this.#options.fetch ?? ((one: Request) => fetch(one));
    const response = await sendWithRetries(request, send, { retries: 3, maxWaitMs: LONGEST_WAIT_MS, repeatable }).catch(
      (cause) => {
        throw new PronetError('connection_failed', `There was no response: ${cause}`, { cause });
      },
    );
    const text = await response.text();
    const answer = text === '' ? {} : parseJson(text);
    const { error = 'no_oauth', error_description = 'The response does not come from the OAuth server.' } =
      (answer as { error?: string; error_description?: string } | null | undefined) ?? {};
    if (response.ok && typeof answer === 'object' && answer !== null) return answer as Record<string, unknown>;
    throw new OAuthError(error, error_description, response.status, secondsOf(response.headers));
  }

  #key(name: string): string {
    return `pronet ${this.#baseUrl} ${name}`;
  }

  async #keep(name: string, value: unknown): Promise<void> {
    await this.#storage.setItem(this.#key(name), JSON.stringify(value));
  }

  async #kept<Value>(name: string): Promise<Value | null> {
    return JSON.parse((await this.#storage.getItem(this.#key(name))) ?? 'null');
  }
}

function memoryStorage(): TokenStorage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => values.set(key, value),
    removeItem: (key) => values.delete(key),
  };
}

function randomText(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

function base64url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
