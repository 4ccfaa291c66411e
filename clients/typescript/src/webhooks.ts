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
export class WebhookError extends Error {
  override readonly name: string = 'WebhookError';
}

/**
 * Checks the signature of a webhook request (Standard Webhooks) and returns its parsed body. `payload` is the body as it
 * arrived, before it is parsed. While a secret is being rotated, each request has a signature for both secrets. Throws a
 * `WebhookError`, and a `TypeError` if the secret is empty or incomplete.
 */
export async function verify<Payload = WebhookPayload>(
  payload: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
  { toleranceSeconds = 300 }: VerifyOptions = {},
): Promise<Payload> {
  const key = await keyOf(secret, 'verify');
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  // Written this way so that NaN fails.
  if (!/^\d+$/.test(timestamp) || !(age <= toleranceSeconds))
    throw new WebhookError('The timestamp is too old or new.');
  const signed = signedBytes(payload, id, timestamp);
  for (const signature of headerOf(headers, 'webhook-signature').split(' ')) {
    const [version, value = ''] = signature.split(',');
    const given = bytesOf(value);
    // Compares in constant time.
    if (version === 'v1' && given && (await crypto.subtle.verify('HMAC', key, given, signed)))
      return parsed(textOf(payload));
  }
  throw new WebhookError('No signature matches.');
}

/** Signs a body as the server does, and returns the headers of the request: for tests of your own receiver. */
export async function sign(
  payload: string | Uint8Array,
  secret: string,
  { id = 'test', timestamp = Date.now() / 1000 }: SignOptions = {},
): Promise<Record<`webhook-${'id' | 'timestamp' | 'signature'}`, string>> {
  const at = String(Math.floor(timestamp));
  const bytes = await crypto.subtle.sign('HMAC', await keyOf(secret, 'sign'), signedBytes(payload, id, at));
  const signature = `v1,${btoa(String.fromCharCode(...new Uint8Array(bytes)))}`;
  return { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature };
}

function parsed<Payload>(text: string): Payload {
  try {
    return JSON.parse(text);
  } catch {
    throw new WebhookError('The body is not JSON.');
  }
}

const textOf = (payload: string | Uint8Array) =>
  typeof payload === 'string' ? payload : new TextDecoder().decode(payload);

const signedBytes = (payload: string | Uint8Array, id: string, timestamp: string) =>
  new TextEncoder().encode(`${id}.${timestamp}.${textOf(payload)}`);

function keyOf(secret: string, use: 'sign' | 'verify'): Promise<CryptoKey> {
  const key = bytesOf(String(secret).replace(/^whsec_/, ''));
  // With an empty key, everyone could sign. This is no fault of the sender, so it is not a WebhookError.
  if (!key || key.length < 24)
    throw new TypeError('The secret of the webhook is empty or incomplete. It begins with whsec_.');
  return crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, [use]);
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value !== 'string') throw new WebhookError(`The header ${name} is missing.`);
  return value;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
