import { type Dispatcher, request } from 'undici';
import type { DeliveryError } from '../../core/enums.ts';
import { LIMITS, TIMEOUTS } from '../../core/limits.ts';
import { VERSION } from '../../core/version.ts';

/** The outcome of a request. `status` is null if there was no response. */
export type Posted = {
  error: DeliveryError | null;
  status: number | null;
  /** The beginning of the answer. */
  excerpt: string | null;
  durationMs: number;
};

/** Sends JSON to a URL. Never throws. */
export type Post = (url: string, headers: Readonly<Record<string, string>>, body: string) => Promise<Posted>;

const { read_bytes, max_excerpt_bytes } = LIMITS.webhook;

const ERRORS: Readonly<Record<string, DeliveryError>> = {
  EADDRNOTPUBLIC: 'address_not_allowed',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_closed',
  EPIPE: 'connection_closed',
  UND_ERR_SOCKET: 'connection_closed',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  EPROTO: 'tls',
};
/** Errors of certificates have many codes, such as `CERT_HAS_EXPIRED` and `DEPTH_ZERO_SELF_SIGNED_CERT`. */
const TLS_CODE = /CERT|TLS|SSL|VERIFY|ISSUER|SELF_SIGNED/;

/** `timeoutMs` is for a whole request, from the lookup of the name to the end of the answer. Redirects are not followed. */
export function poster(dispatcher: Dispatcher, timeoutMs: number = TIMEOUTS.webhook_ms): Post {
  return async (url, headers, body) => {
    const startedAt = performance.now();
    const signal = AbortSignal.timeout(timeoutMs);
    const result = await send(dispatcher, url, headers, body, signal).catch((error: unknown) => ({
      error: signal.aborted ? ('timeout' as const) : errorOf(error),
      status: null,
      excerpt: null,
    }));
    return { ...result, durationMs: Math.round(performance.now() - startedAt) };
  };
}

async function send(
  dispatcher: Dispatcher,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<Omit<Posted, 'durationMs'>> {
  const { statusCode: status, body: answer } = await request(url, {
    dispatcher,
    signal,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': `pronet/${VERSION}`, ...headers },
    body,
  });
  // Destroying an unread body emits an error that would otherwise be unhandled.
  answer.on('error', () => undefined);
  const excerpt = await readExcerpt(answer);
  if (status >= 200 && status < 300) return { error: null, status, excerpt };
  return { error: status >= 300 && status < 400 ? 'redirect' : 'status', status, excerpt };
}

/** The rest is not stored, but read, so that the connection can be used again, unless it is too long. */
async function readExcerpt(answer: AsyncIterable<Buffer> & { destroy(): unknown }): Promise<string> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of answer) {
    if (sizeBytes < max_excerpt_bytes) chunks.push(chunk);
    sizeBytes += chunk.length;
    if (sizeBytes > read_bytes) {
      answer.destroy();
      break;
    }
  }
  const excerpt = Buffer.concat(chunks).subarray(0, max_excerpt_bytes);
  // Cuts a character that the limit split; Postgres stores no NUL.
  return new TextDecoder().decode(excerpt, { stream: true }).replaceAll('\0', '');
}

function errorOf(error: unknown): DeliveryError {
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  return ERRORS[code] ?? (TLS_CODE.test(code) ? 'tls' : 'unknown');
}
