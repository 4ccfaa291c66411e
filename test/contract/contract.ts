import type { Permission } from '../../src/core/enums.ts';
import type { ErrorCode } from '../../src/core/error-codes.ts';
import type { World } from './world.ts';

export type Made<T> = (world: World) => Promise<T> | T;

/** A call that must be refused because it names somebody else's object. */
export type Foreign = {
  what: string;
  path?: Made<Record<string, string>>;
  /** If the body names it; `missing` names nothing and must get the same response. */
  body?: { foreign: Made<unknown>; missing: Made<unknown> };
  code: ErrorCode;
};

/** How to call one operation successfully, with fresh objects for each use, and which objects it must refuse. */
export type Recipe = {
  /** Values of the path parameters. */
  path?: Made<Record<string, string>>;
  query?: Made<string>;
  body?: Made<unknown>;
  /** The caller, unless it is the member's own session. */
  token?: Made<string>;
  /** The acting profile, unless it is the member's own. */
  as?: Made<string>;
  /** The expected success; the default depends on method and schema. */
  status?: number;
  /** The 404 code if the path names nothing; null: any value succeeds. */
  missing?: ErrorCode | null;
  foreign?: readonly Foreign[];
  /** The path names a post of the acting profile: the permission is checked on the managed profile's post. */
  managed?: true;
};

/**
 * The permissions that each operation requires of a manager, maintained separately by hand: this catches a wrong
 * permission in a route or a service function, because it is not derived from them.
 */

/** `any`: every grant suffices, because everybody may call it or because it is about the caller itself. */
export type Needed = readonly Permission[] | 'any' | 'owner';

export type Case = {
  /** Describes the call if the recipe is not specific enough. */
  what?: string;
  needs: Needed;
  /** Overrides the recipe; `w.me` owns the managed profile. */
  recipe?: Recipe;
  /**
   * The permissions that make the object in the path visible; for other managers it does not exist. Default: visible to
   * all.
   */
  seenBy?: readonly Permission[];
  /** The error code if it is not visible. Default: `post_not_found`. */
  missing?: ErrorCode;
  /** Who else may call it, so that the contract of the route names no permission. */
  alsoFor?: string;
};

/** An operation without a profile, for which grants don't matter. */
export const NO_PROFILE = 'no profile';

export const one = (...needs: Permission[]): readonly Case[] => [{ needs }];
export const any: readonly Case[] = [{ needs: 'any' }];

/** What a stranger, or a member across a block, gets from an operation with the object of another in its path. */
export type Outsiders = { stranger: ErrorCode | 'done'; blocked: ErrorCode | 'done' };
export const NOT_THEIRS: Outsiders = { stranger: 'permission_denied', blocked: 'permission_denied' };
/** The path names a member that everybody may see, and the caller's own object ends. */
export const ITS_OWN: Outsiders = { stranger: 'done', blocked: 'done' };
export const BETWEEN_TWO: Outsiders = { stranger: 'done', blocked: 'interaction_not_allowed' };

/** What the derived tests need to know of the operations of an area: one row for each operation in each part. */
export type AreaContract = {
  recipes: Readonly<Record<string, Recipe>>;
  /**
   * The permissions that each operation requires of a manager, by hand: this catches a wrong permission in a route or a
   * service function, because it is not derived from them.
   */
  permissions: Readonly<Record<string, readonly Case[] | typeof NO_PROFILE>>;
  /** For an operation with an id of `w.me` in its path. Default: `missing` of the recipe. */
  outsiders?: Readonly<Record<string, Outsiders>>;
  /**
   * How often one successful call may wait for the database, `commit` included, with a cached credential. A number that
   * grows with the data (a query per row) fails before it is slow.
   */
  roundTrips: Readonly<Record<string, number>>;
};
