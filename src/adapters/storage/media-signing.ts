import { createHmac, timingSafeEqual } from 'node:crypto';
import { LIMITS } from '../../core/limits.ts';
import { assertBlobKey, isBlobKey, type PictureSize, sizedBlobKey } from './blob-store.ts';

/** The URL of an image stays the same for this long, so that clients can cache it. */
const BUCKET_MS = 60 * 60 * 1000;
/** Only the canonical form: otherwise one image would have many valid URLs. */
const EXPIRES = /^[1-9][0-9]{0,11}$/;
const SIGNATURE = /^[A-Za-z0-9_-]{43}$/;

/**
 * The URL of a public image, or one size of it. Anyone who knows the unguessable key may fetch it.
 */
export function publicMediaUrl(baseUrl: string, key: string, size?: PictureSize): string {
  assertBlobKey(key);
  return `${withoutSlash(baseUrl)}/media/${size === undefined ? key : sizedBlobKey(key, size)}`;
}

/** For readers of the post, or for operators, who also see a picture that only a report still needs. */
export const AUDIENCES = { reader: 'media address', operator: 'media address of operators' } as const;
export type Audience = keyof typeof AUDIENCES;

/**
 * A signed URL for an image that is not public, valid for 23 to 24 hours. It works without a credential, but only for its
 * `audience`: a reader's address must not work longer because of a report.
 */
export function signMediaUrl(options: {
  baseUrl: string;
  key: string;
  secret: Buffer;
  now: Date;
  audience: Audience;
}): string {
  const { baseUrl, key, secret, now, audience } = options;
  const bucketStartMs = Math.floor(now.getTime() / BUCKET_MS) * BUCKET_MS;
  const expires = String((bucketStartMs + LIMITS.media.signed_url_ms) / 1000);
  const signature = signatureOf(key, expires, secret, AUDIENCES[audience]).toString('base64url');
  return `${publicMediaUrl(baseUrl, key)}?expires=${expires}&signature=${signature}`;
}

/** When the URL expires, if one of `secrets` signed it for this key and audience and it is still valid at `now`; else undefined. */
export function verifyMediaUrl(options: {
  key: string;
  expires: unknown;
  signature: unknown;
  secrets: readonly Buffer[];
  now: Date;
  audience: Audience;
}): Date | undefined {
  const { key, expires, signature, secrets, now, audience } = options;
  if (!isBlobKey(key)) return undefined;
  if (typeof expires !== 'string' || !EXPIRES.test(expires)) return undefined;
  if (typeof signature !== 'string' || !SIGNATURE.test(signature)) return undefined;
  const given = Buffer.from(signature, 'base64url');
  // The last of the 43 characters has two unused bits: encode again to accept only the canonical form.
  if (given.toString('base64url') !== signature) return undefined;
  const signed = secrets.some((secret) =>
    timingSafeEqual(given, signatureOf(key, expires, secret, AUDIENCES[audience])),
  );
  const expiresAt = new Date(Number(expires) * 1000);
  return signed && now < expiresAt ? expiresAt : undefined;
}

/** A signed URL for an export, valid until `expiresAt`. The URL of an image can't open an export. */
export function signExportUrl(options: { baseUrl: string; id: string; expiresAt: Date; secret: Buffer }): string {
  const { baseUrl, id, expiresAt, secret } = options;
  const expires = String(Math.floor(expiresAt.getTime() / 1000));
  const signature = signatureOf(id, expires, secret, 'export address').toString('base64url');
  return `${withoutSlash(baseUrl)}/media/exports/${id}.zip?expires=${expires}&signature=${signature}`;
}

/** Whether the URL of an export has a valid signature of one of `secrets` and has not expired at `now`. */
export function verifyExportUrl(options: {
  id: string;
  expires: unknown;
  signature: unknown;
  secrets: readonly Buffer[];
  now: Date;
}): boolean {
  const { id, expires, signature, secrets, now } = options;
  if (typeof expires !== 'string' || !EXPIRES.test(expires)) return false;
  if (typeof signature !== 'string' || !SIGNATURE.test(signature)) return false;
  const given = Buffer.from(signature, 'base64url');
  const signed = secrets.some((secret) => timingSafeEqual(given, signatureOf(id, expires, secret, 'export address')));
  return signed && now.getTime() < Number(expires) * 1000;
}

function signatureOf(name: string, expires: string, secret: Buffer, purpose: string): Buffer {
  // The first line separates signatures for different purposes with the same secret.
  return createHmac('sha256', secret).update(`${purpose}\n${name}\n${expires}`).digest();
}

function withoutSlash(baseUrl: string): string {
  return baseUrl.endsWith('/') ? baseUrl.slice(0, -1) : baseUrl;
}
