import type { ErrorSpec } from './spec.ts';

/** 401: who calls is not known. Every answer carries `WWW-Authenticate` (RFC 9110, section 11.6.1). */
export const credentials = {
  credentials_required: {
    status: 401,
    message: 'This operation needs a credential.',
    hint: 'Send the header Authorization: Bearer followed by an API key or a session token; if you have none, ask the person you work for to make a key (POST /v1/api-keys). A person signs up with POST /v1/account and signs in with POST /v1/account/sessions.',
  },
  invalid_credentials: {
    status: 401,
    message: 'The credential is not known, or e-mail and password do not match.',
    hint: 'The same credential will fail again: check that the whole secret follows Authorization: Bearer, without quotation marks or line breaks, and that it belongs to this server; otherwise ask for a new key (POST /v1/api-keys). At POST /v1/account/sessions the e-mail or the password is wrong: ask the person for both, or for a new one with POST /v1/account/password-reset.',
  },
  expired_credentials: {
    status: 401,
    message: 'The credential has expired.',
    hint: 'Get a fresh one and repeat the request: for a session sign in with POST /v1/account/sessions. For an API key use the new secret if the key was rotated, else ask its owner for a new key (POST /v1/api-keys).',
  },
  revoked_credentials: {
    status: 401,
    message: 'The credential has been revoked.',
    hint: 'It was ended on purpose (revoked, signed out, or the account is being deleted) and never works again: stop sending it and ask the owner of the account. The owner can sign in with POST /v1/account/sessions, which also cancels a deletion, or make a new key with POST /v1/api-keys.',
  },
} as const satisfies Record<string, ErrorSpec>;
