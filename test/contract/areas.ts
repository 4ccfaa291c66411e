import { readdirSync } from 'node:fs';
import type { ErrorCode } from '../../src/core/error-codes.ts';
import type { Case, NO_PROFILE } from './permission-table.ts';
import type { Recipe } from './recipes.ts';

/** What the derived tests need to know of the operations of an area. */
export type AreaContract = {
  recipes: Readonly<Record<string, Recipe>>;
  /** The permissions that each operation requires of a manager, by hand: not derived from the operation. */
  permissions: Readonly<Record<string, readonly Case[] | typeof NO_PROFILE>>;
  /**
   * What an operation with an id of `w.me` in its path returns to a stranger and across a block: `done` or an error code.
   * Default: `missing` of the recipe.
   */
  outsiders?: Readonly<Record<string, { stranger: ErrorCode | 'done'; blocked: ErrorCode | 'done' }>>;
  /** How many round trips one successful call may take. */
  statements: Readonly<Record<string, number>>;
};

const folder = new URL('areas/', import.meta.url);
const modules = await Promise.all(
  readdirSync(folder).map((file) => import(new URL(file, folder).href) as Promise<{ default: AreaContract }>),
);

/** The rows of every file in `areas/`. */
function collected<Part extends keyof AreaContract>(part: Part): NonNullable<AreaContract[Part]> {
  return Object.assign({}, ...modules.map((one) => one.default[part])) as NonNullable<AreaContract[Part]>;
}

export const AREA_RECIPES = collected('recipes');
export const AREA_PERMISSIONS = collected('permissions');
export const AREA_OUTSIDERS = collected('outsiders');
export const AREA_STATEMENTS = collected('statements');
