// Generated from the OpenAPI document by `npm run client:generate`. Do not edit.

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
/** OAuth 2.1 with PKCE: the authorization of one person. `new Pronet({ baseUrl, token: oauth })` uses it. */
export declare class OAuth {
    #private;
    constructor(options: OAuthOptions);
    /** The address where the person decides what the app may do. Send the browser there. */
    authorizeUrl(): Promise<string>;
    /**
     * Call it with the address that the browser came back to. Checks the answer and stores the tokens. Null if the address is
     * no answer, so that a page can pass its own address whenever it loads. Throws an `OAuthError` if the person refused.
     */
    finish(returnedUrl: string | URL): Promise<Tokens | null>;
    /** The stored tokens, which may have expired; null if nobody is signed in. */
    tokens(): Promise<Tokens | null>;
    /** An access token that is valid now. Throws an `OAuthError` with `not_signed_in` or `invalid_grant`: sign in again. */
    accessToken(): Promise<string>;
    /**
     * A `Pronet` calls it when the server refuses a token. Refreshes the tokens, and if the server refuses that, too, forgets
     * them and throws an `OAuthError` with `invalid_grant`. A token that is not the stored one changes nothing.
     */
    refused(accessToken: string): Promise<void>;
    /** Forgets the tokens, and ends the authorization on the server. */
    revoke(): Promise<void>;
}
