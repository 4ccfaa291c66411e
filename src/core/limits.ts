/**
 * All lengths, sizes, counts and durations. `GET /v1/meta` publishes them, so names are part of the API. Lengths count
 * Unicode code points unless the name says `ascii` or `bytes`.
 */

const KIB = 1024;
const MIB = 1024 * KIB;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const LIMITS = {
  page: { min: 1, max: 50, default: 20 },
  sitemap_page: { min: 1, max: 50_000, default: 50_000 },
  lookup_ids: { min: 1, max: 50 },
  signup_suggestions: { max: 50 },
  home_items: { max: 5, compact: 1, compact_length: 60 },
  feed_new_count: { max: 100 },

  username: { min_length: 3, max_length: 30, held_after_change_ms: 90 * DAY },
  name: { min_length: 1, max_length: 80 },
  call_name: { min_length: 1, max_length: 40 },
  occupation: { min_length: 0, max_length: 120 },
  bio: { min_length: 0, max_length: 1000 },
  city_name: { min_length: 1, max_length: 80 },
  workspace_name: { min_length: 1, max_length: 80 },
  api_key_name: { min_length: 1, max_length: 80 },
  contact_request_message: { min_length: 0, max_length: 300 },
  return_note: { min_length: 0, max_length: 500 },
  removal_note: { min_length: 0, max_length: 500 },
  suspension_reason: { min_length: 1, max_length: 500 },
  verification_answer: { min_length: 0, max_length: 500 },
  appeal_text: { min_length: 1, max_length: 1000 },
  report_comment: { min_length: 0, max_length: 1000 },
  post_body: { min_length: 0, max_length: 3000 },
  post_body_preview: { max_length: 280, compact_length: 100 },
  message_body: { min_length: 1, max_length: 4000 },
  alt_text: { min_length: 0, max_length: 1500 },
  mentions: { max: 20 },
  links: { max: 20 },
  client_reference: { min_ascii: 0, max_ascii: 64 },
  idempotency_key: { min_ascii: 1, max_ascii: 255, kept_ms: 24 * HOUR },
  request_id: { min_ascii: 1, max_ascii: 64 },
  search_text: { max_length: 100, max_words: 16 },
  cursor: { min_length: 1, max_length: 1024 },
  /** Comma-separated lists in one query parameter. */
  query_list: { max_length: 8192 },
  timestamp: { max_length: 40 },
  place_search: { min_length: 2, max_length: 60 },
  location_code: { min_length: 1, max_length: 40 },
  api_key_profiles: { max: 100 },
  path_word: { min_length: 1, max_length: 500 },
  /** NIST SP 800-63B-4 for a password as the only factor. The minimum is configurable, but never below the floor. */
  password: { min_length: 15, floor_length: 8, max_length: 256, max_sent_length: 8192 },
  email: { min_length: 3, max_length: 254 },
  /** 253 (RFC 1035) minus the label of the verification record. */
  domain: { min_length: 4, max_length: 235 },
  webhook_url: { max_length: 2048 },

  /** `max_pixels` (7,680 x 4,320) bounds the memory of a decoder, `max_side_px` (JPEG's maximum) that of a row. */
  image: {
    max_bytes: 8 * MIB,
    max_pixels: 33_177_600,
    max_side_px: 65_535,
    stored_pixels: 6_553_600,
    stored_side_px: 8192,
    max_per_post: 4,
  },
  avatar: { large_px: 768, medium_px: 256, small_px: 96 },
  banner: { large_px: 1600, medium_px: 800, small_px: 400 },
  /** The address of an upload takes a picture for `url_ms`; the picture can be used for `kept_ms`. */
  upload: { url_ms: 10 * MINUTE, max_attempts: 5, kept_ms: 30 * MINUTE },
  /** `replaced_ms`: how long a replaced avatar or banner is still served to pages that link to it. */
  media: {
    signed_url_ms: 24 * HOUR,
    public_max_age_ms: 5 * MINUTE,
    immutable_max_age_ms: 365 * DAY,
    replaced_ms: 10 * MINUTE,
  },
  body: {
    default_bytes: 256 * KIB,
    post_images_bytes: 48 * MIB,
    profile_image_bytes: 12 * MIB,
    page_form_bytes: 64 * KIB,
    oauth_bytes: 16 * KIB,
    unsubscribe_bytes: KIB,
  },
  /**
   * Counted before parsing. `max_elements`: values in lists and objects. `max_syntax_bytes`: everything outside of
   * strings.
   */
  json: { max_depth: 32, max_elements: 10_000, max_syntax_bytes: 256 * KIB },
  /** `max_fields`: of a form that a page of this server posts; `max_text_parts`: of multipart/form-data. */
  form: { max_fields: 500, max_text_parts: 32 },

  /** Wrong passwords of one e-mail address: after the free ones each doubles the wait, and a right one ends it. */
  sign_in_delay: {
    /** A person who has forgotten which password it was tries a few. */
    free_tries: 4,
    first_wait_ms: SECOND,
    /** As long as the window of the address limit: 96 guesses a day, and an owner who is locked out gets in again. */
    longest_wait_ms: 15 * MINUTE,
    forgotten_after_ms: DAY,
  },
  /** `max_ascii`: of a code as it is typed, with spaces. `steps`: how many steps of 30 seconds a clock may be off. */
  second_factor: { max_ascii: 40, steps: 1, recovery_codes: 10 },
  /** A sign-up or a change can name any address: so often an account mails tokens, and all accounts to one new address. */
  waiting_sign_ups: { max: 500, kept_ms: 14 * DAY, reason_max_length: 500 },
  verification_mail: { token_ms: DAY, gap_ms: MINUTE, max_per_day: 5 },
  /** From one profile to another, and to all profiles of an account. The notification inside is not limited. */
  invitation_mail: { gap_ms: DAY, max_per_day: 5 },
  /** Mails about new API keys and webhooks, and of each other kind that keys and managers cause; one an hour later is about the rest. */
  created_mail: { max_per_hour: 5 },
  /**
   * Short-lived, since it is as good as the password. So many mails in its lifetime; then the last token stays valid,
   * so requests by others can't lock an owner out.
   */
  password_reset_mail: { token_ms: HOUR, gap_ms: MINUTE, max_per_token_lifetime: 3 },
  /** `undo_ms`: for how long the earlier address of an account can take it back. Nobody else gets the address meanwhile. */
  email_change: { undo_ms: 7 * DAY },

  account: {
    max_profiles: 50,
    max_live_sessions: 100,
    max_live_api_keys: 50,
    max_webhooks: 10,
    deletion_delay_ms: 30 * DAY,
  },
  /** `recent_ms`: how old the sign-in may be for what speaks as the member after the session, and for another e-mail address. */
  session: { idle_ms: 30 * DAY, max_age_ms: 90 * DAY, recent_ms: 2 * HOUR },
  api_key: { overlap_default_seconds: 86_400, overlap_max_seconds: 604_800 },
  /** `failed_kept_ms`: how long a failed export stays readable. */
  export: { url_ms: 24 * HOUR, failed_kept_ms: 7 * DAY },

  /**
   * `max_depth`: how deeply comments may be nested below a post. `max_unpublished`: drafts, pending and scheduled ones of a profile;
   * `max_unpublished_of_drafter`: those of a manager, key or app that may only draft, which must not fill the profile.
   * None of them adds one while the profile has `max_unpublished_of_drafters`.
   */
  post: {
    scheduled_ahead_ms: MINUTE,
    max_scheduled_ahead_ms: 365 * DAY,
    max_depth: 50,
    max_unpublished: 1000,
    max_unpublished_of_drafter: 100,
    max_unpublished_of_drafters: 500,
  },
  contact_request: { expires_ms: 90 * DAY, cooldown_ms: 21 * DAY, max_open: 500, max_open_for_ai_agent: 250 },
  access_grant: { expires_ms: 30 * DAY, max_resends: 5, resend_gap_ms: MINUTE, max_budget: 1_000_000 },

  /** How long a verification may stay pending: for the DNS record, or for the operator's decision. */
  verification: { domain_ms: 30 * DAY, operator_ms: 90 * DAY },
  event: { kept_ms: 30 * DAY },
  /** `wait` of `GET /v1/events`. Shorter than the timeouts of proxies and of MCP clients. */
  event_wait: { min_seconds: 1, max_seconds: 25 },
  concurrent_waits: { credential: 5, account: 20, total: 2000 },
  /** `kept_ms`: since the last change. `max_actors`: how many of those who caused it are shown. */
  notification: { kept_ms: 90 * DAY, max_actors: 3, max_preview_length: 140 },
  concurrent_streams: { credential: 5, account: 20 },
  stream: { ticket_ms: MINUTE, heartbeat_ms: 15 * SECOND },
  /** `read_bytes`: of the answer of a receiver; of these, `max_excerpt_bytes` are stored. */
  webhook: {
    max_attempts: 8,
    retry_span_ms: 24 * HOUR,
    read_bytes: 64 * KIB,
    max_excerpt_bytes: 2 * KIB,
    overlap_default_seconds: 86_400,
    overlap_max_seconds: 604_800,
  },
  /** How many messages one request to the MCP endpoint may contain. */
  mcp_batch: { max_messages: 100 },
  oauth: {
    code_ms: MINUTE,
    access_token_ms: HOUR,
    refresh_idle_ms: 30 * DAY,
    refresh_max_age_ms: 90 * DAY,
    /** How long after a refusal for lack of a scope a refresh counts as an answer to it. */
    step_up_ms: 30 * SECOND,
  },
} as const;

/** At most `max` in any `windowMs`. With `halfForAiAgent`, profiles of type `ai_agent` get half, rounded down. */
export type RateLimit = { readonly max: number; readonly windowMs: number; readonly halfForAiAgent?: true };

/** What a limit is counted by: each value has its own bucket. */
export const RATE_LIMIT_KEYS = ['credential', 'address', 'account', 'profile', 'conversation'] as const;
export type RateLimitKey = (typeof RATE_LIMIT_KEYS)[number];

/** In words: only limits of bytes have a unit. */
export const amountOf = (name: RateLimitName, max: number): string =>
  name !== 'image_bytes' ? `${max}` : max % MIB === 0 ? `${max / MIB} MiB` : `${max} bytes`;

const within = (max: number, windowMs: number) => ({ max, windowMs });

/** All windows of an entry apply at once. `RATE_LIMIT_MULTIPLIER` multiplies every `max`. */
export const RATE_LIMITS = {
  credential: { per: 'credential', windows: [{ max: 300, windowMs: 5 * MINUTE }] },
  credential_writes: { per: 'credential', windows: [within(60, MINUTE), within(10_000, DAY)] },
  /**
   * All sessions of an account together, because it can open them without end, and apart from these all its keys and apps:
   * none of them can keep its owner from revoking it.
   */
  account: { per: 'account', windows: [{ max: 3000, windowMs: 5 * MINUTE }] },
  account_writes: { per: 'account', windows: [within(300, MINUTE), within(30_000, DAY)] },
  /** IPv6 callers count by their /64, which is what one customer gets. */
  anonymous: { per: 'address', windows: [{ max: 600, windowMs: 5 * MINUTE }] },
  /**
   * Keeps the count only of a credential that is not valid. Its repeats count against the next limit, so that a program
   * with a revoked key doesn't keep out others.
   */
  invalid_credentials: { per: 'address', windows: [{ max: 600, windowMs: 5 * MINUTE }] },
  repeated_invalid_credential: { per: 'credential', windows: [{ max: 300, windowMs: 5 * MINUTE }] },
  /** Everything outside `/v1` except health checks: pages, images, documents, unknown paths. A page loads dozens. */
  pages_and_files: { per: 'address', windows: [{ max: 3000, windowMs: 5 * MINUTE }] },
  sign_in: { per: 'address', windows: [{ max: 10, windowMs: 15 * MINUTE }] },
  sign_up: { per: 'address', windows: [within(10, 15 * MINUTE), within(50, DAY)] },
  password_reset: { per: 'address', windows: [{ max: 10, windowMs: 15 * MINUTE }] },
  oauth_registrations: { per: 'address', windows: [{ max: 20, windowMs: HOUR }] },
  /** Fetches of metadata documents of clients that the process has not seen yet. */
  oauth_client_documents: { per: 'address', windows: [{ max: 20, windowMs: HOUR }] },
  posts: {
    per: 'profile',
    windows: [
      { max: 30, windowMs: HOUR, halfForAiAgent: true },
      { max: 150, windowMs: DAY, halfForAiAgent: true },
    ],
  },
  /** Profiles that an edit of a published post notifies of a mention; those of a new post count with it. */
  added_mentions: { per: 'profile', windows: [{ max: 40, windowMs: HOUR, halfForAiAgent: true }] },
  comments: { per: 'profile', windows: [{ max: 60, windowMs: HOUR, halfForAiAgent: true }] },
  reactions_and_follows: { per: 'profile', windows: [{ max: 300, windowMs: HOUR, halfForAiAgent: true }] },
  new_follows: { per: 'profile', windows: [{ max: 400, windowMs: DAY, halfForAiAgent: true }] },
  messages: { per: 'profile', windows: [{ max: 60, windowMs: MINUTE, halfForAiAgent: true }] },
  /** If both sides are `ai_agent`: keeps two agents from replying to each other endlessly. Not halved again. */
  ai_agent_conversation: { per: 'conversation', windows: [{ max: 30, windowMs: HOUR }] },
  new_conversations: { per: 'profile', windows: [{ max: 20, windowMs: DAY, halfForAiAgent: true }] },
  contact_requests: {
    per: 'profile',
    windows: [
      { max: 20, windowMs: DAY, halfForAiAgent: true },
      { max: 100, windowMs: 7 * DAY, halfForAiAgent: true },
    ],
  },
  /** All profiles of an account together. */
  account_new_conversations: { per: 'account', windows: [{ max: 100, windowMs: DAY }] },
  account_contact_requests: { per: 'account', windows: [{ max: 100, windowMs: DAY }] },
  reports: { per: 'profile', windows: [{ max: 20, windowMs: HOUR, halfForAiAgent: true }] },
  account_reports: { per: 'account', windows: [{ max: 40, windowMs: DAY }] },
  invitations: { per: 'account', windows: [{ max: 20, windowMs: DAY }] },
  profiles_created: { per: 'account', windows: [within(10, HOUR), within(50, 30 * DAY)] },
  /** Each former username stays reserved for months, so this bounds how many names one account takes from others. */
  renames: { per: 'account', windows: [{ max: 5, windowMs: 30 * DAY }] },
  exports: { per: 'account', windows: [{ max: 3, windowMs: DAY }] },
  verifications: { per: 'account', windows: [{ max: 20, windowMs: DAY }] },
  verification_checks: { per: 'account', windows: [{ max: 30, windowMs: HOUR }] },
  images: { per: 'account', windows: [{ max: 60, windowMs: 30 * MINUTE }] },
  /** Of the files that are stored, in all sizes: what an account adds to the disk. Some 800 photos. */
  image_bytes: { per: 'account', windows: [{ max: 250 * MIB, windowMs: DAY }] },
  search: { per: 'account', windows: [{ max: 60, windowMs: 10 * MINUTE }] },
  /** The answer says whether an account has the address, also in a dry run. */
  email_changes: { per: 'account', windows: [{ max: 10, windowMs: DAY }] },
  /** Test events and events that are sent again. */
  webhook_sends: { per: 'account', windows: [{ max: 60, windowMs: HOUR }] },
} as const satisfies Record<string, { per: RateLimitKey; windows: readonly [RateLimit, ...RateLimit[]] }>;

export type RateLimitName = keyof typeof RATE_LIMITS;
export const RATE_LIMIT_NAMES = Object.keys(RATE_LIMITS) as [RateLimitName, ...RateLimitName[]];

/**
 * What a process does at once: connections of `MAX_CONNECTIONS`, bytes of large bodies that are in flight, requests that
 * may have such a body (`uploads`), and what waits for a decoder of pictures or a slot for a long read.
 */
export const SHARES = {
  connections: { address_percent: 25, min: 100 },
  uploads: { account: 8 },
  /** At the pixel limit, one takes up to 350 MiB and a core. */
  decodes: { at_once: 2, waiting: 64, account: 8 },
  /** Each takes a connection of the pool. */
  long_reads: { at_once: 2, waiting: 40 },
  /** Fetches of metadata documents of OAuth clients. None waits: strangers name the servers. */
  client_documents: { at_once: 8 },
  bodies: { account_percent: 25, address_percent: 50, total_bytes: 4 * LIMITS.body.post_images_bytes },
  /** Requests on one connection that wait for their responses. */
  pipelined: { connection: 10 },
} as const;

/**
 * Guessing, searching and decoding cost even when they fail. All other limits count successes only. Counted before the
 * attempt; those of `COUNTS_FAILURES` are given back when it succeeds.
 */
export const COUNTS_ATTEMPTS: ReadonlySet<RateLimitName> = new Set([
  'credential',
  'credential_writes',
  'account',
  'account_writes',
  'anonymous',
  'invalid_credentials',
  'repeated_invalid_credential',
  'pages_and_files',
  'sign_in',
  'sign_up',
  'password_reset',
  'images',
  // What a failed request has stored stays for an hour.
  'image_bytes',
  'search',
  'oauth_registrations',
  'oauth_client_documents',
  'verification_checks',
  'email_changes',
]);

/** Many people behind one address may sign in; only those who guess are slowed down. */
export const COUNTS_FAILURES: ReadonlySet<RateLimitName> = new Set(['sign_in']);

/** All timeouts, in milliseconds. Without one, a single slow dependency could stall the whole service. */
export const TIMEOUTS = {
  http_headers_ms: 10 * SECOND,
  http_request_ms: 30 * SECOND,
  http_upload_ms: 120 * SECOND,
  /** The longest pause while a request body arrives. */
  http_body_stall_ms: 10 * SECOND,
  /** How long a client may stop reading a response. */
  http_answer_stall_ms: 60 * SECOND,
  /** Longer than the usual 60 s of proxies, so that the proxy closes an idle connection first. */
  http_keep_alive_ms: 65 * SECOND,
  database_connect_ms: 2 * SECOND,
  database_statement_ms: 10 * SECOND,
  database_lock_ms: 2 * SECOND,
  database_idle_in_transaction_ms: 10 * SECOND,
  /** Longer than the timeouts above, with which the database itself answers. */
  database_silence_ms: 20 * SECOND,
  /** How long `/readyz` waits for the database. Programs that check it wait for some seconds, and a busy server is ready. */
  readiness_ms: 5 * SECOND,
  redis_ms: 50,
  redis_connect_ms: 2 * SECOND,
  s3_ms: 5 * SECOND,
  /** One attempt at a name server, and all attempts together. */
  dns_try_ms: SECOND,
  dns_ms: 5 * SECOND,
  /** All attempts to find the addresses of a name. Shorter than the timeout of a connection, which includes them. */
  dns_addresses_ms: 2 * SECOND,
  webhook_ms: 10 * SECOND,
} as const;

/** The maximum for a profile type: `ai_agent` gets half with `halfForAiAgent`, but at least 1. */
export function maxFor(limit: RateLimit, profileType: string | undefined): number {
  return limit.halfForAiAgent && profileType === 'ai_agent' ? Math.max(1, Math.floor(limit.max / 2)) : limit.max;
}
