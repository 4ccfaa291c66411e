import type { WebhookPayload } from './types.d.ts';

/** The headers of a webhook request: those of `fetch`, or those of Node.js. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export type VerifyOptions = {
  /** How far the timestamp may be from now, so that nobody can send an old request again. Default: 5 minutes. */
  toleranceSeconds?: number;
};

/** The request does not come from the server, or somebody sent it again. Respond with 400. */
export class WebhookError extends Error {
  override readonly name: string = 'WebhookError';
}

/**
 * Checks the signature of a webhook request (Standard Webhooks) and returns its parsed body. `payload` is the body as it
 * arrived, before it is parsed. While a secret is being rotated, each request has a signature for both secrets. Throws a
 * `WebhookError`.
 */
export async function verify<Payload = WebhookPayload>(
  payload: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
  { toleranceSeconds = 300 }: VerifyOptions = {},
): Promise<Payload> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  // Written this way so that NaN fails.
  if (!/^\d+$/.test(timestamp) || !(age <= toleranceSeconds))
    throw new WebhookError('The timestamp is too old or new.');
  const body = typeof payload === 'string' ? payload : new TextDecoder().decode(payload);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytesOf(secret.replace(/^whsec_/, '')), algorithm, false, [
    'verify',
  ]);
  for (const signature of headerOf(headers, 'webhook-signature').split(' ')) {
    const [version, value = ''] = signature.split(',');
    // Compares in constant time.
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, bytesOf(value), signed))) return JSON.parse(body);
  }
  throw new WebhookError('No signature matches.');
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value !== 'string') throw new WebhookError(`The header ${name} is missing.`);
  return value;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    throw new WebhookError('A signature or secret is not base64.');
  }
}
