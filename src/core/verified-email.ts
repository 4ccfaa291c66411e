export type VerificationRule = { readonly emailsCountAsVerified: boolean };

/** Whether an e-mail address counts as verified: it was verified, or the server can't send mail and doesn't require it. */
export function countsAsVerified(isVerified: boolean, { emailsCountAsVerified }: VerificationRule): boolean {
  return isVerified || emailsCountAsVerified;
}
