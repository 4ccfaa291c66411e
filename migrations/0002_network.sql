-- Written by hand: what a search compares, without accents and case. Immutable because the dictionary is named, so that a
-- generated column and an index may be made of it.
CREATE EXTENSION IF NOT EXISTS "unaccent" WITH SCHEMA "public";--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS "pg_trgm" WITH SCHEMA "public";--> statement-breakpoint
CREATE FUNCTION "public"."fold_text"("value" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
	AS $$ SELECT lower(public.unaccent('public.unaccent', "value")) $$;--> statement-breakpoint
CREATE TABLE "conversation_members" (
	"conversation_id" uuid NOT NULL,
	"actor_id" uuid NOT NULL,
	"other_actor_id" uuid NOT NULL,
	"last_read_seq" integer DEFAULT 0 NOT NULL,
	"last_read_at" timestamp (3) with time zone,
	"unread_count" integer DEFAULT 0 NOT NULL,
	"last_activity_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "conversation_members_pk" PRIMARY KEY("conversation_id","actor_id"),
	CONSTRAINT "conversation_members_unread_check" CHECK (unread_count >= 0)
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"low_actor_id" uuid NOT NULL,
	"high_actor_id" uuid NOT NULL,
	"created_by_actor_id" uuid NOT NULL,
	"created_from_contact_request_id" uuid,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"last_message_at" timestamp (3) with time zone,
	"last_message_preview" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "conversations_pair_unique" UNIQUE("low_actor_id","high_actor_id"),
	CONSTRAINT "conversations_kind_check" CHECK (kind in ('direct')),
	CONSTRAINT "conversations_order_check" CHECK (low_actor_id < high_actor_id)
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"sender_actor_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"body" text NOT NULL,
	"ai_disclosure" text NOT NULL,
	"needs_human" boolean DEFAULT false NOT NULL,
	"client_reference" text,
	"manager_profile_id" uuid,
	"grant_id" uuid,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "messages_conversation_seq_unique" UNIQUE("conversation_id","seq"),
	CONSTRAINT "messages_kind_check" CHECK (kind in ('text')),
	CONSTRAINT "messages_ai_disclosure_check" CHECK (ai_disclosure in ('none', 'assisted', 'generated')),
	CONSTRAINT "messages_deleted_check" CHECK (deleted_at is null or body = '')
);
--> statement-breakpoint
CREATE TABLE "contact_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"requester_profile_id" uuid NOT NULL,
	"requester_actor_id" uuid NOT NULL,
	"addressee_profile_id" uuid NOT NULL,
	"status" text NOT NULL,
	"message" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"responded_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contact_requests_status_check" CHECK (status in ('pending', 'accepted', 'rejected', 'withdrawn', 'expired')),
	CONSTRAINT "contact_requests_not_self_check" CHECK (requester_profile_id <> addressee_profile_id),
	CONSTRAINT "contact_requests_responded_check" CHECK ((responded_at is not null) = (status in ('accepted', 'rejected')))
);
--> statement-breakpoint
CREATE TABLE "grant_usage" (
	"grant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"day" date NOT NULL,
	"used" integer NOT NULL,
	CONSTRAINT "grant_usage_pk" PRIMARY KEY("grant_id","kind","day")
);
--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "search_text" text GENERATED ALWAYS AS (fold_text(name || e'\n' || call_name || e'\n' || username || e'\n' || coalesce(occupation, ''))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_actor_id_actors_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."actors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_other_actor_id_actors_id_fk" FOREIGN KEY ("other_actor_id") REFERENCES "public"."actors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_low_actor_id_actors_id_fk" FOREIGN KEY ("low_actor_id") REFERENCES "public"."actors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_high_actor_id_actors_id_fk" FOREIGN KEY ("high_actor_id") REFERENCES "public"."actors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sender_actor_id_actors_id_fk" FOREIGN KEY ("sender_actor_id") REFERENCES "public"."actors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_requests" ADD CONSTRAINT "contact_requests_requester_profile_id_profiles_id_fk" FOREIGN KEY ("requester_profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_requests" ADD CONSTRAINT "contact_requests_requester_actor_id_actors_id_fk" FOREIGN KEY ("requester_actor_id") REFERENCES "public"."actors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_requests" ADD CONSTRAINT "contact_requests_addressee_profile_id_profiles_id_fk" FOREIGN KEY ("addressee_profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grant_usage" ADD CONSTRAINT "grant_usage_grant_id_access_grants_id_fk" FOREIGN KEY ("grant_id") REFERENCES "public"."access_grants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversation_members_list_idx" ON "conversation_members" USING btree ("actor_id","last_activity_at","conversation_id");--> statement-breakpoint
CREATE INDEX "conversation_members_unread_idx" ON "conversation_members" USING btree ("actor_id") WHERE unread_count > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "contact_requests_pending_unique" ON "contact_requests" USING btree (least(requester_profile_id, addressee_profile_id),greatest(requester_profile_id, addressee_profile_id)) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "contact_requests_incoming_idx" ON "contact_requests" USING btree ("addressee_profile_id","id");--> statement-breakpoint
CREATE INDEX "contact_requests_incoming_pending_idx" ON "contact_requests" USING btree ("addressee_profile_id","id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "contact_requests_outgoing_idx" ON "contact_requests" USING btree ("requester_profile_id","id");--> statement-breakpoint
CREATE INDEX "contact_requests_pair_idx" ON "contact_requests" USING btree ("requester_profile_id","addressee_profile_id","updated_at");--> statement-breakpoint
CREATE INDEX "contact_requests_expires_idx" ON "contact_requests" USING btree ("expires_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "profiles_search_idx" ON "profiles" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "profiles_sitemap_idx" ON "profiles" USING btree ("id") WHERE indexable and deleted_at is null and suspended_at is null;--> statement-breakpoint
CREATE INDEX "profiles_autofollow_idx" ON "profiles" USING btree ("id") WHERE signup_autofollow;--> statement-breakpoint
CREATE INDEX "contacts_owner_idx" ON "contacts" USING btree ("owner_entity_id","id");