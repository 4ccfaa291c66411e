import { type Dispatcher, request } from 'undici';
import { type FetchDocument, NoDocument } from './client-metadata.ts';

const BODY_MAX_BYTES = 10_240;
const STEP_TIMEOUT_MS = 3000;
const WHOLE_TIMEOUT_MS = 5000;
const JSON_TYPE = /^application\/([a-z0-9.+-]+\+)?json(\s*;|$)/i;

/**
 * Fetches JSON: at most 10 KiB, 5 s, no redirects, status 200 only. Throws otherwise. A 429 or 5xx says nothing about
 * the document.
 */
export function documentFetcher(dispatcher: Dispatcher): FetchDocument {
  return async (url) => {
    const signal = AbortSignal.timeout(WHOLE_TIMEOUT_MS);
    const { statusCode, headers, body } = await request(url, {
      dispatcher,
      signal,
      headers: { accept: 'application/json' },
      headersTimeout: STEP_TIMEOUT_MS,
      bodyTimeout: STEP_TIMEOUT_MS,
    });
    // Destroying an unread body emits an error that would otherwise be unhandled.
    body.on('error', () => undefined);
    try {
      if (statusCode > 499 || statusCode === 429) throw new Error('not available');
      if (statusCode !== 200) throw new NoDocument('status is not 200');
      if (!JSON_TYPE.test(String(headers['content-type'] ?? ''))) throw new NoDocument('not JSON');
      const chunks: Buffer[] = [];
      let sizeBytes = 0;
      for await (const chunk of body) {
        sizeBytes += (chunk as Buffer).length;
        if (sizeBytes > BODY_MAX_BYTES) throw new NoDocument('too large');
        chunks.push(chunk as Buffer);
      }
      return { json: parse(Buffer.concat(chunks)), maxAgeSeconds: maxAgeOf(headers['cache-control']) };
    } finally {
      body.destroy();
    }
  };
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (cause) {
    throw new NoDocument('not JSON', { cause });
  }
}

function maxAgeOf(header: string | string[] | undefined): number | null {
  const seconds = /(?:^|[\s,])max-age=(\d{1,9})(?:$|[\s,])/i.exec(String(header ?? ''))?.[1];
  if (/no-store|no-cache/i.test(String(header ?? ''))) return 0;
  return seconds === undefined ? null : Number(seconds);
}
