import type { ErrorCode } from '../core/error-codes.ts';

/** The error code for the violation of a constraint. Violations of other constraints are bugs and result in a 500. */
export const CONSTRAINT_CODES: Readonly<Record<string, ErrorCode>> = {
  accounts_email_unique: 'email_taken',
  usernames_pkey: 'username_taken',
  access_grants_live_unique: 'access_grant_exists',
  grant_usage_budget_check: 'grant_budget_reached',
};
