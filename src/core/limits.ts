/**
 * THE table of lengths, sizes, counts and times. `GET /v1/meta` publishes `LIMITS` and `RATE_LIMITS` as they stand, so
 * the names are those of the wire. Lengths count Unicode code points unless the name says `ascii` or `bytes`.
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
  home_items: { max: 5 },

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
  suspension_reason: { min_length: 1, max_length: 500 },
  verification_answer: { min_length: 0, max_length: 500 },
  report_comment: { min_length: 0, max_length: 1000 },
  post_body: { min_length: 0, max_length: 3000 },
  post_body_preview: { max_length: 280 },
  message_body: { min_length: 1, max_length: 4000 },
  alt_text: { min_length: 0, max_length: 1500 },
  client_reference: { min_ascii: 0, max_ascii: 64 },
  idempotency_key: { min_ascii: 1, max_ascii: 255, kept_ms: 24 * HOUR },
  request_id: { min_ascii: 1, max_ascii: 64 },
  search_text: { max_length: 100 },
  cursor: { min_length: 1, max_length: 1024 },
  /** Of comma-separated words in one query parameter. */
  query_list: { max_length: 8192 },
  timestamp: { max_length: 40 },
  location_code: { min_length: 1, max_length: 40 },
  api_key_profiles: { max: 100 },
  path_word: { min_length: 1, max_length: 500 },
  /** NIST SP 800-63B-4 for a password that is the only factor; the minimum is configurable, never below the floor. */
  password: { min_length: 15, floor_length: 8, max_length: 256, max_sent_length: 8192 },
  email: { min_length: 3, max_length: 254 },
  /** 253 (RFC 1035) less the label that a proof stands under. */
  domain: { min_length: 4, max_length: 235 },
  webhook_url: { max_length: 2048 },

  /**
   * `max_pixels` is 7,680 x 4,320: the pixels that a decoder may have to hold are what an attacker multiplies.
   * `max_side_px`: the most that a JPEG can have. A decoder works in rows, and one row of 33 million pixels costs 2 GB.
   */
  image: { max_bytes: 8 * MIB, max_pixels: 33_177_600, max_side_px: 65_535, stored_side_px: 2560, max_per_post: 4 },
  avatar: { large_px: 768, medium_px: 256, small_px: 96 },
  banner: { large_px: 1600, medium_px: 800, small_px: 400 },
  /** `replaced_ms`: how long a replaced avatar or banner is still served, for pages that were loaded before. */
  media: {
    signed_url_ms: 24 * HOUR,
    public_max_age_ms: 5 * MINUTE,
    immutable_max_age_ms: 365 * DAY,
    replaced_ms: 10 * MINUTE,
  },
  body: { default_bytes: 256 * KIB, post_images_bytes: 48 * MIB, profile_image_bytes: 12 * MIB },
  /**
   * Of one JSON body, counted before it is parsed. `max_elements`: the values in lists and objects. `max_syntax_bytes`:
   * everything outside of strings, so that only long strings make a body larger than that.
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
  /** Whoever signs up chooses the address: nobody may be sent more mails than this. */
  verification_mail: { token_ms: DAY, gap_ms: MINUTE, max_per_day: 5 },
  /**
   * The token is short-lived, since it is as good as the password. As many mails as this go out in its lifetime: whoever
   * asks for more has the last one, which is still good, so that nobody can keep an owner out by asking.
   */
  password_reset_mail: { token_ms: HOUR, gap_ms: MINUTE, max_per_token_lifetime: 3 },

  account: { max_profiles: 50, max_live_api_keys: 50, deletion_delay_ms: 30 * DAY },
  session: { idle_ms: 30 * DAY, max_age_ms: 90 * DAY },
  api_key: { overlap_default_seconds: 86_400, overlap_max_seconds: 604_800 },
  /** `failed_kept_ms`: how long one that failed can be read of. */
  export: { url_ms: 24 * HOUR, failed_kept_ms: 7 * DAY },

  /** `max_depth`: how many posts a comment may be an answer below. */
  post: { scheduled_ahead_ms: MINUTE, max_depth: 50 },
  contact_request: { expires_ms: 90 * DAY, cooldown_ms: 21 * DAY, max_open: 500, max_open_for_ai_agent: 250 },
  access_grant: { expires_ms: 30 * DAY, max_resends: 5, resend_gap_ms: MINUTE, max_budget: 1_000_000 },

  /** How long one may wait: for the record of a domain, for the operator. */
  verification: { domain_ms: 30 * DAY, operator_ms: 90 * DAY },
  event: { kept_ms: 30 * DAY },
  stream: { max_per_credential: 5, ticket_ms: MINUTE, heartbeat_ms: 15 * SECOND },
  webhook: { max_attempts: 8, retry_span_ms: 24 * HOUR },
  /** How many messages one request to the MCP endpoint may hold. */
  mcp_batch: { max_messages: 100 },
  oauth: { code_ms: MINUTE, access_token_ms: HOUR, refresh_idle_ms: 30 * DAY, refresh_max_age_ms: 90 * DAY },
} as const;

/** At most `max` in any `windowMs`; half of it (rounded down) for profiles of type `ai_agent` where the table says so. */
export type RateLimit = { readonly max: number; readonly windowMs: number; readonly halfForAiAgent?: true };

/** What a limit is counted on: one bucket a value of it. */
export type RateLimitKey = 'credential' | 'address' | 'account' | 'profile' | 'conversation';

/** All windows of one entry hold at once. `RATE_LIMIT_MULTIPLIER` multiplies every `max`. */
export const RATE_LIMITS = {
  credential: { per: 'credential', windows: [{ max: 300, windowMs: 5 * MINUTE }] },
  credential_writes: { per: 'credential', windows: [{ max: 60, windowMs: MINUTE }] },
  /** An IPv6 caller counts by its /64, which is what one customer gets. */
  anonymous: { per: 'address', windows: [{ max: 600, windowMs: 5 * MINUTE }] },
  /** Everything outside `/v1` but the health checks: pages, pictures, documents, unknown paths. A page loads dozens. */
  pages_and_files: { per: 'address', windows: [{ max: 3000, windowMs: 5 * MINUTE }] },
  sign_in: { per: 'address', windows: [{ max: 10, windowMs: 15 * MINUTE }] },
  sign_up: { per: 'address', windows: [{ max: 10, windowMs: 15 * MINUTE }] },
  password_reset: { per: 'address', windows: [{ max: 10, windowMs: 15 * MINUTE }] },
  oauth_registrations: { per: 'address', windows: [{ max: 20, windowMs: HOUR }] },
  posts: {
    per: 'profile',
    windows: [
      { max: 30, windowMs: HOUR, halfForAiAgent: true },
      { max: 150, windowMs: DAY, halfForAiAgent: true },
    ],
  },
  comments: { per: 'profile', windows: [{ max: 60, windowMs: HOUR, halfForAiAgent: true }] },
  reactions_and_follows: { per: 'profile', windows: [{ max: 300, windowMs: HOUR, halfForAiAgent: true }] },
  new_follows: { per: 'profile', windows: [{ max: 400, windowMs: DAY, halfForAiAgent: true }] },
  messages: { per: 'profile', windows: [{ max: 60, windowMs: MINUTE, halfForAiAgent: true }] },
  /** Where both sides are `ai_agent`: two machines that answer each other must not run away. Not halved once more. */
  ai_agent_conversation: { per: 'conversation', windows: [{ max: 30, windowMs: HOUR }] },
  new_conversations: { per: 'profile', windows: [{ max: 20, windowMs: DAY, halfForAiAgent: true }] },
  contact_requests: {
    per: 'profile',
    windows: [
      { max: 20, windowMs: DAY, halfForAiAgent: true },
      { max: 100, windowMs: 7 * DAY, halfForAiAgent: true },
    ],
  },
  reports: { per: 'profile', windows: [{ max: 20, windowMs: HOUR, halfForAiAgent: true }] },
  invitations: { per: 'account', windows: [{ max: 20, windowMs: DAY }] },
  profiles_created: { per: 'account', windows: [{ max: 10, windowMs: HOUR }] },
  exports: { per: 'account', windows: [{ max: 3, windowMs: DAY }] },
  verifications: { per: 'account', windows: [{ max: 20, windowMs: DAY }] },
  verification_checks: { per: 'account', windows: [{ max: 30, windowMs: HOUR }] },
  images: { per: 'account', windows: [{ max: 60, windowMs: 30 * MINUTE }] },
  search: { per: 'account', windows: [{ max: 60, windowMs: 10 * MINUTE }] },
} as const satisfies Record<string, { per: RateLimitKey; windows: readonly [RateLimit, ...RateLimit[]] }>;

export type RateLimitName = keyof typeof RATE_LIMITS;

/**
 * What is guessed, sought or decoded counts whatever comes of it. All else counts what was done: a refusal, a dry run and
 * a repeat that is answered from its record cost a member nothing.
 */
export const COUNTS_ATTEMPTS: ReadonlySet<RateLimitName> = new Set([
  'credential',
  'credential_writes',
  'anonymous',
  'pages_and_files',
  'sign_in',
  'sign_up',
  'password_reset',
  'images',
  'search',
  'oauth_registrations',
  'verification_checks',
]);

/** Every wait of the service, in milliseconds. A call without a limit in time is how one slow part stops the rest. */
export const TIMEOUTS = {
  http_headers_ms: 10 * SECOND,
  http_request_ms: 30 * SECOND,
  http_upload_ms: 120 * SECOND,
  /** Over which a body has to keep coming. */
  http_body_stall_ms: 10 * SECOND,
  /** How long a reader may take nothing of a long answer. */
  http_answer_stall_ms: 60 * SECOND,
  /** Longer than the 60 s of common proxies, so that it is the proxy that closes an idle connection. */
  http_keep_alive_ms: 65 * SECOND,
  database_connect_ms: 2 * SECOND,
  database_statement_ms: 10 * SECOND,
  database_lock_ms: 2 * SECOND,
  database_idle_in_transaction_ms: 10 * SECOND,
  redis_ms: 50,
  s3_ms: 5 * SECOND,
  /** One try of a name server, and all of them. */
  dns_try_ms: 2 * SECOND,
  dns_ms: 5 * SECOND,
  webhook_ms: 15 * SECOND,
} as const;

/** A limit for one profile: `ai_agent` gets half where the table says so, never less than 1. */
export function maxFor(limit: RateLimit, profileType: string | undefined): number {
  return limit.halfForAiAgent && profileType === 'ai_agent' ? Math.max(1, Math.floor(limit.max / 2)) : limit.max;
}

type RateLimitForMeta = {
  per: RateLimitKey;
  windows: { max: number; max_for_ai_agent: number; window_seconds: number }[];
};

/** What `GET /v1/meta` shows as `limits`: `LIMITS` and the table of rates, as plain numbers in names of the wire. */
export function limitsForMeta(): typeof LIMITS & { rates: Record<RateLimitName, RateLimitForMeta> } {
  const rates = {} as Record<RateLimitName, RateLimitForMeta>;
  for (const name of Object.keys(RATE_LIMITS) as RateLimitName[]) {
    const { per, windows } = RATE_LIMITS[name] as { per: RateLimitKey; windows: readonly RateLimit[] };
    rates[name] = {
      per,
      windows: windows.map((window) => ({
        max: window.max,
        max_for_ai_agent: maxFor(window, 'ai_agent'),
        window_seconds: window.windowMs / SECOND,
      })),
    };
  }
  return { ...LIMITS, rates };
}
