import type { Permission, ProfileType } from '../core/enums.ts';
import type { OperatorRole } from '../core/operator-roles.ts';

/** A profile that a credential may act as: owned by the account, or managed through accepted grants. */
export type AttachedProfile = {
  readonly id: string;
  readonly actorId: string;
  readonly type: ProfileType;
  /** Whether it belongs to the account of the credential. */
  readonly isOwn: boolean;
  /** Whether the caller has every right of its owner. A key with `permissions` is a manager of its own profiles, too. */
  readonly owned: boolean;
  /** All permissions for an owned profile, otherwise those of the grants in force; never more than the key has. */
  readonly permissions: readonly Permission[];
  readonly suspended: boolean;
};

/** Who makes a request: an account and its credential. */
export type Principal = {
  readonly type: 'session' | 'api_key' | 'oauth';
  readonly id: string;
  /** The presented secret of the credential. A rotated secret expires before its credential. */
  readonly secretId: string;
  readonly name: string;
  readonly accountId: string;
  readonly email: string;
  readonly emailVerified: boolean;
  /** Empty for members. */
  readonly operatorRoles: readonly OperatorRole[];
  readonly secondFactor: boolean;
  /** Since when it waits for an operator to approve the sign-up; it is suspended until then. */
  readonly waitingSince: Date | null;
  readonly suspendedAt: Date | null;
  readonly suspensionReason: string | null;
  readonly suspendedUntil: Date | null;
  readonly scopes: readonly string[];
  /** What a key may do for any profile; null: whatever its account may. */
  readonly permissions: readonly Permission[] | null;
  readonly forAgent: boolean;
  /** When the credential, its secret or a grant for one of its profiles expires; this object is invalid from then on. */
  readonly validUntil: Date | null;
  readonly profiles: ReadonlyMap<string, AttachedProfile>;
};
