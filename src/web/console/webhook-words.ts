import type { DeliveryError } from '../../core/enums.ts';
import type { Problem } from './problems.ts';

export const DELIVERY_ERROR_WORDS: Record<DeliveryError, string> = {
  status: 'The receiver did not respond with 2xx.',
  redirect: 'The receiver responded with a redirect, which is not followed.',
  timeout: 'The receiver did not respond in time.',
  connection_refused: 'The receiver refused the connection.',
  connection_closed: 'The receiver closed the connection.',
  dns: 'The host name could not be resolved.',
  tls: 'The TLS connection failed. Check the certificate.',
  address_not_allowed: 'The host name resolves to a private address.',
  event_expired: 'The event is no longer stored.',
  not_permitted: 'You can no longer read this event.',
  unknown: 'The request failed.',
};

type Words = { message?: string; field?: string };

/** Messages for people about a webhook that was refused, and the input that they belong to. */
const REFUSALS: Record<string, Words> = {
  invalid_webhook_url: {
    field: 'url',
    message: 'Use a public https URL, on port 443 or from 1024 up, without a password.',
  },
  permission_denied: { field: 'profiles', message: 'Choose only profiles that you own or manage.' },
  plan_limit_reached: { message: 'An account can have up to 10 webhooks. Delete one that you no longer use.' },
};

/** Why a webhook can't be enabled. */
export const APP_ENDED: Problem = {
  code: 'permission_denied',
  message:
    'The app that created this webhook has no access to your account. Authorize the app again first, or create a webhook of your own.',
  fields: {},
};

export function webhookProblemWords(code: string): Words {
  return REFUSALS[code] ?? {};
}
