// Generated from the OpenAPI document by `npm run client:generate`. Do not edit.

import { type CallOptions } from './calls.ts';
import type { Operations } from './types.d.ts';
import { type FormFields } from './upload.ts';
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
/**
 * A client of one server. Its properties are the resources of the API: `pronet.posts.create({ body: 'Hello!' })`. It sends
 * the credential, the acting profile and an `Idempotency-Key` for every write, repeats calls where that is safe, and unpacks
 * the envelope.
 */
export interface Pronet extends Operations {
}
export declare class Pronet {
    #private;
    constructor(options: PronetOptions);
    /** Calls an operation by method and path, for example one that is newer than this client. Returns its data. */
    request<Data = unknown>(method: string, path: string, { query, json, form }?: RequestFields, options?: CallOptions): Promise<Data>;
}
