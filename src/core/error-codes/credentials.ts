import { op, text } from '../operation-text.ts';
import type { ErrorSpec } from './spec.ts';

/** 401: the caller is not authenticated. Every response carries `WWW-Authenticate` (RFC 9110, section 11.6.1). */
export const credentials = {
  credentials_required: {
    status: 401,
    message: 'This operation requires a credential.',
    hint: [
      'Send Authorization: Bearer with an API key, an access token or a session token; if you have none, ask the person you work for.',
      text`A person signs up with ${op('account.create')} and signs in with ${op('account.create_session')}.`,
    ],
  },
  invalid_credentials: {
    status: 401,
    message: 'The credential is unknown, or the e-mail address and password do not match.',
    hint: [
      'Send the complete secret after Authorization: Bearer, or ask its owner for a new one.',
      text`At ${op('account.create_session')}, ask the person for both, or call ${op('account.request_password_reset')}.`,
    ],
    hintFor: {
      api_key:
        'This server does not know the API key, so it will fail again: check that the key is complete and belongs to this server. Otherwise ask its owner for a new key.',
      session: [
        'This server does not know the session, so its token will fail again.',
        text`Sign in with ${op('account.create_session')} and send the new token.`,
      ],
      oauth:
        'This server does not know the access token, so it will fail again: get a new one with the refresh token. If that fails too, start a new authorization.',
    },
  },
  expired_credentials: {
    status: 401,
    message: 'The credential has expired.',
    hint: [
      text`Get a new one and repeat the request: for a session, sign in with ${op('account.create_session')}.`,
      'For an API key, use the new secret if the key was rotated, otherwise ask its owner for a new key; for OAuth, use the refresh token.',
    ],
    hintFor: {
      api_key:
        'If the key was rotated, use the new secret and repeat the request. Otherwise ask the owner of the key for a new one.',
      session: text`Sign in with ${op('account.create_session')} and repeat the request with the new token.`,
      oauth:
        'Get a new access token with the refresh token and repeat the request. If that fails too, start a new authorization.',
    },
  },
  revoked_credentials: {
    status: 401,
    message: 'The credential has been revoked.',
    hint: [
      'It was ended deliberately (revoked, signed out, or the account is being deleted) and will never work again: stop sending it and ask the owner of the account.',
      text`The owner can sign in with ${op('account.create_session')}, which also cancels a deletion.`,
    ],
    hintFor: {
      api_key:
        'The key was revoked, or the account is being deleted: stop sending it. Ask the owner of the account for a new key, or to cancel the deletion by signing in.',
      session: [
        'The session has ended (signed out, password changed, or the account is being deleted): stop sending its token.',
        text`The owner of the account signs in with ${op('account.create_session')}, which also cancels a deletion.`,
      ],
      oauth:
        'The person has revoked this authorization, or the account is being deleted: stop sending the token; its refresh token no longer works either. Ask the person before you start a new authorization.',
    },
  },
} as const satisfies Record<string, ErrorSpec>;
