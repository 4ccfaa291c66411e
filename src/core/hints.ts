import type { PrincipalType } from './enums.ts';

/** The type of credential that receives a hint; `anonymous`: none was sent. */
export type Reader = PrincipalType | 'anonymous';

/** Hints for credentials for which the general hint would not be true. */
export type HintsByReader = { readonly [Kind in Reader]?: string };

/** A hint of one or two sentences. `any` applies if the type of credential is unknown or has no hint of its own. */
export type Hint = string | ({ readonly any: string } & HintsByReader);

/** Chooses the hint for a type of credential. */
export function hintFor(hint: Hint, reader: Reader | null): string {
  if (typeof hint === 'string') return hint;
  return (reader && hint[reader]) ?? hint.any;
}
