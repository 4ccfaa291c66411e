type Kept = { etag: string; body: ArrayBuffer; headers: Headers };

/**
 * A `fetch` that keeps answers with an ETag and asks only whether they have changed: 304 costs a header instead of a
 * body. The server gives ETags to anonymous reads. Browsers do this by themselves; elsewhere pass it as `fetch`.
 */
export function etagCache({
  maxEntries = 500,
  send = (request) => fetch(request),
}: {
  maxEntries?: number;
  send?: (request: Request) => Promise<Response>;
} = {}) {
  const kept = new Map<string, Kept>();
  return async (input: Request): Promise<Response> => {
    if (input.method !== 'GET' || input.headers.has('authorization')) return send(input);
    const known = kept.get(input.url);
    const headers = new Headers(input.headers);
    if (known) headers.set('if-none-match', known.etag);
    const response = await send(new Request(input, { headers }));
    if (known && response.status === 304) {
      // The one that was used last goes last.
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
