CREATE TABLE "feed_entries" (
	"profile_id" uuid NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	"post_id" uuid NOT NULL,
	CONSTRAINT "feed_entries_pk" PRIMARY KEY("profile_id","published_at","post_id")
);
--> statement-breakpoint
CREATE TABLE "feed_progress" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	"post_id" uuid NOT NULL,
	CONSTRAINT "feed_progress_is_only_check" CHECK (is_only)
);
--> statement-breakpoint
CREATE TABLE "stored_feeds" (
	"profile_id" uuid PRIMARY KEY NOT NULL,
	"stored_at" timestamp (3) with time zone NOT NULL,
	"follows_after" uuid NOT NULL,
	"floor_at" timestamp (3) with time zone NOT NULL,
	"floor_id" uuid NOT NULL
);
--> statement-breakpoint
DROP INDEX "reactions_profile_idx";--> statement-breakpoint
ALTER TABLE "stored_feeds" ADD CONSTRAINT "stored_feeds_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reactions_profile_idx" ON "reactions" USING btree ("profile_id","post_id");