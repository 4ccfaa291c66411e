/** Numbers for accounts that appear in no request or response. */
export const ACCOUNT_RULES = {
  defaultWorkspaceName: 'Personal',
  sessionName: 'session',
  userAgentMaxLength: 200,
  inviteDays: 14,
  signUpBlocks: 2000,
} as const;
