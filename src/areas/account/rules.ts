/** The numbers of accounts that neither members nor callers ever send. */
export const ACCOUNT_RULES = {
  defaultWorkspaceName: 'Personal',
  sessionName: 'session',
  userAgentMaxLength: 200,
  inviteDays: 14,
} as const;
