import { op, type Text, text } from './operation-text.ts';

/** Hints for rules of which the name alone doesn't say what to do. They replace the hint of `invalid_request`. */
export const RULE_HINTS: Readonly<Record<string, Text>> = {
  verification_mark: [
    'Remove the check mark and send the request again: only this server shows who is verified, as legal_name_verified.',
    text`${op('verifications.create')} asks for it.`,
  ],
};
