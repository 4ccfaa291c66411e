import type { NotificationType } from '../../../core/enums.ts';
import { kind, toOther } from './kind.ts';

/** A decision of the operator, in the log of the profile that it concerns. */
const decision = <Type extends NotificationType>(type: Type) =>
  kind({ type, madeBy: { [type]: toOther }, withoutActor: true });

export const decisions = {
  'profile.verified': decision('profile.verified'),
  'verification.rejected': decision('verification.rejected'),
  'report.settled': decision('report.settled'),
} as const;
