import type { PrincipalType } from './enums.ts';

/** Whose credential reads a hint; `anonymous`: none was sent. */
export type Reader = PrincipalType | 'anonymous';

/** What to say to some readers instead, because the general text would not be true for them. */
export type HintsByReader = { readonly [Kind in Reader]?: string };

/** Advice in one or two sentences. `any` is read where the kind of credential has no text of its own or cannot be told. */
export type Hint = string | ({ readonly any: string } & HintsByReader);

/** THE place where the credential decides what a hint says. */
export function hintFor(hint: Hint, reader: Reader | null): string {
  if (typeof hint === 'string') return hint;
  return (reader && hint[reader]) ?? hint.any;
}
