import type { FailureFacts } from '../core/errors.ts';
import { amountOf, RATE_LIMITS, type RateLimitKey, type RateLimitName } from '../core/limits.ts';
import { field, op, type Text, text } from '../core/operation-text.ts';

/** What an agent can do besides waiting. Anyone who reaches the limit may call the named operations. */
const BESIDES: { readonly [Name in RateLimitName]?: Text } = {
  credential: text`${op('posts.lookup')} and ${op('profiles.lookup')} read up to 50 items in one call.`,
  anonymous: text`${op('posts.lookup')} and ${op('profiles.lookup')} read up to 50 items in one call.`,
  image_bytes: 'The files that are stored count: a picture with fewer pixels leaves room for more of them.',
  sign_in:
    'Only failed sign-ins count, of everyone at this address. If the password may be wrong, ask the person for it.',
};

const COUNTED_FOR: Record<RateLimitKey, string> = {
  credential: 'credential',
  address: 'network address',
  account: 'account',
  profile: 'acting profile',
  conversation: 'conversation',
};

/** What to do where the same request would fail again after the wait. */
const INSTEAD: { readonly [Name in RateLimitName]?: Text } = {
  repeated_invalid_credential: 'This one was refused each time, and waiting does not help: use another one.',
};

export function rateLimitFacts(
  name: RateLimitName,
  { max, windowMs, retryAfterSeconds }: { max: number; windowMs: number; retryAfterSeconds: number },
): FailureFacts {
  const { per } = RATE_LIMITS[name];
  const allowed = `The limit ${name} allows ${amountOf(name, max)} in ${spanOf(windowMs)} for each ${COUNTED_FOR[per]}`;
  const instead = INSTEAD[name];
  return {
    hint: instead
      ? [`${allowed}.`, instead]
      : [
          text`${allowed}: wait ${field('retry_after_seconds')}, then send the same request again.`,
          BESIDES[name] ?? '',
        ],
    exceeded_limit: { name, per, max, window_seconds: windowMs / 1000 },
    retry_after_seconds: retryAfterSeconds,
  };
}

const SPANS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

function spanOf(ms: number): string {
  const [unit, unitMs] = SPANS.find(([, size]) => ms % size === 0) ?? SPANS[3];
  const count = ms / unitMs;
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`;
}
