export type VerificationRule = { readonly emailsCountAsVerified: boolean };

/** Whether an e-mail address counts as verified: it was, or the server cannot send mail and asks nobody to verify. */
export function countsAsVerified(isVerified: boolean, { emailsCountAsVerified }: VerificationRule): boolean {
  return isVerified || emailsCountAsVerified;
}
