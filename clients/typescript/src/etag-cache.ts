type Kept = { etag: string; body: ArrayBuffer; headers: Headers };

/**
 * A `fetch` that caches responses with an ETag and revalidates them, so that an unchanged response has no body (304). Only
 * anonymous reads have ETags. Browsers do this on their own; elsewhere pass it as `fetch`.
 */
export function etagCache({
  maxEntries = 500,
  send = (request) => fetch(request),
}: {
  maxEntries?: number;
  send?: (request: Request) => Promise<Response>;
} = {}): (request: Request) => Promise<Response> {
  const kept = new Map<string, Kept>();
  return async (input: Request): Promise<Response> => {
    if (input.method !== 'GET' || input.headers.has('authorization')) return send(input);
    const known = kept.get(input.url);
    const headers = new Headers(input.headers);
    if (known) headers.set('if-none-match', known.etag);
    const response = await send(new Request(input, { headers }));
    if (known && response.status === 304) {
      // Moves the entry to the end: the first entry is the least recently used.
      kept.delete(input.url);
      kept.set(input.url, known);
      return new Response(known.body, { headers: known.headers });
    }
    const etag = response.headers.get('etag');
    if (!response.ok || etag === null) return response;
    const body = await response.arrayBuffer();
    kept.set(input.url, { etag, body, headers: response.headers });
    if (kept.size > maxEntries) kept.delete(kept.keys().next().value!);
    return new Response(body, { headers: response.headers });
  };
}
