import { Secret, TOTP } from 'otpauth';

/** The parameters that all authenticator apps know: SHA-1, 6 digits, 30 seconds (RFC 6238). */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const SECRET_BYTES = 20;

export const isTotpCode = (text: string): boolean => /^\d{6}$/.test(text);

/** A new secret, in Base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The `otpauth:` URI from which apps read the secret, usually as a QR code. */
export const totpUri = (secret: string, names: { issuer: string; label: string }): string =>
  new TOTP({ ...PARAMETERS, ...names, secret }).toString();

/** The time step to which a code belongs, if the clock of the app is off by at most `steps`; null if it is wrong. */
export function stepOfCode(secret: string, code: string, now: Date, steps: number): number | null {
  const timestamp = now.getTime();
  const delta = new TOTP({ ...PARAMETERS, secret }).validate({ token: code, timestamp, window: steps });
  return delta === null ? null : TOTP.counter({ period: PARAMETERS.period, timestamp }) + delta;
}
