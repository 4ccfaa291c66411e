// Generated from the OpenAPI document by `npm run client:generate`. Do not edit.

/** Writes that take no `Idempotency-Key`: every repeat would take effect again. */
export const KEYLESS: ReadonlySet<string> = new Set([
  'POST /v1/account',
  'POST /v1/account/email-verification',
  'POST /v1/account/sessions',
  'POST /v1/account/password-reset',
  'POST /v1/account/password-reset/confirm',
]);
