import type { Permission, ProfileType } from '../core/enums.ts';

/** A profile that a credential may act as: owned by the account, or through accepted grants. */
export type AttachedProfile = {
  readonly id: string;
  readonly actorId: string;
  readonly type: ProfileType;
  readonly owned: boolean;
  /** All of them for an owned profile; the union over accepted grants otherwise. */
  readonly permissions: readonly Permission[];
  readonly suspended: boolean;
};

/** Who is behind a request: an account and the credential that it gave. */
export type Principal = {
  readonly type: 'session' | 'api_key' | 'oauth';
  /** The credential's id: of the session, the key or the OAuth grant. */
  readonly id: string;
  /** Which of the credential's secrets was presented: a rotated one ends before its credential. */
  readonly secretId: string;
  readonly name: string;
  readonly accountId: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly operator: boolean;
  readonly suspendedAt: Date | null;
  readonly suspensionReason: string | null;
  readonly scopes: readonly string[];
  readonly forAgent: boolean;
  /** When the credential, its secret or a grant behind its profiles ends: what was loaded is not true beyond it. */
  readonly validUntil: Date | null;
  readonly profiles: ReadonlyMap<string, AttachedProfile>;
};
