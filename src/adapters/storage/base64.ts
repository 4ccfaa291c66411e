import { fail } from '../../core/errors.ts';

/** Decodes an image in strict base64 (RFC 4648 section 4). Fails with `invalid_image`; `path` names the field. */
export function decodeBase64(text: string, path: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (!isWhole(text, bytes)) fail('invalid_image', { agent: { fields: [{ path, rule: 'base64' }] } });
  return bytes;
}

/**
 * Node's decoder skips unknown characters and accepts base64url. A regular expression over the largest image would
 * block other requests for 0.2 s; these checks cost almost nothing.
 */
function isWhole(text: string, bytes: Buffer): boolean {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return (
    text.length > 0 &&
    text.length % 4 === 0 &&
    bytes.length === (text.length / 4) * 3 - padding &&
    !text.includes('-') &&
    !text.includes('_')
  );
}
