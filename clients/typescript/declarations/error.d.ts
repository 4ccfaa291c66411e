// Generated from the OpenAPI document by `npm run client:generate`. Do not edit.

import type { ErrorAgent, ErrorCode } from './types.d.ts';
/** A code of the server; `no_envelope` for a response of something else, and `connection_failed` if there was none. */
export type PronetErrorCode = ErrorCode | 'no_envelope' | 'connection_failed';
/** A call failed. Branch on `code`; `agent.hint` says how to recover. */
export declare class PronetError extends Error {
    readonly name: string;
    readonly code: PronetErrorCode;
    /** The HTTP status; 0 if there was no response. */
    readonly status: number;
    /** The hint, the invalid `fields` and more; empty if the response does not come from pronet. */
    readonly agent: ErrorAgent;
    /** How many seconds the server asks to wait. */
    readonly retryAfter: number | undefined;
    /** Name it when you ask the operator for help. */
    readonly requestId: string | undefined;
    constructor(code: PronetErrorCode, message: string, details?: Partial<PronetError>);
    /** For logs: the code and the message, then a line for each invalid field, the hint, and how long to wait. */
    toString(): string;
}
/** The error of a response. Its body is undefined if it is not JSON. */
export declare function errorOf({ status, headers }: Response, body: unknown): PronetError;
export declare function secondsOf(headers: Headers): number | undefined;
/** The server or the person refused. `code` is the OAuth error, such as `access_denied` or `invalid_grant`. */
export declare class OAuthError extends Error {
    readonly name: string;
    readonly code: string;
    /** The HTTP status; 0 if the refusal is not that of a response. */
    readonly status: number;
    /** With 429: after how many seconds it can work. */
    readonly retryAfter: number | undefined;
    constructor(code: string, message: string, status?: number, retryAfter?: number);
}
