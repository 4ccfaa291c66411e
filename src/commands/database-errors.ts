import { DrizzleQueryError } from 'drizzle-orm/errors';
import type { Config } from '../config/config.ts';
import { ApiError } from '../core/errors.ts';
import { StartError } from '../core/start-error.ts';
import { placeOf, reasonOf } from '../db/external.ts';
import { isUnreachable } from '../db/pg-errors.ts';

const LOCK_NOT_AVAILABLE = '55P03';

/** Waits for a start or a command. An error of the database becomes one line that names the setting; others stay as they are. */
export async function explainingDatabase<T>(config: Config, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw explained(error, config);
  }
}

/** An error of the database as one line that names the setting. */
export function explained(error: unknown, { databaseUrl }: Pick<Config, 'databaseUrl'>): unknown {
  if (error instanceof StartError) return error;
  const cause = causeOf(error);
  const database = databaseUrl ? `DATABASE_URL: ${placeOf(databaseUrl)}` : 'The embedded PostgreSQL';
  const { code, syscall } = (cause ?? {}) as NodeJS.ErrnoException;
  if (code === LOCK_NOT_AVAILABLE) {
    const reason = 'another process is migrating, or a transaction holds a table';
    return new StartError(`${database} did not grant a lock in time: ${reason}.`, { cause: error });
  }
  // Files can be missing, too.
  if (syscall === 'open' || !(isUnreachable(cause) || isLate(cause))) return error;
  return new StartError(`${database} does not respond: ${reasonOf(cause)}.`, { cause: error });
}

const causeOf = (error: unknown) =>
  error instanceof ApiError || error instanceof DrizzleQueryError ? error.cause : error;

const isLate = (error: unknown) => error instanceof Error && error.message === 'timeout expired';
