const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The numbers of accounts that neither members nor callers ever send. */
export const ACCOUNT_RULES = {
  defaultWorkspaceName: 'Personal',
  sessionName: 'session',
  userAgentMaxLength: 200,
  /** A mail may lie unread over a night. */
  verificationLifetimeMs: DAY_MS,
  /** Whoever signs up chooses the address: nobody may be sent more mails than this by asking again. */
  verificationGapMs: MINUTE_MS,
  verificationsPerDay: 5,
  /**
   * A reset token is short-lived, since it is as good as the password. As many mails as this may go out in its lifetime:
   * whoever asks for more has the last one, which is still good, so that nobody can keep an owner out by asking.
   */
  resetLifetimeMs: 60 * MINUTE_MS,
  resetGapMs: MINUTE_MS,
  resetsPerLifetime: 3,
  inviteDays: 14,
  signIn: {
    /** A person who has forgotten which password it was tries a few. */
    freeTries: 4,
    firstWaitMs: SECOND_MS,
    /** As long as the window of the address limit: 96 guesses a day, and an owner who is locked out gets in again. */
    longestWaitMs: 15 * MINUTE_MS,
    forgottenAfterMs: DAY_MS,
  },
} as const;
