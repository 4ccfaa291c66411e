import type { PrincipalType } from './enums.ts';
import type { Text } from './operation-text.ts';

/** The kind of credential that receives a hint; `anonymous`: none was sent. */
export type Reader = PrincipalType | 'anonymous';

/** Texts for readers for which the general text would not be true. `limited`: a credential with `permissions`. */
export type HintsByReader = { readonly [Kind in Reader | 'limited']?: Text };

/** One or two sentences. `any` applies when the kind of credential is unknown or has no text of its own. */
export type Hint = Text | ({ readonly any: Text } & HintsByReader);

/** The only place where the credential decides which hint is sent. */
export function hintFor(hint: Hint, reader: Reader | null, isLimited = false): Text {
  if (typeof hint === 'string' || !('any' in hint)) return hint;
  return (isLimited ? hint.limited : undefined) ?? (reader && hint[reader]) ?? hint.any;
}
