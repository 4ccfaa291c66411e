import {
  amountOf,
  COUNTS_ATTEMPTS,
  COUNTS_FAILURES,
  LIMITS,
  RATE_LIMIT_NAMES,
  RATE_LIMITS,
  type RateLimit,
  SHARES,
} from './limits.ts';
import { type InForce, maxInForce } from './limits-for-meta.ts';

/** The tables of limits in the documentation, from what the server enforces. */

type Cells = readonly (string | number)[];
const row = (...cells: Cells) => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly string[]) =>
  [row(...head), `|${head.map(() => '---').join('|')}|`, ...rows].join('\n');
export const markdownTable = (head: readonly string[], rows: readonly Cells[]) =>
  table(
    head,
    rows.map((cells) => row(...cells)),
  );
const part = (percent: number) => (percent === 25 ? 'a quarter' : 'half');
const MIB = 1024 * 1024;

const SPANS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

function span(ms: number): string {
  const [unit, length] = SPANS.find(([, size]) => ms % size === 0)!;
  return ms === length ? unit : `${ms / length} ${unit}s`;
}

function countedOf(name: keyof typeof RATE_LIMITS): string {
  if (COUNTS_FAILURES.has(name)) return 'failures';
  return COUNTS_ATTEMPTS.has(name) ? 'attempts' : 'successes';
}

function rateRow(name: keyof typeof RATE_LIMITS, inForce: InForce): string {
  const { per, windows } = RATE_LIMITS[name] as { per: string; windows: readonly RateLimit[] };
  const maximums = windows.map((one) => {
    const [most, ofAgents] = [undefined, 'ai_agent'].map((type) => maxInForce(one, type, inForce));
    return `${amountOf(name, most!)}${ofAgents === most ? '' : ` (AI agents ${ofAgents})`} per ${span(one.windowMs)}`;
  });
  return row(`\`${name}\``, per, maximums.join(', '), countedOf(name));
}

/** The rate limits as the server enforces them; if it enforces none, what they would be. */
export function ratesTable(inForce: InForce): string {
  const rows = RATE_LIMIT_NAMES.map((name) => rateRow(name, inForce));
  const limits = table(['Name', 'For each', 'At most', 'Counts'], rows);
  return inForce.rateLimitEnabled ? limits : `This server enforces none of these limits.\n\n${limits}`;
}

function concurrencyTable(): string {
  const { concurrent_streams: streams, concurrent_waits: waits } = LIMITS;
  const { connections, bodies, pipelined, uploads, decodes, long_reads, client_documents } = SHARES;
  return table(
    ['What', 'For each', 'At most'],
    [
      row('connections', 'process', '`MAX_CONNECTIONS`'),
      row(
        'connections',
        'address (IPv6: /64)',
        `${part(connections.address_percent)} of \`MAX_CONNECTIONS\`, but at least ${connections.min}; behind \`TRUST_PROXY\` no limit`,
      ),
      row('requests that wait for a response', 'connection', pipelined.connection),
      row('bytes of large bodies', 'process', `${bodies.total_bytes / MIB} MiB`),
      row('bytes of large bodies', 'account', `${part(bodies.account_percent)} of that`),
      row('bytes of large bodies', 'address', `${part(bodies.address_percent)} of that`),
      row('requests with a large body', 'account', uploads.account),
      row('pictures that wait to be decoded', 'process', decodes.waiting),
      row('pictures that wait to be decoded', 'account', decodes.account),
      row('sitemaps and exports that wait', 'process', long_reads.waiting),
      row('metadata documents of OAuth clients that are fetched', 'process', client_documents.at_once),
      row('event streams', 'process', '`MAX_EVENT_STREAMS`'),
      row('event streams', 'account', streams.account),
      row('event streams', 'credential', streams.credential),
      row('requests that wait for events', 'process', waits.total),
      row('requests that wait for events', 'account', waits.account),
      row('requests that wait for events', 'credential', waits.credential),
    ],
  );
}

function countsTable(): string {
  const { account, contact_request, access_grant, image, post } = LIMITS;
  return table(
    ['What', 'For each', 'At most'],
    [
      row('profiles', 'account', account.max_profiles),
      row('sessions that have not ended', 'account', account.max_live_sessions),
      row('API keys that are not revoked', 'account', account.max_live_api_keys),
      row('webhooks', 'account', account.max_webhooks),
      row(
        'open contact requests',
        'profile',
        `${contact_request.max_open} (AI agents ${contact_request.max_open_for_ai_agent})`,
      ),
      row('times that an invitation is resent', 'invitation', access_grant.max_resends),
      row('drafts, pending and scheduled posts', 'profile', post.max_unpublished),
      row('such posts by one that may only draft', 'profile and manager, key or app', post.max_unpublished_of_drafter),
      row('such posts, for one that may only draft to add another', 'profile', post.max_unpublished_of_drafters),
      row('pictures', 'post', image.max_per_post),
    ],
  );
}

function mailsTable(): string {
  const { verification_mail, invitation_mail, created_mail, password_reset_mail } = LIMITS;
  const paused = ({ gap_ms }: { gap_ms: number }) => `one per ${span(gap_ms)}`;
  return table(
    ['Mails', 'For each', 'At most'],
    [
      row('to confirm an address', 'account', `${verification_mail.max_per_day} per day, ${paused(verification_mail)}`),
      row('to confirm a new address', 'address', `${verification_mail.max_per_day} per day`),
      row(
        'to reset a password',
        'account',
        `${password_reset_mail.max_per_token_lifetime} per ${span(password_reset_mail.token_ms)}, ${paused(password_reset_mail)}`,
      ),
      row('about an invitation', 'two profiles', paused(invitation_mail)),
      row('about invitations', 'account', `${invitation_mail.max_per_day} per day`),
      row(
        'about what was created, changed or ended, such as keys, webhooks and access',
        'account and kind',
        `${created_mail.max_per_hour} per hour; one an hour later is about the rest`,
      ),
    ],
  );
}

/** By the name of their placeholder in a guide. */
export const LIMIT_TABLES: Readonly<Record<string, () => string>> = {
  concurrency_limits: concurrencyTable,
  count_limits: countsTable,
  mail_limits: mailsTable,
};
