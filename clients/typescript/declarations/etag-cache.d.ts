// Generated from the OpenAPI document by `npm run client:generate`. Do not edit.

/**
 * A `fetch` that caches responses with an ETag and revalidates them, so that an unchanged response has no body (304). Only
 * anonymous reads have ETags. Browsers do this on their own; elsewhere pass it as `fetch`.
 */
export declare function etagCache({ maxEntries, send, }?: {
    maxEntries?: number;
    send?: (request: Request) => Promise<Response>;
}): (request: Request) => Promise<Response>;
