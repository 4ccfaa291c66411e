import { kind, toOther } from './kind.ts';

/** Decisions of the operator, each in the log of the profile that it concerns. */
export const profileVerified = kind({ type: 'profile.verified', madeBy: { 'profile.verified': toOther } });
export const verificationRejected = kind({
  type: 'verification.rejected',
  madeBy: { 'verification.rejected': toOther },
});
export const reportSettled = kind({ type: 'report.settled', madeBy: { 'report.settled': toOther } });
