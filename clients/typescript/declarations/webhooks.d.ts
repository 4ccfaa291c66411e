// Generated from the OpenAPI document by `npm run client:generate`. Do not edit.

import type { WebhookPayload } from './types.d.ts';
/** The headers of a webhook request: those of `fetch`, or those of Node.js. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
export type VerifyOptions = {
    /** How far the timestamp may be from now, so that nobody can send an old request again. Default: 5 minutes. */
    toleranceSeconds?: number;
};
export type SignOptions = {
    /** `webhook-id`, the id of the event. Default: `test`. */
    id?: string;
    /** When it is sent, in seconds since 1970. Default: now. */
    timestamp?: number;
};
/** The request does not come from the server, or somebody sent it again. Respond with 400. */
export declare class WebhookError extends Error {
    readonly name: string;
}
/**
 * Checks the signature of a webhook request (Standard Webhooks) and returns its parsed body. `payload` is the body as it
 * arrived, before it is parsed. While a secret is being rotated, each request has a signature for both secrets. Throws a
 * `WebhookError`, and a `TypeError` if the secret is empty or incomplete.
 */
export declare function verify<Payload = WebhookPayload>(payload: string | Uint8Array, headers: WebhookHeaders, secret: string, { toleranceSeconds }?: VerifyOptions): Promise<Payload>;
/** Signs a body as the server does, and returns the headers of the request: for tests of your own receiver. */
export declare function sign(payload: string | Uint8Array, secret: string, { id, timestamp }?: SignOptions): Promise<Record<`webhook-${'id' | 'timestamp' | 'signature'}`, string>>;
