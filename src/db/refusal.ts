import type { ErrorCode } from '../core/error-codes.ts';
import { ApiError } from '../core/errors.ts';
import { type SQL, sql } from './drizzle.ts';

/** The SQLSTATE of the SQL function `refuse`. */
export const REFUSED = 'PN403';

/**
 * An SQL expression that ends the batch with an error code: `case when <obstacle> then refuse(…) end`. `facts`: jsonb,
 * never text from members.
 */
export function refuse(code: ErrorCode | SQL, facts?: SQL): SQL {
  return facts ? sql`refuse(${code}, ${facts})` : sql`refuse(${code})`;
}

export class Refusal extends ApiError {
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(cause: Error & { detail?: string }) {
    const facts = JSON.parse(cause.detail ?? '{}') as { current_revision?: number; [name: string]: unknown };
    const { current_revision } = facts;
    super(cause.message as ErrorCode, {
      cause,
      ...(current_revision !== undefined && { agent: { current_revision } }),
    });
    this.facts = facts;
  }
}
