import { fail } from '../core/errors.ts';

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * The bytes of a picture in JSON. Strict base64 (RFC 4648 section 4): Node's decoder skips what it does not know. Fails
 * with `invalid_image`; `path` is the place in the request.
 */
export function decodeBase64(text: string, path: string): Buffer {
  if (text.length % 4 !== 0 || !BASE64.test(text)) {
    fail('invalid_image', { agent: { fields: [{ path, rule: 'base64' }] } });
  }
  return Buffer.from(text, 'base64');
}
