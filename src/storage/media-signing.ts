import { createHmac, timingSafeEqual } from 'node:crypto';
import { LIMITS } from '../core/limits.ts';
import { assertBlobKey, isBlobKey, type PictureSize, sizedBlobKey } from './blob-store.ts';

/** Addresses of one picture stay the same for this long, so that a client's cache has a use for them. */
const BUCKET_MS = 60 * 60 * 1000;
/** Canonical only: one expiry has one spelling, or one picture would have many valid addresses. */
const EXPIRES = /^[1-9][0-9]{0,11}$/;
const SIGNATURE = /^[A-Za-z0-9_-]{43}$/;

/**
 * Where anybody may fetch the picture of something public, or one size of it: the key, which nobody can guess, is the
 * permission.
 */
export function publicMediaUrl(baseUrl: string, key: string, size?: PictureSize): string {
  assertBlobKey(key);
  return `${withoutSlash(baseUrl)}/media/${size === undefined ? key : sizedBlobKey(key, size)}`;
}

/**
 * Where whoever was given the address may fetch the picture of something that is not public, without a credential. It
 * ends 24 hours after the start of the present hour: never more than 24 hours from now, never less than 23.
 */
export function signMediaUrl(options: { baseUrl: string; key: string; secret: Buffer; now: Date }): string {
  const { baseUrl, key, secret, now } = options;
  const bucketStartMs = Math.floor(now.getTime() / BUCKET_MS) * BUCKET_MS;
  const expires = String((bucketStartMs + LIMITS.media.signed_url_ms) / 1000);
  const signature = signatureOf(key, expires, secret).toString('base64url');
  return `${publicMediaUrl(baseUrl, key)}?expires=${expires}&signature=${signature}`;
}

/**
 * When the address ends, if one of `secrets` (the present one and those it replaced) signed it for this key and it has
 * not ended at `now`; undefined otherwise, whatever the reason.
 */
export function verifyMediaUrl(options: {
  key: string;
  expires: unknown;
  signature: unknown;
  secrets: readonly Buffer[];
  now: Date;
}): Date | undefined {
  const { key, expires, signature, secrets, now } = options;
  if (!isBlobKey(key)) return undefined;
  if (typeof expires !== 'string' || !EXPIRES.test(expires)) return undefined;
  if (typeof signature !== 'string' || !SIGNATURE.test(signature)) return undefined;
  const given = Buffer.from(signature, 'base64url');
  // The last of the 43 characters has two bits to spare: decoding and encoding again leaves one spelling.
  if (given.toString('base64url') !== signature) return undefined;
  const signed = secrets.some((secret) => timingSafeEqual(given, signatureOf(key, expires, secret)));
  const expiresAt = new Date(Number(expires) * 1000);
  return signed && now < expiresAt ? expiresAt : undefined;
}

/**
 * Where whoever was given the address may fetch an export, until the moment at which it ends. Its own purpose, so that no
 * address of a picture opens one.
 */
export function signExportUrl(options: { baseUrl: string; id: string; expiresAt: Date; secret: Buffer }): string {
  const { baseUrl, id, expiresAt, secret } = options;
  const expires = String(Math.floor(expiresAt.getTime() / 1000));
  const signature = signatureOf(id, expires, secret, 'export address').toString('base64url');
  return `${withoutSlash(baseUrl)}/media/exports/${id}.zip?expires=${expires}&signature=${signature}`;
}

/** Whether the address of an export was signed for it and has not ended at `now`. */
export function verifyExportUrl(options: {
  id: string;
  expires: unknown;
  signature: unknown;
  secret: Buffer;
  now: Date;
}): boolean {
  const { id, expires, signature, secret, now } = options;
  if (typeof expires !== 'string' || !EXPIRES.test(expires)) return false;
  if (typeof signature !== 'string' || !SIGNATURE.test(signature)) return false;
  const given = Buffer.from(signature, 'base64url');
  return (
    timingSafeEqual(given, signatureOf(id, expires, secret, 'export address')) && now.getTime() < Number(expires) * 1000
  );
}

function signatureOf(name: string, expires: string, secret: Buffer, purpose = 'media address'): Buffer {
  // The first line keeps signatures made for another purpose with the same secret from being valid here.
  return createHmac('sha256', secret).update(`${purpose}\n${name}\n${expires}`).digest();
}

function withoutSlash(baseUrl: string): string {
  return baseUrl.endsWith('/') ? baseUrl.slice(0, -1) : baseUrl;
}
