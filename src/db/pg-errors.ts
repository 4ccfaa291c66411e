import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { ApiError } from '../core/errors.ts';
import { CONSTRAINT_CODES } from './constraints.ts';
import { REFUSED, Refusal } from './refusal.ts';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';
const CHECK_VIOLATION = '23514';
const CONSTRAINT_VIOLATIONS = [UNIQUE_VIOLATION, FOREIGN_KEY_VIOLATION, CHECK_VIOLATION];

/** SQLSTATEs of a temporarily unavailable server, and of serialization failures and deadlocks after all attempts. */
const UNAVAILABLE = /^(40001|40P01|08...|53...|57P0[1-5]|57014|55P03|58030|XX001)$/;
/** The SQLSTATEs that mean that there is no connection. */
const AWAY = /^(08...|57P0[1-5])$/;
const UNAVAILABLE_ERRNO =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|EADDRNOTAVAIL)$/;
const POOL_MESSAGES =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|client has encountered a connection error|not queryable|pool after calling end/;

/** Whether the same transaction can be repeated, by the error of the driver or the cause of an ApiError. */
export function isRetryable(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  return [code, cause?.code].some((one) => one === SERIALIZATION_FAILURE || one === DEADLOCK_DETECTED);
}

const RETRY_PAUSE_MS = 10;

/** Without a pause, the loser of a deadlock takes its first lock again before the other one can. */
export function pauseBeforeRetry(attempt: number): Promise<void> {
  return setTimeout(RETRY_PAUSE_MS * attempt);
}

/** Whether the error means that the server is unreachable. Also works for errors copied by a library. */
export function isUnreachable(error: unknown): error is Error {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return AWAY.test(String(code)) || UNAVAILABLE_ERRNO.test(String(code)) || POOL_MESSAGES.test(String(message));
}

/** Whether the server has refused to run a transaction, so that nothing of it was stored. */
export function isRolledBack(error: unknown): boolean {
  const cause = (error as Error | undefined)?.cause ?? error;
  return cause instanceof pg.DatabaseError && !isUnreachable(cause);
}

/** A refusal or known constraint becomes its code, an unavailable server `service_unavailable`; bugs stay unchanged. */
export function translateDatabaseError(error: unknown): unknown {
  if (error instanceof ApiError || !(error instanceof Error)) return error;
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (error instanceof pg.DatabaseError) {
    if (code === REFUSED) return new Refusal(error);
    if (constraint && code && CONSTRAINT_VIOLATIONS.includes(code)) {
      const known = CONSTRAINT_CODES[constraint];
      if (known) return new ApiError(known, { cause: error, internal: `constraint ${constraint}` });
    }
    return code && UNAVAILABLE.test(code) ? unavailable(error) : error;
  }
  if ((code && UNAVAILABLE_ERRNO.test(code)) || POOL_MESSAGES.test(error.message)) return unavailable(error);
  return error;
}

function unavailable(cause: Error): ApiError {
  return new ApiError('service_unavailable', {
    cause,
    internal: `database: ${cause.message}`,
    agent: { retry_after_seconds: 1 },
  });
}
