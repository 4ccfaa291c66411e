import { isSecret, SECRET_PATTERN, SECRET_PREFIXES, type SecretKind } from '../../src/auth/key-format.ts';

const PATTERN = new RegExp(SECRET_PATTERN, 'g');
const KINDS = Object.keys(SECRET_PREFIXES) as SecretKind[];

/** The secrets in a text. A random text (a cursor, a signature) sometimes has their shape, but never the checksum. */
export function secretsIn(text: string): string[] {
  return [...text.matchAll(PATTERN)].map(([word]) => word).filter((word) => KINDS.some((kind) => isSecret(kind, word)));
}
