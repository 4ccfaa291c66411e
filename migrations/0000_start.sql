CREATE EXTENSION IF NOT EXISTS "unaccent" WITH SCHEMA "public";
CREATE EXTENSION IF NOT EXISTS "pg_trgm" WITH SCHEMA "public";
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "public"."fold_text"("value" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
	AS $$ SELECT lower(public.unaccent('public.unaccent', "value")) $$;
--> statement-breakpoint
-- The words of a text without case, accents and width. Those of scripts without spaces are cut into pairs of letters, and
-- into letters too if asked.
CREATE OR REPLACE FUNCTION "public"."search_words"("value" text, "with_letters" boolean DEFAULT false) RETURNS text
	LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
	AS $$
DECLARE
	unspaced CONSTANT text := '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3100-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff]';
	words text;
	pairs text;
	letters text;
BEGIN
	IF octet_length("value") = length("value") THEN
		RETURN regexp_replace(lower("value" COLLATE "C"), '[^a-z0-9 ]+', ' ', 'g');
	END IF;
	words := public.unaccent('public.unaccent', "value");
	IF octet_length(words) = length(words) THEN
		RETURN regexp_replace(lower(words COLLATE "C"), '[^a-z0-9 ]+', ' ', 'g');
	END IF;
	words := public.fold_text(CASE WHEN words IS NFKC NORMALIZED THEN words ELSE normalize(words, NFKC) END);
	-- Arabic letters lose hamza, vowel signs and elongation. Soft hyphens and word joiners disappear.
	IF words ~ '[\u00ad\u0622-\u0626\u0629\u0640\u0649-\u0652\u0670\u0671\u2060\ufeff]' THEN
		words := translate(words,
			U&'\0623\0625\0622\0671\0649\0629\0624\0626\064B\064C\064D\064E\064F\0650\0651\0652\0670\0640\00AD\2060\FEFF',
			U&'\0627\0627\0627\0627\064A\0647\0648\064A');
	END IF;
	words := regexp_replace(words, '[\u0001-\u001f\u0021-\u002f\u003a-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05f3\u05f4\u0609-\u060d\u061b-\u061f\u066a-\u066d\u06d4\u0964\u0965\u0e4f\u0e5a\u0e5b\u104a-\u104f\u2000-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u303d-\u303f\u30a0\u30fb\ufe00-\ufe6f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\ufff0-\uffff\U0001f000-\U0001faff]+', ' ', 'g');
	IF words !~ unspaced THEN
		RETURN words;
	END IF;
	SELECT string_agg(CASE
			WHEN NOT is_unspaced THEN letter
			WHEN is_followed THEN ' ' || letter || next_letter || ' '
			WHEN follows THEN ' '
			ELSE ' ' || letter || ' '
		END, '' ORDER BY place), string_agg(letter, ' ' ORDER BY place) FILTER (WHERE is_unspaced)
	INTO pairs, letters
	FROM (
		SELECT letter, place, is_unspaced, lead(letter) OVER places AS next_letter,
			coalesce(lead(is_unspaced) OVER places, false) AS is_followed, coalesce(lag(is_unspaced) OVER places, false) AS follows
		FROM (
			SELECT letter, place, letter ~ unspaced AS is_unspaced
			FROM string_to_table(words, NULL) WITH ORDINALITY AS split(letter, place)
		) marked
		WINDOW places AS (ORDER BY place)
	) neighbors;
	RETURN CASE WHEN with_letters THEN pairs || ' ' || letters ELSE pairs END;
END
$$;
--> statement-breakpoint
-- The words of a text, and each word of 4 to 24 letters without one of them. Two words with one wrong, missing, additional or
-- exchanged letter have a form in common, which an index finds at once. An index of trigrams reads many more names.
CREATE OR REPLACE FUNCTION "public"."search_typos"("value" text) RETURNS tsvector
	LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
	AS $$
BEGIN
	RETURN (SELECT array_to_tsvector(coalesce(array_agg(form), '{}')) FROM string_to_table(public.search_words("value"), ' ') word, LATERAL (
		SELECT word WHERE word <> '' UNION ALL
		SELECT overlay(word PLACING '' FROM place FOR 1) FROM generate_series(1, length(word)) place WHERE length(word) BETWEEN 4 AND 24) forms(form));
END
$$;
--> statement-breakpoint
CREATE TABLE public.access_grants (
    id uuid NOT NULL,
    profile_id uuid NOT NULL,
    manager_profile_id uuid NOT NULL,
    permissions text[] NOT NULL,
    status text NOT NULL,
    budget jsonb,
    public boolean DEFAULT false NOT NULL,
    resend_count smallint DEFAULT 0 NOT NULL,
    last_sent_at timestamp(3) with time zone,
    expires_at timestamp(3) with time zone,
    accepted_at timestamp(3) with time zone,
    declined_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    invitation_expires_at timestamp(3) with time zone,
    given_under uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    given_by jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT access_grants_not_self_check CHECK ((profile_id <> manager_profile_id)),
    CONSTRAINT access_grants_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'declined'::text, 'revoked'::text, 'expired'::text])))
);
ALTER TABLE ONLY public.access_grants ALTER COLUMN manager_profile_id SET (n_distinct=-0.01);
--> statement-breakpoint
CREATE TABLE public.accounts (
    id uuid NOT NULL,
    email text NOT NULL,
    email_key text NOT NULL,
    password_hash text NOT NULL,
    operator boolean DEFAULT false NOT NULL,
    email_verified_at timestamp(3) with time zone,
    suspended_at timestamp(3) with time zone,
    suspension_reason text,
    deletion_scheduled_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.actors (
    id uuid NOT NULL,
    type text NOT NULL,
    entity_id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT actors_type_check CHECK ((type = ANY (ARRAY['profile'::text, 'guest'::text])))
);
--> statement-breakpoint
CREATE TABLE public.audit_log (
    id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    operation text NOT NULL,
    principal_type text NOT NULL,
    principal_id uuid,
    account_id uuid,
    profile_id uuid,
    manager_profile_id uuid,
    grant_id uuid,
    object_type text NOT NULL,
    object_id uuid NOT NULL,
    request_id text NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.audit_seals (
    chain_id uuid NOT NULL,
    number integer NOT NULL,
    entry_id uuid NOT NULL,
    hash bytea NOT NULL,
    sealed_until timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.blocks (
    blocker_profile_id uuid NOT NULL,
    blocked_profile_id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT blocks_not_self_check CHECK ((blocker_profile_id <> blocked_profile_id))
);
--> statement-breakpoint
CREATE TABLE public.bookmarks (
    profile_id uuid NOT NULL,
    post_id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
ALTER TABLE ONLY public.bookmarks ALTER COLUMN post_id SET (n_distinct=-0.01);
--> statement-breakpoint
CREATE TABLE public.contact_requests (
    id uuid NOT NULL,
    requester_profile_id uuid NOT NULL,
    requester_actor_id uuid NOT NULL,
    addressee_profile_id uuid NOT NULL,
    status text NOT NULL,
    message text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    responded_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    by_ai boolean DEFAULT false NOT NULL,
    manager_profile_id uuid,
    grant_id uuid,
    CONSTRAINT contact_requests_not_self_check CHECK ((requester_profile_id <> addressee_profile_id)),
    CONSTRAINT contact_requests_responded_check CHECK (((responded_at IS NOT NULL) = (status = ANY (ARRAY['accepted'::text, 'rejected'::text])))),
    CONSTRAINT contact_requests_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'rejected'::text, 'withdrawn'::text, 'expired'::text])))
);
ALTER TABLE ONLY public.contact_requests ALTER COLUMN requester_profile_id SET (n_distinct=-0.01);
ALTER TABLE ONLY public.contact_requests ALTER COLUMN addressee_profile_id SET (n_distinct=-0.01);
--> statement-breakpoint
CREATE TABLE public.contacts (
    id uuid NOT NULL,
    owner_actor_id uuid NOT NULL,
    owner_entity_id uuid NOT NULL,
    owner_entity_type text NOT NULL,
    contact_actor_id uuid NOT NULL,
    contact_entity_id uuid NOT NULL,
    created_from_contact_request_id uuid,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT contacts_owner_type_check CHECK ((owner_entity_type = ANY (ARRAY['profile'::text, 'guest'::text])))
);
ALTER TABLE ONLY public.contacts ALTER COLUMN owner_entity_id SET (n_distinct=-0.01);
--> statement-breakpoint
CREATE TABLE public.conversation_members (
    conversation_id uuid NOT NULL,
    actor_id uuid NOT NULL,
    other_actor_id uuid NOT NULL,
    last_read_seq integer DEFAULT 0 NOT NULL,
    last_read_at timestamp(3) with time zone,
    unread_count integer DEFAULT 0 NOT NULL,
    last_activity_at timestamp(3) with time zone NOT NULL,
    has_written boolean DEFAULT false NOT NULL,
    muted_at timestamp(3) with time zone,
    activity_minute timestamp(3) with time zone GENERATED ALWAYS AS (date_bin('00:01:00'::interval, last_activity_at, '1970-01-01 00:00:00+00'::timestamp with time zone)) STORED NOT NULL,
    is_unread boolean GENERATED ALWAYS AS ((unread_count > 0)) STORED NOT NULL,
    CONSTRAINT conversation_members_unread_check CHECK ((unread_count >= 0))
);
ALTER TABLE ONLY public.conversation_members ALTER COLUMN actor_id SET (n_distinct=-0.01);
--> statement-breakpoint
CREATE TABLE public.conversations (
    id uuid NOT NULL,
    kind text NOT NULL,
    low_actor_id uuid NOT NULL,
    high_actor_id uuid NOT NULL,
    created_by_actor_id uuid NOT NULL,
    created_from_contact_request_id uuid,
    last_seq integer DEFAULT 0 NOT NULL,
    last_message_at timestamp(3) with time zone,
    last_message_preview text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT conversations_kind_check CHECK ((kind = 'direct'::text)),
    CONSTRAINT conversations_order_check CHECK ((low_actor_id < high_actor_id))
);
--> statement-breakpoint
CREATE TABLE public.credential_profiles (
    credential_id uuid NOT NULL,
    profile_id uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.credential_secrets (
    id uuid NOT NULL,
    credential_id uuid NOT NULL,
    hash bytea NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone,
    scopes text[]
);
--> statement-breakpoint
CREATE TABLE public.credentials (
    id uuid NOT NULL,
    type text NOT NULL,
    account_id uuid NOT NULL,
    name text NOT NULL,
    scopes text[] NOT NULL,
    for_agent boolean DEFAULT false NOT NULL,
    parent_id uuid,
    prefix text NOT NULL,
    user_agent text,
    ip_prefix text,
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone,
    expires_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone,
    CONSTRAINT credentials_type_check CHECK ((type = ANY (ARRAY['session'::text, 'api_key'::text, 'oauth'::text])))
);
--> statement-breakpoint
CREATE TABLE public.event_log (
    single boolean DEFAULT true NOT NULL,
    epoch uuid DEFAULT gen_random_uuid() NOT NULL,
    last_position bigint DEFAULT 0 NOT NULL,
    dropped_position bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE SEQUENCE public.events_sequence
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
--> statement-breakpoint
CREATE TABLE public.events (
    id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    "position" bigint,
    type text NOT NULL,
    profile_id uuid,
    account_id uuid,
    actor_profile_id uuid,
    object_type text NOT NULL,
    object_id uuid NOT NULL,
    data jsonb NOT NULL,
    sequence bigint DEFAULT nextval('public.events_sequence'::regclass) NOT NULL
)
PARTITION BY RANGE (created_at);
--> statement-breakpoint
CREATE TABLE public.events_default (
    id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    "position" bigint,
    type text NOT NULL,
    profile_id uuid,
    account_id uuid,
    actor_profile_id uuid,
    object_type text NOT NULL,
    object_id uuid NOT NULL,
    data jsonb NOT NULL,
    sequence bigint DEFAULT nextval('public.events_sequence'::regclass) NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.exports (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    status text NOT NULL,
    attempts smallint DEFAULT 0 NOT NULL,
    blob_key text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone,
    CONSTRAINT exports_ready_check CHECK ((((status = 'ready'::text) = (expires_at IS NOT NULL)) AND ((blob_key IS NULL) OR (status = 'ready'::text)))),
    CONSTRAINT exports_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'ready'::text, 'failed'::text])))
);
--> statement-breakpoint
CREATE TABLE public.feed_entries (
    profile_id uuid NOT NULL,
    published_at timestamp(3) with time zone NOT NULL,
    post_id uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.feed_progress (
    is_only boolean DEFAULT true NOT NULL,
    published_at timestamp(3) with time zone NOT NULL,
    post_id uuid NOT NULL,
    CONSTRAINT feed_progress_is_only_check CHECK (is_only)
);
--> statement-breakpoint
CREATE TABLE public.follows (
    id uuid NOT NULL,
    follower_profile_id uuid NOT NULL,
    followed_profile_id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT follows_not_self_check CHECK ((follower_profile_id <> followed_profile_id))
);
ALTER TABLE ONLY public.follows ALTER COLUMN follower_profile_id SET (n_distinct=-0.01);
ALTER TABLE ONLY public.follows ALTER COLUMN followed_profile_id SET (n_distinct=-0.01);
--> statement-breakpoint
CREATE TABLE public.grant_usage (
    grant_id uuid NOT NULL,
    kind text NOT NULL,
    day date NOT NULL,
    used integer NOT NULL,
    allowed integer NOT NULL,
    CONSTRAINT grant_usage_budget_check CHECK (((used >= 1) AND (used <= allowed))),
    CONSTRAINT grant_usage_kind_check CHECK ((kind = ANY (ARRAY['posts_per_day'::text, 'messages_per_day'::text, 'contact_requests_per_day'::text])))
);
--> statement-breakpoint
CREATE TABLE public.idempotency_records (
    credential_id uuid NOT NULL,
    key text NOT NULL,
    fingerprint bytea NOT NULL,
    status smallint NOT NULL,
    body text NOT NULL,
    sealed boolean NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.instance_facts (
    name text NOT NULL,
    value text NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.invites (
    token_hash bytea NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone,
    used_by_account_id uuid
);
--> statement-breakpoint
CREATE TABLE public.media_garbage (
    blob_key text NOT NULL,
    due_at timestamp(3) with time zone NOT NULL,
    profile_id uuid
);
--> statement-breakpoint
CREATE TABLE public.message_mentions (
    message_id uuid NOT NULL,
    profile_id uuid NOT NULL,
    starts integer[] NOT NULL,
    ends integer[] NOT NULL,
    CONSTRAINT message_mentions_positions_check CHECK ((cardinality(starts) = cardinality(ends)))
);
--> statement-breakpoint
CREATE TABLE public.messages (
    id uuid NOT NULL,
    conversation_id uuid NOT NULL,
    seq integer NOT NULL,
    sender_actor_id uuid NOT NULL,
    kind text NOT NULL,
    body text NOT NULL,
    ai_disclosure text NOT NULL,
    needs_human boolean DEFAULT false NOT NULL,
    client_reference text,
    manager_profile_id uuid,
    grant_id uuid,
    deleted_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT messages_ai_disclosure_check CHECK ((ai_disclosure = ANY (ARRAY['none'::text, 'assisted'::text, 'generated'::text]))),
    CONSTRAINT messages_deleted_check CHECK (((deleted_at IS NULL) OR (body = ''::text))),
    CONSTRAINT messages_kind_check CHECK ((kind = 'text'::text))
);
--> statement-breakpoint
CREATE TABLE public.mutes (
    muter_profile_id uuid NOT NULL,
    muted_profile_id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT mutes_not_self_check CHECK ((muter_profile_id <> muted_profile_id))
);
ALTER TABLE ONLY public.mutes ALTER COLUMN muted_profile_id SET (n_distinct=-0.01);
--> statement-breakpoint
CREATE TABLE public.notification_actors (
    notification_id uuid NOT NULL,
    actor_profile_id uuid NOT NULL,
    object_id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.notification_digests (
    account_id uuid NOT NULL,
    mailed_at timestamp(3) with time zone NOT NULL,
    stopped_at timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE public.notification_preferences (
    profile_id uuid NOT NULL,
    type text NOT NULL,
    list boolean,
    mail boolean
);
--> statement-breakpoint
CREATE TABLE public.notifications (
    id uuid NOT NULL,
    profile_id uuid NOT NULL,
    type text NOT NULL,
    group_id uuid NOT NULL,
    read_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    needs_human boolean DEFAULT false NOT NULL,
    managed_profile_id uuid
);
--> statement-breakpoint
CREATE TABLE public.oauth_clients (
    client_id text NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    redirect_uris text[] NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone,
    CONSTRAINT oauth_clients_kind_check CHECK ((kind = ANY (ARRAY['registered'::text, 'dynamic'::text])))
);
--> statement-breakpoint
CREATE TABLE public.oauth_codes (
    hash bytea NOT NULL,
    credential_id uuid NOT NULL,
    payload jsonb NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE public.oauth_grants (
    credential_id uuid NOT NULL,
    client_id text NOT NULL,
    client_kind text NOT NULL,
    client_host text,
    resource text NOT NULL,
    generation integer DEFAULT 0 NOT NULL,
    generation_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT oauth_grants_client_kind_check CHECK ((client_kind = ANY (ARRAY['registered'::text, 'dynamic'::text, 'metadata'::text])))
);
--> statement-breakpoint
CREATE TABLE public.oauth_interactions (
    hash bytea NOT NULL,
    payload jsonb NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.oauth_refresh_tokens (
    hash bytea NOT NULL,
    credential_id uuid NOT NULL,
    generation integer NOT NULL,
    payload jsonb NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.one_time_tokens (
    token_hash bytea NOT NULL,
    account_id uuid NOT NULL,
    purpose text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone,
    CONSTRAINT one_time_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['email_verification'::text, 'password_reset'::text])))
);
--> statement-breakpoint
CREATE TABLE public.post_counters (
    post_id uuid NOT NULL,
    shard smallint NOT NULL,
    likes integer DEFAULT 0 NOT NULL,
    replies integer DEFAULT 0 NOT NULL,
    comments integer DEFAULT 0 NOT NULL,
    quotes integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.post_images (
    id uuid NOT NULL,
    post_id uuid NOT NULL,
    "position" smallint NOT NULL,
    blob_key text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    alt_text text,
    CONSTRAINT post_images_position_check CHECK ((("position" >= 0) AND ("position" <= 3)))
);
--> statement-breakpoint
CREATE TABLE public.post_mentions (
    post_id uuid NOT NULL,
    profile_id uuid NOT NULL,
    starts integer[] NOT NULL,
    ends integer[] NOT NULL,
    announced boolean DEFAULT false NOT NULL,
    CONSTRAINT post_mentions_positions_check CHECK ((cardinality(starts) = cardinality(ends)))
);
--> statement-breakpoint
CREATE TABLE public.post_revisions (
    post_id uuid NOT NULL,
    revision integer NOT NULL,
    body text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    visibility text,
    CONSTRAINT post_revisions_visibility_check CHECK ((visibility = ANY (ARRAY['public'::text, 'members'::text, 'contacts'::text])))
);
--> statement-breakpoint
CREATE TABLE public.posts (
    id uuid NOT NULL,
    profile_id uuid NOT NULL,
    kind text NOT NULL,
    status text NOT NULL,
    visibility text NOT NULL,
    body text NOT NULL,
    ai_disclosure text NOT NULL,
    by_ai boolean DEFAULT false NOT NULL,
    reply_to_post_id uuid,
    root_post_id uuid,
    quoted_post_id uuid,
    ancestor_ids uuid[] NOT NULL,
    is_golden_ticket boolean DEFAULT false NOT NULL,
    client_reference text,
    revision integer DEFAULT 1 NOT NULL,
    manager_profile_id uuid,
    grant_id uuid,
    approved_by_account_id uuid,
    return_note text,
    scheduled_at timestamp(3) with time zone,
    published_at timestamp(3) with time zone,
    edited_at timestamp(3) with time zone,
    removed_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    search_vector tsvector GENERATED ALWAYS AS (to_tsvector('simple'::regconfig, public.search_words(body, true))) STORED NOT NULL,
    images jsonb,
    removal_note text,
    CONSTRAINT posts_ai_disclosure_check CHECK ((ai_disclosure = ANY (ARRAY['none'::text, 'assisted'::text, 'generated'::text]))),
    CONSTRAINT posts_comment_check CHECK (((kind = 'comment'::text) = (reply_to_post_id IS NOT NULL))),
    CONSTRAINT posts_kind_check CHECK ((kind = ANY (ARRAY['post'::text, 'comment'::text, 'quote'::text]))),
    CONSTRAINT posts_published_check CHECK (((status <> 'published'::text) OR (published_at IS NOT NULL))),
    CONSTRAINT posts_quote_check CHECK (((kind <> 'quote'::text) OR (quoted_post_id IS NOT NULL))),
    CONSTRAINT posts_root_check CHECK (((reply_to_post_id IS NULL) = (root_post_id IS NULL))),
    CONSTRAINT posts_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'pending_approval'::text, 'scheduled'::text, 'published'::text, 'removed'::text]))),
    CONSTRAINT posts_visibility_check CHECK ((visibility = ANY (ARRAY['public'::text, 'members'::text, 'contacts'::text])))
);
--> statement-breakpoint
CREATE TABLE public.profile_counters (
    profile_id uuid NOT NULL,
    shard smallint NOT NULL,
    followers integer DEFAULT 0 NOT NULL,
    following integer DEFAULT 0 NOT NULL,
    posts integer DEFAULT 0 NOT NULL,
    contacts integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.profiles (
    id uuid NOT NULL,
    account_id uuid,
    type text NOT NULL,
    username text NOT NULL,
    name text NOT NULL,
    call_name text NOT NULL,
    occupation text,
    bio text,
    country_code text,
    state_code text,
    city_name text,
    active_plan text DEFAULT 'core'::text NOT NULL,
    legal_name_verified boolean DEFAULT false NOT NULL,
    indexable boolean DEFAULT true NOT NULL,
    inbox_policy jsonb NOT NULL,
    signup_autofollow boolean DEFAULT false NOT NULL,
    suspended_at timestamp(3) with time zone,
    deleted_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    avatar_light text,
    avatar_dark text,
    banner_light text,
    banner_dark text,
    search_text text GENERATED ALWAYS AS (public.fold_text(((((((name || '
'::text) || call_name) || '
'::text) || username) || '
'::text) || COALESCE(occupation, ''::text)))) STORED NOT NULL,
    search_vector tsvector GENERATED ALWAYS AS ((((setweight(to_tsvector('simple'::regconfig, public.search_words(name, true)), 'A'::"char") || setweight(to_tsvector('simple'::regconfig, public.search_words(call_name, true)), 'B'::"char")) || setweight(to_tsvector('simple'::regconfig, public.search_words(username, true)), 'C'::"char")) || setweight(to_tsvector('simple'::regconfig, public.search_words(COALESCE(occupation, ''::text), true)), 'D'::"char"))) STORED NOT NULL,
    account_is_active boolean DEFAULT true NOT NULL,
    CONSTRAINT profiles_active_plan_check CHECK ((active_plan = ANY (ARRAY['core'::text, 'pro'::text, 'business'::text]))),
    CONSTRAINT profiles_location_check CHECK ((((country_code IS NOT NULL) OR (state_code IS NULL)) AND ((state_code IS NOT NULL) OR (city_name IS NULL)))),
    CONSTRAINT profiles_type_check CHECK ((type = ANY (ARRAY['human'::text, 'company'::text, 'ai_agent'::text])))
);
--> statement-breakpoint
CREATE TABLE public.reactions (
    post_id uuid NOT NULL,
    profile_id uuid NOT NULL,
    reaction_type text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT reactions_type_check CHECK ((reaction_type = ANY (ARRAY['like'::text, 'celebrate'::text, 'support'::text, 'love'::text, 'insightful'::text, 'funny'::text])))
);
ALTER TABLE ONLY public.reactions ALTER COLUMN profile_id SET (n_distinct=-0.01);
--> statement-breakpoint
CREATE TABLE public.reports (
    id uuid NOT NULL,
    reporter_profile_id uuid NOT NULL,
    target_type text NOT NULL,
    target_id uuid NOT NULL,
    target_profile_id uuid,
    reason text NOT NULL,
    comment text,
    status text DEFAULT 'open'::text NOT NULL,
    settled_at timestamp(3) with time zone,
    settled_by_account_id uuid,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT reports_reason_check CHECK ((reason = ANY (ARRAY['spam'::text, 'abuse'::text, 'impersonation'::text, 'illegal'::text, 'other'::text]))),
    CONSTRAINT reports_settled_check CHECK (((status = 'open'::text) = (settled_at IS NULL))),
    CONSTRAINT reports_status_check CHECK ((status = ANY (ARRAY['open'::text, 'resolved'::text, 'dismissed'::text]))),
    CONSTRAINT reports_target_type_check CHECK ((target_type = ANY (ARRAY['post'::text, 'profile'::text, 'message'::text])))
);
--> statement-breakpoint
CREATE UNLOGGED TABLE public.sign_in_tries (
    key text NOT NULL,
    run uuid NOT NULL,
    tries integer NOT NULL,
    tried_at timestamp(3) with time zone NOT NULL,
    tried_before_at timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE public.stored_feeds (
    profile_id uuid NOT NULL,
    stored_at timestamp(3) with time zone NOT NULL,
    follows_after uuid NOT NULL,
    floor_at timestamp(3) with time zone NOT NULL,
    floor_id uuid NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE public.stream_tickets (
    token_hash bytea NOT NULL,
    secret_id uuid NOT NULL,
    profile_id uuid,
    expires_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE public.usernames (
    key text NOT NULL,
    username text NOT NULL,
    profile_id uuid NOT NULL,
    held_until timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE public.verifications (
    id uuid NOT NULL,
    profile_id uuid NOT NULL,
    method text NOT NULL,
    status text NOT NULL,
    domain text,
    token text,
    name text,
    reason text,
    answer text,
    checked_at timestamp(3) with time zone,
    expires_at timestamp(3) with time zone NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT verifications_domain_check CHECK ((((method = 'domain'::text) = (domain IS NOT NULL)) AND ((domain IS NULL) = (token IS NULL)))),
    CONSTRAINT verifications_method_check CHECK ((method = ANY (ARRAY['domain'::text, 'operator'::text]))),
    CONSTRAINT verifications_name_check CHECK (((name IS NOT NULL) OR ((method = 'domain'::text) AND (status <> 'verified'::text)))),
    CONSTRAINT verifications_reason_check CHECK ((reason = ANY (ARRAY['record_missing'::text, 'record_differs'::text, 'dns_unreachable'::text, 'declined'::text, 'name_changed'::text, 'time_over'::text]))),
    CONSTRAINT verifications_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'verified'::text, 'rejected'::text, 'expired'::text])))
);
--> statement-breakpoint
CREATE TABLE public.webhook_deliveries (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    webhook_id uuid NOT NULL,
    event_id uuid NOT NULL,
    event_created_at timestamp(3) with time zone NOT NULL,
    type text NOT NULL,
    profile_id uuid,
    lane uuid NOT NULL,
    "position" bigint NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    attempts smallint DEFAULT 0 NOT NULL,
    next_attempt_at timestamp(3) with time zone,
    response_status smallint,
    response_excerpt text,
    duration_ms integer,
    error text,
    created_at timestamp(3) with time zone NOT NULL,
    last_attempt_at timestamp(3) with time zone,
    CONSTRAINT webhook_deliveries_pending_check CHECK (((status = 'pending'::text) = (next_attempt_at IS NOT NULL))),
    CONSTRAINT webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text])))
);
--> statement-breakpoint
CREATE TABLE public.webhooks (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    url text NOT NULL,
    types text[],
    profile_ids uuid[],
    enabled boolean DEFAULT true NOT NULL,
    disabled_reason text,
    secret text NOT NULL,
    previous_secret text,
    previous_secret_ends_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    last_success_at timestamp(3) with time zone,
    last_failure_at timestamp(3) with time zone,
    failing_since timestamp(3) with time zone,
    lease_id uuid,
    leased_until timestamp(3) with time zone,
    secret_hash bytea,
    previous_secret_hash bytea,
    secret_leaked_at timestamp(3) with time zone,
    created_by_type text,
    created_by_id uuid,
    CONSTRAINT webhooks_created_by_check CHECK (((created_by_type IS NULL) = (created_by_id IS NULL))),
    CONSTRAINT webhooks_created_by_type_check CHECK ((created_by_type = ANY (ARRAY['session'::text, 'api_key'::text, 'oauth'::text]))),
    CONSTRAINT webhooks_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['requested'::text, 'failing'::text, 'gone'::text, 'credential_leaked'::text, 'app_revoked'::text]))),
    CONSTRAINT webhooks_enabled_check CHECK ((enabled = (disabled_reason IS NULL))),
    CONSTRAINT webhooks_previous_secret_check CHECK (((previous_secret IS NULL) = (previous_secret_ends_at IS NULL)))
);
--> statement-breakpoint
CREATE TABLE public.workspaces (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    name text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE ONLY public.events ATTACH PARTITION public.events_default DEFAULT;
--> statement-breakpoint
ALTER TABLE ONLY public.access_grants
    ADD CONSTRAINT access_grants_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_email_unique UNIQUE (email_key);
--> statement-breakpoint
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.actors
    ADD CONSTRAINT actors_entity_unique UNIQUE (entity_id, type);
--> statement-breakpoint
ALTER TABLE ONLY public.actors
    ADD CONSTRAINT actors_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.audit_seals
    ADD CONSTRAINT audit_seals_entry_key UNIQUE (entry_id);
--> statement-breakpoint
ALTER TABLE ONLY public.audit_seals
    ADD CONSTRAINT audit_seals_pk PRIMARY KEY (chain_id, number);
--> statement-breakpoint
ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT blocks_pk PRIMARY KEY (blocker_profile_id, blocked_profile_id);
--> statement-breakpoint
ALTER TABLE ONLY public.bookmarks
    ADD CONSTRAINT bookmarks_pk PRIMARY KEY (profile_id, post_id);
--> statement-breakpoint
ALTER TABLE ONLY public.contact_requests
    ADD CONSTRAINT contact_requests_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.contacts
    ADD CONSTRAINT contacts_pair_unique UNIQUE (owner_actor_id, contact_actor_id);
--> statement-breakpoint
ALTER TABLE ONLY public.contacts
    ADD CONSTRAINT contacts_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.conversation_members
    ADD CONSTRAINT conversation_members_pk PRIMARY KEY (conversation_id, actor_id);
--> statement-breakpoint
ALTER TABLE ONLY public.conversations
    ADD CONSTRAINT conversations_pair_unique UNIQUE (low_actor_id, high_actor_id);
--> statement-breakpoint
ALTER TABLE ONLY public.conversations
    ADD CONSTRAINT conversations_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.credential_profiles
    ADD CONSTRAINT credential_profiles_pk PRIMARY KEY (credential_id, profile_id);
--> statement-breakpoint
ALTER TABLE ONLY public.credential_secrets
    ADD CONSTRAINT credential_secrets_hash_unique UNIQUE (hash);
--> statement-breakpoint
ALTER TABLE ONLY public.credential_secrets
    ADD CONSTRAINT credential_secrets_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.credentials
    ADD CONSTRAINT credentials_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.event_log
    ADD CONSTRAINT event_log_pkey PRIMARY KEY (single);
--> statement-breakpoint
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pk PRIMARY KEY (created_at, id);
--> statement-breakpoint
ALTER TABLE ONLY public.events_default
    ADD CONSTRAINT events_default_pkey PRIMARY KEY (created_at, id);
--> statement-breakpoint
ALTER TABLE ONLY public.exports
    ADD CONSTRAINT exports_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.feed_entries
    ADD CONSTRAINT feed_entries_pk PRIMARY KEY (profile_id, published_at, post_id);
--> statement-breakpoint
ALTER TABLE ONLY public.feed_progress
    ADD CONSTRAINT feed_progress_pkey PRIMARY KEY (is_only);
--> statement-breakpoint
ALTER TABLE ONLY public.follows
    ADD CONSTRAINT follows_pair_unique UNIQUE (follower_profile_id, followed_profile_id);
--> statement-breakpoint
ALTER TABLE ONLY public.follows
    ADD CONSTRAINT follows_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.grant_usage
    ADD CONSTRAINT grant_usage_pk PRIMARY KEY (grant_id, kind, day);
--> statement-breakpoint
ALTER TABLE ONLY public.idempotency_records
    ADD CONSTRAINT idempotency_records_pk PRIMARY KEY (credential_id, key);
--> statement-breakpoint
ALTER TABLE ONLY public.instance_facts
    ADD CONSTRAINT instance_facts_pkey PRIMARY KEY (name);
--> statement-breakpoint
ALTER TABLE ONLY public.invites
    ADD CONSTRAINT invites_pkey PRIMARY KEY (token_hash);
--> statement-breakpoint
ALTER TABLE ONLY public.media_garbage
    ADD CONSTRAINT media_garbage_pkey PRIMARY KEY (blob_key);
--> statement-breakpoint
ALTER TABLE ONLY public.message_mentions
    ADD CONSTRAINT message_mentions_pk PRIMARY KEY (message_id, profile_id);
--> statement-breakpoint
ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_conversation_seq_unique UNIQUE (conversation_id, seq);
--> statement-breakpoint
ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.mutes
    ADD CONSTRAINT mutes_pk PRIMARY KEY (muter_profile_id, muted_profile_id);
--> statement-breakpoint
ALTER TABLE ONLY public.notification_actors
    ADD CONSTRAINT notification_actors_pk PRIMARY KEY (notification_id, actor_profile_id, object_id);
--> statement-breakpoint
ALTER TABLE ONLY public.notification_digests
    ADD CONSTRAINT notification_digests_pkey PRIMARY KEY (account_id);
--> statement-breakpoint
ALTER TABLE ONLY public.notification_preferences
    ADD CONSTRAINT notification_preferences_pk PRIMARY KEY (profile_id, type);
--> statement-breakpoint
ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.oauth_clients
    ADD CONSTRAINT oauth_clients_pkey PRIMARY KEY (client_id);
--> statement-breakpoint
ALTER TABLE ONLY public.oauth_codes
    ADD CONSTRAINT oauth_codes_pkey PRIMARY KEY (hash);
--> statement-breakpoint
ALTER TABLE ONLY public.oauth_grants
    ADD CONSTRAINT oauth_grants_pkey PRIMARY KEY (credential_id);
--> statement-breakpoint
ALTER TABLE ONLY public.oauth_interactions
    ADD CONSTRAINT oauth_interactions_pkey PRIMARY KEY (hash);
--> statement-breakpoint
ALTER TABLE ONLY public.oauth_refresh_tokens
    ADD CONSTRAINT oauth_refresh_tokens_pkey PRIMARY KEY (hash);
--> statement-breakpoint
ALTER TABLE ONLY public.one_time_tokens
    ADD CONSTRAINT one_time_tokens_pkey PRIMARY KEY (token_hash);
--> statement-breakpoint
ALTER TABLE ONLY public.post_counters
    ADD CONSTRAINT post_counters_pk PRIMARY KEY (post_id, shard);
--> statement-breakpoint
ALTER TABLE ONLY public.post_images
    ADD CONSTRAINT post_images_blob_key_unique UNIQUE (blob_key);
--> statement-breakpoint
ALTER TABLE ONLY public.post_images
    ADD CONSTRAINT post_images_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.post_mentions
    ADD CONSTRAINT post_mentions_pk PRIMARY KEY (post_id, profile_id);
--> statement-breakpoint
ALTER TABLE ONLY public.post_revisions
    ADD CONSTRAINT post_revisions_pk PRIMARY KEY (post_id, revision);
--> statement-breakpoint
ALTER TABLE ONLY public.posts
    ADD CONSTRAINT posts_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.profile_counters
    ADD CONSTRAINT profile_counters_pk PRIMARY KEY (profile_id, shard);
--> statement-breakpoint
ALTER TABLE ONLY public.profiles
    ADD CONSTRAINT profiles_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.reactions
    ADD CONSTRAINT reactions_pk PRIMARY KEY (post_id, profile_id);
--> statement-breakpoint
ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_reporter_target_unique UNIQUE (reporter_profile_id, target_type, target_id);
--> statement-breakpoint
ALTER TABLE ONLY public.sign_in_tries
    ADD CONSTRAINT sign_in_tries_pkey PRIMARY KEY (key);
--> statement-breakpoint
ALTER TABLE ONLY public.stored_feeds
    ADD CONSTRAINT stored_feeds_pkey PRIMARY KEY (profile_id);
--> statement-breakpoint
ALTER TABLE ONLY public.stream_tickets
    ADD CONSTRAINT stream_tickets_pkey PRIMARY KEY (token_hash);
--> statement-breakpoint
ALTER TABLE ONLY public.usernames
    ADD CONSTRAINT usernames_pkey PRIMARY KEY (key);
--> statement-breakpoint
ALTER TABLE ONLY public.verifications
    ADD CONSTRAINT verifications_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.webhooks
    ADD CONSTRAINT webhooks_pkey PRIMARY KEY (id);
--> statement-breakpoint
ALTER TABLE ONLY public.workspaces
    ADD CONSTRAINT workspaces_account_unique UNIQUE (account_id);
--> statement-breakpoint
ALTER TABLE ONLY public.workspaces
    ADD CONSTRAINT workspaces_pkey PRIMARY KEY (id);
--> statement-breakpoint
CREATE INDEX access_grants_ends_idx ON public.access_grants USING btree ((
CASE
    WHEN (status = 'pending'::text) THEN LEAST(invitation_expires_at, expires_at)
    ELSE expires_at
END)) WHERE (status = ANY (ARRAY['pending'::text, 'accepted'::text]));
--> statement-breakpoint
CREATE INDEX access_grants_invited_idx ON public.access_grants USING btree (manager_profile_id, id) WHERE (status = 'pending'::text);
--> statement-breakpoint
CREATE UNIQUE INDEX access_grants_live_unique ON public.access_grants USING btree (profile_id, manager_profile_id) WHERE (status = ANY (ARRAY['pending'::text, 'accepted'::text]));
--> statement-breakpoint
CREATE INDEX access_grants_manager_idx ON public.access_grants USING btree (manager_profile_id, status);
--> statement-breakpoint
CREATE INDEX access_grants_passed_on_idx ON public.access_grants USING btree (profile_id) WHERE ((given_by <> '{}'::jsonb) AND (status = ANY (ARRAY['pending'::text, 'accepted'::text])));
--> statement-breakpoint
CREATE INDEX access_grants_profile_list_idx ON public.access_grants USING btree (profile_id, id);
--> statement-breakpoint
CREATE INDEX access_grants_public_manager_idx ON public.access_grants USING btree (manager_profile_id, id) WHERE (public AND (status = 'accepted'::text));
--> statement-breakpoint
CREATE INDEX access_grants_public_profile_idx ON public.access_grants USING btree (profile_id, id) WHERE (public AND (status = 'accepted'::text));
--> statement-breakpoint
CREATE INDEX accounts_deletion_idx ON public.accounts USING btree (deletion_scheduled_at) WHERE (deletion_scheduled_at IS NOT NULL);
--> statement-breakpoint
CREATE INDEX actors_id_hash ON public.actors USING hash (id) WITH (fillfactor='50');
--> statement-breakpoint
CREATE INDEX audit_log_account_idx ON public.audit_log USING btree (account_id, id, operation);
--> statement-breakpoint
CREATE INDEX audit_log_manager_idx ON public.audit_log USING btree (manager_profile_id, id, profile_id, operation) WHERE (manager_profile_id IS NOT NULL);
--> statement-breakpoint
CREATE INDEX audit_log_profile_idx ON public.audit_log USING btree (profile_id, id, operation);
--> statement-breakpoint
CREATE INDEX blocks_blocked_idx ON public.blocks USING btree (blocked_profile_id, blocker_profile_id);
--> statement-breakpoint
CREATE INDEX blocks_blocker_idx ON public.blocks USING btree (blocker_profile_id, created_at, blocked_profile_id);
--> statement-breakpoint
CREATE INDEX bookmarks_post_idx ON public.bookmarks USING btree (post_id);
--> statement-breakpoint
CREATE INDEX bookmarks_profile_created_idx ON public.bookmarks USING btree (profile_id, created_at, post_id);
--> statement-breakpoint
CREATE INDEX contact_requests_expires_idx ON public.contact_requests USING btree (expires_at) WHERE (status = 'pending'::text);
--> statement-breakpoint
CREATE INDEX contact_requests_incoming_idx ON public.contact_requests USING btree (addressee_profile_id, id);
--> statement-breakpoint
CREATE INDEX contact_requests_incoming_pending_idx ON public.contact_requests USING btree (addressee_profile_id, id) WHERE (status = 'pending'::text);
--> statement-breakpoint
CREATE INDEX contact_requests_outgoing_idx ON public.contact_requests USING btree (requester_profile_id, id);
--> statement-breakpoint
CREATE INDEX contact_requests_outgoing_pending_idx ON public.contact_requests USING btree (requester_profile_id, id) WHERE (status = 'pending'::text);
--> statement-breakpoint
CREATE INDEX contact_requests_pair_idx ON public.contact_requests USING btree (requester_profile_id, addressee_profile_id, updated_at);
--> statement-breakpoint
CREATE UNIQUE INDEX contact_requests_pending_unique ON public.contact_requests USING btree (LEAST(requester_profile_id, addressee_profile_id), GREATEST(requester_profile_id, addressee_profile_id)) WHERE (status = 'pending'::text);
--> statement-breakpoint
CREATE INDEX contacts_entities_idx ON public.contacts USING btree (owner_entity_id, contact_entity_id);
--> statement-breakpoint
CREATE INDEX contacts_owner_idx ON public.contacts USING btree (owner_entity_id, id);
--> statement-breakpoint
CREATE INDEX conversation_members_list_idx ON public.conversation_members USING btree (actor_id, activity_minute);
--> statement-breakpoint
CREATE INDEX conversation_members_unread_idx ON public.conversation_members USING btree (actor_id, activity_minute) WHERE is_unread;
--> statement-breakpoint
CREATE INDEX conversations_id_hash ON public.conversations USING hash (id) WITH (fillfactor='50');
--> statement-breakpoint
CREATE INDEX credential_profiles_profile_idx ON public.credential_profiles USING btree (profile_id);
--> statement-breakpoint
CREATE INDEX credential_secrets_credential_idx ON public.credential_secrets USING btree (credential_id);
--> statement-breakpoint
CREATE INDEX credentials_account_idx ON public.credentials USING btree (account_id, type, id);
--> statement-breakpoint
CREATE INDEX credentials_parent_idx ON public.credentials USING btree (parent_id);
--> statement-breakpoint
CREATE INDEX events_account_position_idx ON ONLY public.events USING btree (account_id, "position", type) WHERE (account_id IS NOT NULL);
--> statement-breakpoint
CREATE INDEX events_default_account_id_position_type_idx ON public.events_default USING btree (account_id, "position", type) WHERE (account_id IS NOT NULL);
--> statement-breakpoint
CREATE INDEX events_position_idx ON ONLY public.events USING btree ("position") WHERE ("position" IS NOT NULL);
--> statement-breakpoint
CREATE INDEX events_default_position_idx ON public.events_default USING btree ("position") WHERE ("position" IS NOT NULL);
--> statement-breakpoint
CREATE INDEX events_profile_position_idx ON ONLY public.events USING btree (profile_id, "position", type) WHERE ("position" IS NOT NULL);
--> statement-breakpoint
CREATE INDEX events_default_profile_id_position_type_idx ON public.events_default USING btree (profile_id, "position", type) WHERE ("position" IS NOT NULL);
--> statement-breakpoint
CREATE INDEX events_unpositioned_idx ON ONLY public.events USING btree (sequence, id) WHERE ("position" IS NULL);
--> statement-breakpoint
CREATE INDEX events_default_sequence_id_idx ON public.events_default USING btree (sequence, id) WHERE ("position" IS NULL);
--> statement-breakpoint
CREATE INDEX exports_account_idx ON public.exports USING btree (account_id, id);
--> statement-breakpoint
CREATE UNIQUE INDEX exports_blob_key_unique ON public.exports USING btree (blob_key) WHERE (blob_key IS NOT NULL);
--> statement-breakpoint
CREATE INDEX exports_expires_idx ON public.exports USING btree (expires_at) WHERE (blob_key IS NOT NULL);
--> statement-breakpoint
CREATE INDEX exports_pending_idx ON public.exports USING btree (created_at) WHERE (status = 'pending'::text);
--> statement-breakpoint
CREATE UNIQUE INDEX exports_pending_unique ON public.exports USING btree (account_id) WHERE (status = 'pending'::text);
--> statement-breakpoint
CREATE INDEX follows_followed_idx ON public.follows USING btree (followed_profile_id, id);
--> statement-breakpoint
CREATE INDEX follows_follower_idx ON public.follows USING btree (follower_profile_id, id);
--> statement-breakpoint
CREATE INDEX grant_usage_day_idx ON public.grant_usage USING btree (day);
--> statement-breakpoint
CREATE INDEX idempotency_records_expires_idx ON public.idempotency_records USING btree (expires_at);
--> statement-breakpoint
CREATE INDEX media_garbage_due_idx ON public.media_garbage USING btree (due_at);
--> statement-breakpoint
CREATE INDEX media_garbage_profile_idx ON public.media_garbage USING btree (profile_id) WHERE (profile_id IS NOT NULL);
--> statement-breakpoint
CREATE INDEX message_mentions_profile_idx ON public.message_mentions USING btree (profile_id, message_id);
--> statement-breakpoint
CREATE INDEX mutes_muted_idx ON public.mutes USING btree (muted_profile_id);
--> statement-breakpoint
CREATE INDEX mutes_muter_idx ON public.mutes USING btree (muter_profile_id, created_at, muted_profile_id);
--> statement-breakpoint
CREATE INDEX notification_actors_actor_idx ON public.notification_actors USING btree (actor_profile_id, object_id);
--> statement-breakpoint
CREATE INDEX notifications_group_idx ON public.notifications USING btree (group_id, profile_id);
--> statement-breakpoint
CREATE INDEX notifications_needs_human_idx ON public.notifications USING btree (profile_id, updated_at, id) WHERE (needs_human AND (read_at IS NULL));
--> statement-breakpoint
CREATE INDEX notifications_profile_idx ON public.notifications USING btree (profile_id, updated_at, id);
--> statement-breakpoint
CREATE UNIQUE INDEX notifications_unread_unique ON public.notifications USING btree (profile_id, type, group_id) WHERE (read_at IS NULL);
--> statement-breakpoint
CREATE INDEX oauth_clients_expires_idx ON public.oauth_clients USING btree (expires_at) WHERE (expires_at IS NOT NULL);
--> statement-breakpoint
CREATE INDEX oauth_codes_credential_idx ON public.oauth_codes USING btree (credential_id);
--> statement-breakpoint
CREATE INDEX oauth_codes_expires_idx ON public.oauth_codes USING btree (expires_at);
--> statement-breakpoint
CREATE INDEX oauth_grants_client_idx ON public.oauth_grants USING btree (client_id);
--> statement-breakpoint
CREATE INDEX oauth_interactions_expires_idx ON public.oauth_interactions USING btree (expires_at);
--> statement-breakpoint
CREATE INDEX oauth_refresh_tokens_credential_idx ON public.oauth_refresh_tokens USING btree (credential_id);
--> statement-breakpoint
CREATE INDEX one_time_tokens_account_idx ON public.one_time_tokens USING btree (account_id, purpose);
--> statement-breakpoint
CREATE INDEX post_counters_post_hash ON public.post_counters USING hash (post_id) WITH (fillfactor='50');
--> statement-breakpoint
CREATE INDEX post_images_post_idx ON public.post_images USING btree (post_id, "position");
--> statement-breakpoint
CREATE INDEX post_mentions_profile_idx ON public.post_mentions USING btree (profile_id, post_id);
--> statement-breakpoint
CREATE INDEX posts_feed_disclosure_idx ON public.posts USING btree (profile_id, ((visibility = 'contacts'::text)), ai_disclosure, published_at, id, visibility) WHERE ((status <> ALL (ARRAY['draft'::text, 'pending_approval'::text, 'scheduled'::text, 'removed'::text])) AND (reply_to_post_id IS NULL));
--> statement-breakpoint
CREATE INDEX posts_feed_idx ON public.posts USING btree (published_at, id, profile_id, visibility, ai_disclosure) WHERE ((status <> ALL (ARRAY['draft'::text, 'pending_approval'::text, 'scheduled'::text, 'removed'::text])) AND (kind <> 'comment'::text));
--> statement-breakpoint
CREATE INDEX posts_feed_profile_idx ON public.posts USING btree (profile_id, ((visibility = 'contacts'::text)), published_at, id, visibility) WHERE ((status <> ALL (ARRAY['draft'::text, 'pending_approval'::text, 'scheduled'::text, 'removed'::text])) AND (kind <> 'comment'::text));
--> statement-breakpoint
CREATE INDEX posts_id_hash ON public.posts USING hash (id) WITH (fillfactor='50');
--> statement-breakpoint
CREATE INDEX posts_profile_published_idx ON public.posts USING btree (profile_id, published_at, id) WHERE (status = 'published'::text);
--> statement-breakpoint
CREATE INDEX posts_profile_unpublished_idx ON public.posts USING btree (profile_id, status, created_at, id) WHERE (status <> 'published'::text);
--> statement-breakpoint
CREATE INDEX posts_published_idx ON public.posts USING btree (published_at, id) WHERE (status = 'published'::text);
--> statement-breakpoint
CREATE INDEX posts_quoted_idx ON public.posts USING btree (quoted_post_id, published_at, id) WHERE ((quoted_post_id IS NOT NULL) AND (status = 'published'::text));
--> statement-breakpoint
CREATE INDEX posts_reply_to_idx ON public.posts USING btree (reply_to_post_id, published_at, id) WHERE ((reply_to_post_id IS NOT NULL) AND (status = 'published'::text));
--> statement-breakpoint
CREATE INDEX posts_root_idx ON public.posts USING btree (root_post_id) WHERE (root_post_id IS NOT NULL);
--> statement-breakpoint
CREATE INDEX posts_scheduled_idx ON public.posts USING btree (scheduled_at) WHERE (status = 'scheduled'::text);
--> statement-breakpoint
CREATE INDEX posts_search_idx ON public.posts USING gin (search_vector) WITH (gin_pending_list_limit='256') WHERE (status = 'published'::text);
--> statement-breakpoint
CREATE INDEX profile_counters_profile_hash ON public.profile_counters USING hash (profile_id) WITH (fillfactor='50');
--> statement-breakpoint
CREATE INDEX profiles_account_idx ON public.profiles USING btree (account_id, id);
--> statement-breakpoint
CREATE INDEX profiles_autofollow_idx ON public.profiles USING btree (id) WHERE signup_autofollow;
--> statement-breakpoint
CREATE UNIQUE INDEX profiles_avatar_dark_unique ON public.profiles USING btree (avatar_dark) WHERE (avatar_dark IS NOT NULL);
--> statement-breakpoint
CREATE UNIQUE INDEX profiles_avatar_light_unique ON public.profiles USING btree (avatar_light) WHERE (avatar_light IS NOT NULL);
--> statement-breakpoint
CREATE UNIQUE INDEX profiles_banner_dark_unique ON public.profiles USING btree (banner_dark) WHERE (banner_dark IS NOT NULL);
--> statement-breakpoint
CREATE UNIQUE INDEX profiles_banner_light_unique ON public.profiles USING btree (banner_light) WHERE (banner_light IS NOT NULL);
--> statement-breakpoint
CREATE INDEX profiles_id_hash ON public.profiles USING hash (id) WITH (fillfactor='50');
--> statement-breakpoint
CREATE INDEX profiles_search_idx ON public.profiles USING gin (search_text public.gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX profiles_sitemap_idx ON public.profiles USING btree (id) WHERE (indexable AND (deleted_at IS NULL) AND (suspended_at IS NULL));
--> statement-breakpoint
CREATE INDEX profiles_typos_idx ON public.profiles USING gin (public.search_typos(((((name || ' '::text) || call_name) || ' '::text) || COALESCE(occupation, ''::text)))) WITH (gin_pending_list_limit='256');
--> statement-breakpoint
CREATE INDEX profiles_words_idx ON public.profiles USING gin (search_vector) WITH (gin_pending_list_limit='256');
--> statement-breakpoint
CREATE INDEX reactions_post_created_idx ON public.reactions USING btree (post_id, created_at, profile_id);
--> statement-breakpoint
CREATE INDEX reactions_profile_idx ON public.reactions USING btree (profile_id, post_id);
--> statement-breakpoint
CREATE INDEX reports_settled_by_idx ON public.reports USING btree (settled_by_account_id);
--> statement-breakpoint
CREATE INDEX reports_status_idx ON public.reports USING btree (status, id);
--> statement-breakpoint
CREATE INDEX reports_target_profile_idx ON public.reports USING btree (target_profile_id, status);
--> statement-breakpoint
CREATE INDEX sign_in_tries_tried_idx ON public.sign_in_tries USING btree (tried_at);
--> statement-breakpoint
CREATE INDEX stream_tickets_expires_idx ON public.stream_tickets USING btree (expires_at);
--> statement-breakpoint
CREATE INDEX stream_tickets_secret_idx ON public.stream_tickets USING btree (secret_id);
--> statement-breakpoint
CREATE INDEX usernames_profile_idx ON public.usernames USING btree (profile_id);
--> statement-breakpoint
CREATE INDEX verifications_expires_idx ON public.verifications USING btree (expires_at) WHERE (status = 'pending'::text);
--> statement-breakpoint
CREATE UNIQUE INDEX verifications_open_unique ON public.verifications USING btree (profile_id, method, COALESCE(domain, ''::text)) WHERE (status = ANY (ARRAY['pending'::text, 'verified'::text]));
--> statement-breakpoint
CREATE INDEX verifications_profile_idx ON public.verifications USING btree (profile_id, id);
--> statement-breakpoint
CREATE INDEX verifications_waiting_idx ON public.verifications USING btree (id) WHERE ((status = 'pending'::text) AND (method = 'operator'::text));
--> statement-breakpoint
CREATE INDEX webhook_deliveries_lane_idx ON public.webhook_deliveries USING btree (webhook_id, lane, "position") WHERE (status = 'pending'::text);
--> statement-breakpoint
CREATE INDEX webhook_deliveries_list_idx ON public.webhook_deliveries USING btree (webhook_id, created_at, id);
--> statement-breakpoint
CREATE INDEX webhook_deliveries_unfinished_idx ON public.webhook_deliveries USING btree (webhook_id, status, created_at, id) WHERE (status <> 'succeeded'::text);
--> statement-breakpoint
CREATE INDEX webhooks_account_idx ON public.webhooks USING btree (account_id, id);
--> statement-breakpoint
CREATE INDEX webhooks_previous_secret_hash_idx ON public.webhooks USING btree (previous_secret_hash) WHERE (previous_secret_hash IS NOT NULL);
--> statement-breakpoint
CREATE INDEX webhooks_profiles_idx ON public.webhooks USING gin (profile_ids);
--> statement-breakpoint
CREATE INDEX webhooks_secret_hash_idx ON public.webhooks USING btree (secret_hash);
--> statement-breakpoint
ALTER INDEX public.events_account_position_idx ATTACH PARTITION public.events_default_account_id_position_type_idx;
--> statement-breakpoint
ALTER INDEX public.events_pk ATTACH PARTITION public.events_default_pkey;
--> statement-breakpoint
ALTER INDEX public.events_position_idx ATTACH PARTITION public.events_default_position_idx;
--> statement-breakpoint
ALTER INDEX public.events_profile_position_idx ATTACH PARTITION public.events_default_profile_id_position_type_idx;
--> statement-breakpoint
ALTER INDEX public.events_unpositioned_idx ATTACH PARTITION public.events_default_sequence_id_idx;
--> statement-breakpoint
ALTER TABLE ONLY public.access_grants
    ADD CONSTRAINT access_grants_manager_profile_id_profiles_id_fk FOREIGN KEY (manager_profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.access_grants
    ADD CONSTRAINT access_grants_profile_id_profiles_id_fk FOREIGN KEY (profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT blocks_blocked_profile_id_profiles_id_fk FOREIGN KEY (blocked_profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT blocks_blocker_profile_id_profiles_id_fk FOREIGN KEY (blocker_profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.bookmarks
    ADD CONSTRAINT bookmarks_post_id_posts_id_fk FOREIGN KEY (post_id) REFERENCES public.posts(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.bookmarks
    ADD CONSTRAINT bookmarks_profile_id_profiles_id_fk FOREIGN KEY (profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.contact_requests
    ADD CONSTRAINT contact_requests_addressee_profile_id_profiles_id_fk FOREIGN KEY (addressee_profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.contact_requests
    ADD CONSTRAINT contact_requests_requester_actor_id_actors_id_fk FOREIGN KEY (requester_actor_id) REFERENCES public.actors(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.contact_requests
    ADD CONSTRAINT contact_requests_requester_profile_id_profiles_id_fk FOREIGN KEY (requester_profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.contacts
    ADD CONSTRAINT contacts_contact_actor_id_actors_id_fk FOREIGN KEY (contact_actor_id) REFERENCES public.actors(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.contacts
    ADD CONSTRAINT contacts_owner_actor_id_actors_id_fk FOREIGN KEY (owner_actor_id) REFERENCES public.actors(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.conversation_members
    ADD CONSTRAINT conversation_members_actor_id_actors_id_fk FOREIGN KEY (actor_id) REFERENCES public.actors(id);
--> statement-breakpoint
ALTER TABLE ONLY public.conversation_members
    ADD CONSTRAINT conversation_members_conversation_id_conversations_id_fk FOREIGN KEY (conversation_id) REFERENCES public.conversations(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.conversation_members
    ADD CONSTRAINT conversation_members_other_actor_id_actors_id_fk FOREIGN KEY (other_actor_id) REFERENCES public.actors(id);
--> statement-breakpoint
ALTER TABLE ONLY public.conversations
    ADD CONSTRAINT conversations_high_actor_id_actors_id_fk FOREIGN KEY (high_actor_id) REFERENCES public.actors(id);
--> statement-breakpoint
ALTER TABLE ONLY public.conversations
    ADD CONSTRAINT conversations_low_actor_id_actors_id_fk FOREIGN KEY (low_actor_id) REFERENCES public.actors(id);
--> statement-breakpoint
ALTER TABLE ONLY public.credential_profiles
    ADD CONSTRAINT credential_profiles_credential_id_credentials_id_fk FOREIGN KEY (credential_id) REFERENCES public.credentials(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.credential_profiles
    ADD CONSTRAINT credential_profiles_profile_id_profiles_id_fk FOREIGN KEY (profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.credential_secrets
    ADD CONSTRAINT credential_secrets_credential_id_credentials_id_fk FOREIGN KEY (credential_id) REFERENCES public.credentials(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.credentials
    ADD CONSTRAINT credentials_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.credentials
    ADD CONSTRAINT credentials_parent_fk FOREIGN KEY (parent_id) REFERENCES public.credentials(id);
--> statement-breakpoint
ALTER TABLE ONLY public.exports
    ADD CONSTRAINT exports_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.follows
    ADD CONSTRAINT follows_followed_profile_id_profiles_id_fk FOREIGN KEY (followed_profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.follows
    ADD CONSTRAINT follows_follower_profile_id_profiles_id_fk FOREIGN KEY (follower_profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.grant_usage
    ADD CONSTRAINT grant_usage_grant_id_access_grants_id_fk FOREIGN KEY (grant_id) REFERENCES public.access_grants(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.idempotency_records
    ADD CONSTRAINT idempotency_records_credential_id_credentials_id_fk FOREIGN KEY (credential_id) REFERENCES public.credentials(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.invites
    ADD CONSTRAINT invites_used_by_account_id_accounts_id_fk FOREIGN KEY (used_by_account_id) REFERENCES public.accounts(id) ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE ONLY public.media_garbage
    ADD CONSTRAINT media_garbage_profile_id_profiles_id_fk FOREIGN KEY (profile_id) REFERENCES public.profiles(id);
--> statement-breakpoint
ALTER TABLE ONLY public.message_mentions
    ADD CONSTRAINT message_mentions_message_id_messages_id_fk FOREIGN KEY (message_id) REFERENCES public.messages(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.message_mentions
    ADD CONSTRAINT message_mentions_profile_id_profiles_id_fk FOREIGN KEY (profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_conversation_id_conversations_id_fk FOREIGN KEY (conversation_id) REFERENCES public.conversations(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_sender_actor_id_actors_id_fk FOREIGN KEY (sender_actor_id) REFERENCES public.actors(id);
--> statement-breakpoint
ALTER TABLE ONLY public.mutes
    ADD CONSTRAINT mutes_muted_profile_id_profiles_id_fk FOREIGN KEY (muted_profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.mutes
    ADD CONSTRAINT mutes_muter_profile_id_profiles_id_fk FOREIGN KEY (muter_profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.notification_actors
    ADD CONSTRAINT notification_actors_notification_id_notifications_id_fk FOREIGN KEY (notification_id) REFERENCES public.notifications(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.notification_digests
    ADD CONSTRAINT notification_digests_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.notification_preferences
    ADD CONSTRAINT notification_preferences_profile_id_profiles_id_fk FOREIGN KEY (profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_profile_id_profiles_id_fk FOREIGN KEY (profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.oauth_codes
    ADD CONSTRAINT oauth_codes_credential_id_credentials_id_fk FOREIGN KEY (credential_id) REFERENCES public.credentials(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.oauth_grants
    ADD CONSTRAINT oauth_grants_credential_id_credentials_id_fk FOREIGN KEY (credential_id) REFERENCES public.credentials(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.oauth_refresh_tokens
    ADD CONSTRAINT oauth_refresh_tokens_credential_id_credentials_id_fk FOREIGN KEY (credential_id) REFERENCES public.credentials(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.one_time_tokens
    ADD CONSTRAINT one_time_tokens_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.post_counters
    ADD CONSTRAINT post_counters_post_id_posts_id_fk FOREIGN KEY (post_id) REFERENCES public.posts(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.post_images
    ADD CONSTRAINT post_images_post_id_posts_id_fk FOREIGN KEY (post_id) REFERENCES public.posts(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.post_mentions
    ADD CONSTRAINT post_mentions_post_id_posts_id_fk FOREIGN KEY (post_id) REFERENCES public.posts(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.post_mentions
    ADD CONSTRAINT post_mentions_profile_id_profiles_id_fk FOREIGN KEY (profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.post_revisions
    ADD CONSTRAINT post_revisions_post_id_posts_id_fk FOREIGN KEY (post_id) REFERENCES public.posts(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.posts
    ADD CONSTRAINT posts_profile_id_profiles_id_fk FOREIGN KEY (profile_id) REFERENCES public.profiles(id);
--> statement-breakpoint
ALTER TABLE ONLY public.posts
    ADD CONSTRAINT posts_quoted_fk FOREIGN KEY (quoted_post_id) REFERENCES public.posts(id);
--> statement-breakpoint
ALTER TABLE ONLY public.posts
    ADD CONSTRAINT posts_reply_to_fk FOREIGN KEY (reply_to_post_id) REFERENCES public.posts(id);
--> statement-breakpoint
ALTER TABLE ONLY public.posts
    ADD CONSTRAINT posts_root_fk FOREIGN KEY (root_post_id) REFERENCES public.posts(id);
--> statement-breakpoint
ALTER TABLE ONLY public.profile_counters
    ADD CONSTRAINT profile_counters_profile_id_profiles_id_fk FOREIGN KEY (profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.profiles
    ADD CONSTRAINT profiles_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE ONLY public.reactions
    ADD CONSTRAINT reactions_post_id_posts_id_fk FOREIGN KEY (post_id) REFERENCES public.posts(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.reactions
    ADD CONSTRAINT reactions_profile_id_profiles_id_fk FOREIGN KEY (profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_reporter_profile_id_profiles_id_fk FOREIGN KEY (reporter_profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_settled_by_account_id_accounts_id_fk FOREIGN KEY (settled_by_account_id) REFERENCES public.accounts(id) ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_target_profile_id_profiles_id_fk FOREIGN KEY (target_profile_id) REFERENCES public.profiles(id) ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE ONLY public.stored_feeds
    ADD CONSTRAINT stored_feeds_profile_id_profiles_id_fk FOREIGN KEY (profile_id) REFERENCES public.profiles(id);
--> statement-breakpoint
ALTER TABLE ONLY public.stream_tickets
    ADD CONSTRAINT stream_tickets_secret_id_credential_secrets_id_fk FOREIGN KEY (secret_id) REFERENCES public.credential_secrets(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.usernames
    ADD CONSTRAINT usernames_profile_id_profiles_id_fk FOREIGN KEY (profile_id) REFERENCES public.profiles(id);
--> statement-breakpoint
ALTER TABLE ONLY public.verifications
    ADD CONSTRAINT verifications_profile_id_profiles_id_fk FOREIGN KEY (profile_id) REFERENCES public.profiles(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_webhook_id_webhooks_id_fk FOREIGN KEY (webhook_id) REFERENCES public.webhooks(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.webhooks
    ADD CONSTRAINT webhooks_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE ONLY public.workspaces
    ADD CONSTRAINT workspaces_account_id_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.accounts(id) ON DELETE CASCADE;
--> statement-breakpoint
INSERT INTO public.event_log DEFAULT VALUES;
