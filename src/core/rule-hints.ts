import { op, type Text, text } from './operation-text.ts';

/** Hints for rules of which the name alone doesn't say what to do. They replace the hint of `invalid_request`. */
export const RULE_HINTS: Readonly<Record<string, Text>> = {
  id_or_username:
    'Send the id of a profile, a UUID, or its username: 3 to 30 letters, digits, hyphens and underscores.',
  username_format:
    'Send a username of 3 to 30 letters (a-z) and digits, with single hyphens or underscores between them: ada-lovelace.',
  not_wider_than_comments:
    'Others commented or reacted for fewer readers. Leave visibility as it is, or publish a new post.',
  format_datetime: 'Send a time with seconds and a time zone, as in RFC 3339: 2030-12-31T09:00:00Z.',
  verification_mark: [
    'Remove the check mark and send the request again: only this server shows who is verified, as legal_name_verified.',
    text`${op('verifications.create')} asks for it.`,
  ],
  service_name:
    'Choose other words: the name of this service and roles of its staff are reserved, and neither a name nor an occupation can end in a claim of verification.',
};
