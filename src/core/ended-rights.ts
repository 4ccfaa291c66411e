/**
 * What becomes of what a right has set in motion when the right ends. The code that ends rights, the hints of its responses,
 * the mails, the guide (`flows`) and a test of every cell follow this table.
 */

/** What each trace can become, in the words of the guide and of the mails. `none`: the right leaves no such trace. */
const FATES = {
  scheduled_posts: { draft: 'drafts again', stay: 'published', paused: 'drafts if their time comes meanwhile' },
  grants: { end: 'ended', stay: 'stay', paused: 'not in force meanwhile', none: '–' },
  webhooks: {
    disabled: 'disabled',
    silent: 'silent about the profile',
    stay: 'stay',
    paused: 'send nothing meanwhile',
  },
  exports: { end: 'ended', end_if_session: 'ended if it was a session', stay: 'stay for their day', none: '–' },
  streams: { end: 'closed', narrow: 'send what is left', stay: 'stay' },
  digests: { stay: 'stay', paused: 'not sent meanwhile', none: '–' },
  uploads: { refused: 'refused', stay: 'stay' },
  jobs: { checked: 'check again' },
} as const;

export type Trace = keyof typeof FATES;
export const TRACES = Object.keys(FATES) as Trace[];

type Row = { readonly [T in Trace]: keyof (typeof FATES)[T] };

const GRANT: Row = {
  scheduled_posts: 'draft',
  grants: 'end',
  webhooks: 'silent',
  exports: 'none',
  streams: 'end',
  digests: 'none',
  uploads: 'refused',
  jobs: 'checked',
};
/** A person who is kept out for a while. */
const HIDDEN: Row = {
  ...GRANT,
  scheduled_posts: 'paused',
  grants: 'paused',
  webhooks: 'paused',
  exports: 'stay',
  digests: 'paused',
};

/** A session that ends while the account stays with its owner. */
const SIGNED_OUT: Row = {
  ...GRANT,
  scheduled_posts: 'stay',
  grants: 'stay',
  webhooks: 'stay',
  exports: 'end',
  digests: 'stay',
};

const ENDED_RIGHTS = {
  grant_revoked: GRANT,
  grant_narrowed: { ...GRANT, streams: 'narrow' },
  grant_expired: GRANT,
  app_revoked: { ...GRANT, grants: 'none', webhooks: 'disabled', digests: 'stay' },
  // It reads as before.
  app_limited: { ...GRANT, grants: 'none', webhooks: 'stay', streams: 'stay', digests: 'stay', uploads: 'stay' },
  key_revoked: { ...GRANT, scheduled_posts: 'stay', grants: 'stay', webhooks: 'disabled', digests: 'stay' },
  key_narrowed: {
    ...GRANT,
    scheduled_posts: 'stay',
    grants: 'stay',
    streams: 'narrow',
    digests: 'stay',
  },
  credential_leaked: { ...GRANT, webhooks: 'disabled', exports: 'end_if_session', digests: 'stay' },
  account_suspended: HIDDEN,
  deletion_scheduled: HIDDEN,
  password_changed: SIGNED_OUT,
  // Somebody else may have had the sessions: what they have set up to publish or to send events must not live on.
  password_reset: { ...SIGNED_OUT, scheduled_posts: 'draft', webhooks: 'disabled' },
} as const satisfies Record<string, Row>;

export type End = keyof typeof ENDED_RIGHTS;
export const ENDS = Object.keys(ENDED_RIGHTS) as End[];

/** What a trace becomes after an end, with the types of all rows, for code that asks what may change. */
export const fateOf = <T extends Trace>(end: End, trace: T): Row[T] => (ENDED_RIGHTS[end] as Row)[trace];

const END_WORDS: Record<End, string> = {
  grant_revoked: 'An access grant is revoked, or its manager resigns',
  grant_narrowed: 'An access grant is narrowed (what it no longer allows)',
  grant_expired: 'An access grant expires',
  app_revoked: 'An app loses its authorization',
  app_limited: 'An app is limited to drafts',
  key_revoked: 'An API key is revoked',
  key_narrowed: 'An API key loses profiles, scopes or permissions (what it no longer allows)',
  credential_leaked: 'A key, session or token of an app appeared in a text',
  account_suspended: 'The account is suspended',
  deletion_scheduled: 'The account waits for deletion',
  password_changed: 'The password is changed (other sessions)',
  password_reset:
    'The password is reset (sessions; apps lose their authorization, keys and what sessions gave as requested)',
};

const TRACE_WORDS: Record<Trace, string> = {
  scheduled_posts: 'Scheduled posts',
  grants: 'Invitations and grants given',
  webhooks: 'Webhooks',
  exports: 'Exports',
  streams: 'Event streams',
  digests: 'Daily mails',
  uploads: 'Uploads under way',
  jobs: 'Queued jobs',
};

/** What a trace becomes after an end, in words. */
export const fateWords = (end: End, trace: Trace): string =>
  (FATES[trace] as Record<string, string>)[fateOf(end, trace)]!;

/** The table in Markdown. */
export function endedRightsTable(): string {
  const rows = [
    ['', ...TRACES.map((trace) => TRACE_WORDS[trace])],
    Array<string>(TRACES.length + 1).fill('---'),
    ...ENDS.map((end) => [END_WORDS[end], ...TRACES.map((trace) => fateWords(end, trace))]),
  ];
  return rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** What one end has done to these traces, as the items of a list in a mail. */
export const itemsOf = (end: End, traces: readonly Trace[]): string[] =>
  traces.map((trace) => `${TRACE_WORDS[trace]}: ${fateWords(end, trace)}`);
