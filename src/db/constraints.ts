import type { ErrorCode } from '../core/error-codes.ts';

/** Which public code the violation of a named constraint is. What is not listed is a bug and answers 500. */
export const CONSTRAINT_CODES: Readonly<Record<string, ErrorCode>> = {
  accounts_email_unique: 'email_taken',
  usernames_pkey: 'username_taken',
  access_grants_live_unique: 'access_grant_exists',
  grant_usage_budget_check: 'grant_budget_reached',
};
