CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"password_hash" text NOT NULL,
	"operator" boolean DEFAULT false NOT NULL,
	"email_verified_at" timestamp (3) with time zone,
	"suspended_at" timestamp (3) with time zone,
	"suspension_reason" text,
	"deletion_scheduled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "accounts_email_unique" UNIQUE("email_key")
);
--> statement-breakpoint
CREATE TABLE "credential_profiles" (
	"credential_id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	CONSTRAINT "credential_profiles_pk" PRIMARY KEY("credential_id","profile_id")
);
--> statement-breakpoint
CREATE TABLE "credential_secrets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"credential_id" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "credential_secrets_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "credentials" (
	"id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"for_agent" boolean DEFAULT false NOT NULL,
	"parent_id" uuid,
	"prefix" text NOT NULL,
	"user_agent" text,
	"ip_prefix" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "credentials_type_check" CHECK (type in ('session', 'api_key', 'oauth'))
);
--> statement-breakpoint
CREATE TABLE "invites" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"used_by_account_id" uuid
);
--> statement-breakpoint
CREATE TABLE "one_time_tokens" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "one_time_tokens_purpose_check" CHECK (purpose in ('email_verification', 'password_reset'))
);
--> statement-breakpoint
CREATE TABLE "workspaces" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "workspaces_account_unique" UNIQUE("account_id")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"operation" text NOT NULL,
	"principal_type" text NOT NULL,
	"principal_id" uuid,
	"account_id" uuid,
	"profile_id" uuid,
	"manager_profile_id" uuid,
	"grant_id" uuid,
	"object_type" text NOT NULL,
	"object_id" uuid NOT NULL,
	"request_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"position" bigint,
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"type" text NOT NULL,
	"profile_id" uuid,
	"account_id" uuid,
	"actor_profile_id" uuid,
	"object_type" text NOT NULL,
	"object_id" uuid NOT NULL,
	"data" jsonb NOT NULL,
	CONSTRAINT "events_pk" PRIMARY KEY("created_at","id")
) PARTITION BY RANGE ("created_at");
--> statement-breakpoint
CREATE TABLE "events_default" PARTITION OF "events" DEFAULT;
--> statement-breakpoint
CREATE TABLE "idempotency_records" (
	"credential_id" uuid NOT NULL,
	"key" text NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"status" smallint NOT NULL,
	"body" text NOT NULL,
	"sealed" boolean NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_records_pk" PRIMARY KEY("credential_id","key")
);
--> statement-breakpoint
CREATE TABLE "instance_facts" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "media_garbage" (
	"blob_key" text PRIMARY KEY NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "post_counters" (
	"post_id" uuid NOT NULL,
	"slot" smallint NOT NULL,
	"likes" integer DEFAULT 0 NOT NULL,
	"replies" integer DEFAULT 0 NOT NULL,
	"comments" integer DEFAULT 0 NOT NULL,
	"quotes" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "post_counters_pk" PRIMARY KEY("post_id","slot")
);
--> statement-breakpoint
CREATE TABLE "post_images" (
	"id" uuid PRIMARY KEY NOT NULL,
	"post_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"blob_key" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"alt_text" text,
	CONSTRAINT "post_images_blob_key_unique" UNIQUE("blob_key"),
	CONSTRAINT "post_images_position_check" CHECK (position between 0 and 3)
);
--> statement-breakpoint
CREATE TABLE "post_revisions" (
	"post_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "post_revisions_pk" PRIMARY KEY("post_id","revision")
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"profile_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"visibility" text NOT NULL,
	"body" text NOT NULL,
	"ai_disclosure" text NOT NULL,
	"by_ai" boolean DEFAULT false NOT NULL,
	"reply_to_post_id" uuid,
	"root_post_id" uuid,
	"quoted_post_id" uuid,
	"ancestor_ids" uuid[] NOT NULL,
	"is_golden_ticket" boolean DEFAULT false NOT NULL,
	"client_reference" text,
	"revision" integer DEFAULT 1 NOT NULL,
	"manager_profile_id" uuid,
	"grant_id" uuid,
	"approved_by_account_id" uuid,
	"return_note" text,
	"scheduled_at" timestamp (3) with time zone,
	"published_at" timestamp (3) with time zone,
	"edited_at" timestamp (3) with time zone,
	"removed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "posts_kind_check" CHECK (kind in ('post', 'comment', 'quote')),
	CONSTRAINT "posts_status_check" CHECK (status in ('draft', 'pending_approval', 'scheduled', 'published', 'removed')),
	CONSTRAINT "posts_visibility_check" CHECK (visibility in ('public', 'members', 'contacts')),
	CONSTRAINT "posts_ai_disclosure_check" CHECK (ai_disclosure in ('none', 'assisted', 'generated')),
	CONSTRAINT "posts_comment_check" CHECK ((kind = 'comment') = (reply_to_post_id is not null)),
	CONSTRAINT "posts_root_check" CHECK ((reply_to_post_id is null) = (root_post_id is null)),
	CONSTRAINT "posts_quote_check" CHECK (kind <> 'quote' or quoted_post_id is not null),
	CONSTRAINT "posts_published_check" CHECK (status <> 'published' or published_at is not null)
);
--> statement-breakpoint
CREATE TABLE "reactions" (
	"post_id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"reaction_type" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reactions_pk" PRIMARY KEY("post_id","profile_id"),
	CONSTRAINT "reactions_type_check" CHECK (reaction_type in ('like', 'celebrate', 'support', 'love', 'insightful', 'funny'))
);
--> statement-breakpoint
CREATE TABLE "actors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"entity_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "actors_entity_unique" UNIQUE("entity_id","type"),
	CONSTRAINT "actors_type_check" CHECK (type in ('profile', 'guest'))
);
--> statement-breakpoint
CREATE TABLE "profile_counters" (
	"profile_id" uuid NOT NULL,
	"slot" smallint NOT NULL,
	"followers" integer DEFAULT 0 NOT NULL,
	"following" integer DEFAULT 0 NOT NULL,
	"posts" integer DEFAULT 0 NOT NULL,
	"contacts" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "profile_counters_pk" PRIMARY KEY("profile_id","slot")
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid,
	"type" text NOT NULL,
	"username" text NOT NULL,
	"name" text NOT NULL,
	"call_name" text NOT NULL,
	"occupation" text,
	"bio" text,
	"country_code" text,
	"state_code" text,
	"city_name" text,
	"active_plan" text DEFAULT 'core' NOT NULL,
	"legal_name_verified" boolean DEFAULT false NOT NULL,
	"indexable" boolean DEFAULT true NOT NULL,
	"inbox_policy" jsonb NOT NULL,
	"signup_autofollow" boolean DEFAULT false NOT NULL,
	"suspended_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "profiles_type_check" CHECK (type in ('human', 'company', 'ai_agent')),
	CONSTRAINT "profiles_active_plan_check" CHECK (active_plan in ('core', 'pro', 'business'))
);
--> statement-breakpoint
CREATE TABLE "usernames" (
	"key" text PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"profile_id" uuid NOT NULL,
	"held_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "access_grants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"profile_id" uuid NOT NULL,
	"manager_profile_id" uuid NOT NULL,
	"permissions" text[] NOT NULL,
	"status" text NOT NULL,
	"budget" jsonb,
	"public" boolean DEFAULT false NOT NULL,
	"resend_count" smallint DEFAULT 0 NOT NULL,
	"last_sent_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"accepted_at" timestamp (3) with time zone,
	"declined_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "access_grants_status_check" CHECK (status in ('pending', 'accepted', 'declined', 'revoked', 'expired')),
	CONSTRAINT "access_grants_not_self_check" CHECK (profile_id <> manager_profile_id)
);
--> statement-breakpoint
CREATE TABLE "blocks" (
	"blocker_profile_id" uuid NOT NULL,
	"blocked_profile_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "blocks_pk" PRIMARY KEY("blocker_profile_id","blocked_profile_id"),
	CONSTRAINT "blocks_not_self_check" CHECK (blocker_profile_id <> blocked_profile_id)
);
--> statement-breakpoint
CREATE TABLE "contacts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_actor_id" uuid NOT NULL,
	"owner_entity_id" uuid NOT NULL,
	"owner_entity_type" text NOT NULL,
	"contact_actor_id" uuid NOT NULL,
	"contact_entity_id" uuid NOT NULL,
	"created_from_contact_request_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contacts_pair_unique" UNIQUE("owner_actor_id","contact_actor_id"),
	CONSTRAINT "contacts_owner_type_check" CHECK (owner_entity_type in ('profile', 'guest'))
);
--> statement-breakpoint
CREATE TABLE "follows" (
	"id" uuid PRIMARY KEY NOT NULL,
	"follower_profile_id" uuid NOT NULL,
	"followed_profile_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "follows_pair_unique" UNIQUE("follower_profile_id","followed_profile_id"),
	CONSTRAINT "follows_not_self_check" CHECK (follower_profile_id <> followed_profile_id)
);
--> statement-breakpoint
ALTER TABLE "credential_profiles" ADD CONSTRAINT "credential_profiles_credential_id_credentials_id_fk" FOREIGN KEY ("credential_id") REFERENCES "public"."credentials"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credential_profiles" ADD CONSTRAINT "credential_profiles_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credential_secrets" ADD CONSTRAINT "credential_secrets_credential_id_credentials_id_fk" FOREIGN KEY ("credential_id") REFERENCES "public"."credentials"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."credentials"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invites" ADD CONSTRAINT "invites_used_by_account_id_accounts_id_fk" FOREIGN KEY ("used_by_account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_records" ADD CONSTRAINT "idempotency_records_credential_id_credentials_id_fk" FOREIGN KEY ("credential_id") REFERENCES "public"."credentials"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_counters" ADD CONSTRAINT "post_counters_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_images" ADD CONSTRAINT "post_images_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_revisions" ADD CONSTRAINT "post_revisions_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_reply_to_fk" FOREIGN KEY ("reply_to_post_id") REFERENCES "public"."posts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_root_fk" FOREIGN KEY ("root_post_id") REFERENCES "public"."posts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_quoted_fk" FOREIGN KEY ("quoted_post_id") REFERENCES "public"."posts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reactions" ADD CONSTRAINT "reactions_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reactions" ADD CONSTRAINT "reactions_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_counters" ADD CONSTRAINT "profile_counters_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usernames" ADD CONSTRAINT "usernames_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_grants" ADD CONSTRAINT "access_grants_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_grants" ADD CONSTRAINT "access_grants_manager_profile_id_profiles_id_fk" FOREIGN KEY ("manager_profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocker_profile_id_profiles_id_fk" FOREIGN KEY ("blocker_profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocked_profile_id_profiles_id_fk" FOREIGN KEY ("blocked_profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_owner_actor_id_actors_id_fk" FOREIGN KEY ("owner_actor_id") REFERENCES "public"."actors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_contact_actor_id_actors_id_fk" FOREIGN KEY ("contact_actor_id") REFERENCES "public"."actors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_follower_profile_id_profiles_id_fk" FOREIGN KEY ("follower_profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_followed_profile_id_profiles_id_fk" FOREIGN KEY ("followed_profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credential_profiles_profile_idx" ON "credential_profiles" USING btree ("profile_id");--> statement-breakpoint
CREATE INDEX "credential_secrets_credential_idx" ON "credential_secrets" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "credentials_account_idx" ON "credentials" USING btree ("account_id","type","id");--> statement-breakpoint
CREATE INDEX "credentials_parent_idx" ON "credentials" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "one_time_tokens_account_idx" ON "one_time_tokens" USING btree ("account_id","purpose");--> statement-breakpoint
CREATE INDEX "audit_log_profile_idx" ON "audit_log" USING btree ("profile_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_account_idx" ON "audit_log" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_object_idx" ON "audit_log" USING btree ("object_id");--> statement-breakpoint
CREATE INDEX "events_unpositioned_idx" ON "events" USING btree ("xid","id") WHERE position is null;--> statement-breakpoint
CREATE INDEX "events_profile_position_idx" ON "events" USING btree ("profile_id","position");--> statement-breakpoint
CREATE INDEX "events_account_position_idx" ON "events" USING btree ("account_id","position");--> statement-breakpoint
CREATE INDEX "events_object_idx" ON "events" USING btree ("object_id");--> statement-breakpoint
CREATE INDEX "idempotency_records_expires_idx" ON "idempotency_records" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "media_garbage_due_idx" ON "media_garbage" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "post_images_post_idx" ON "post_images" USING btree ("post_id","position");--> statement-breakpoint
CREATE INDEX "posts_profile_published_idx" ON "posts" USING btree ("profile_id","published_at","id") WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "posts_profile_unpublished_idx" ON "posts" USING btree ("profile_id","status","created_at","id") WHERE status <> 'published';--> statement-breakpoint
CREATE INDEX "posts_reply_to_idx" ON "posts" USING btree ("reply_to_post_id","published_at","id") WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "posts_root_idx" ON "posts" USING btree ("root_post_id");--> statement-breakpoint
CREATE INDEX "posts_quoted_idx" ON "posts" USING btree ("quoted_post_id","published_at","id") WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "posts_scheduled_idx" ON "posts" USING btree ("scheduled_at") WHERE status = 'scheduled';--> statement-breakpoint
CREATE INDEX "reactions_post_created_idx" ON "reactions" USING btree ("post_id","created_at","profile_id");--> statement-breakpoint
CREATE INDEX "reactions_profile_idx" ON "reactions" USING btree ("profile_id");--> statement-breakpoint
CREATE INDEX "profiles_account_idx" ON "profiles" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "usernames_profile_idx" ON "usernames" USING btree ("profile_id");--> statement-breakpoint
CREATE UNIQUE INDEX "access_grants_live_unique" ON "access_grants" USING btree ("profile_id","manager_profile_id") WHERE status in ('pending', 'accepted');--> statement-breakpoint
CREATE INDEX "access_grants_manager_idx" ON "access_grants" USING btree ("manager_profile_id","status");--> statement-breakpoint
CREATE INDEX "blocks_blocked_idx" ON "blocks" USING btree ("blocked_profile_id","blocker_profile_id");--> statement-breakpoint
CREATE INDEX "contacts_entities_idx" ON "contacts" USING btree ("owner_entity_id","contact_entity_id");--> statement-breakpoint
CREATE INDEX "follows_followed_idx" ON "follows" USING btree ("followed_profile_id","id");--> statement-breakpoint
CREATE INDEX "follows_follower_idx" ON "follows" USING btree ("follower_profile_id","id");