CREATE TABLE "mutes" (
	"muter_profile_id" uuid NOT NULL,
	"muted_profile_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mutes_pk" PRIMARY KEY("muter_profile_id","muted_profile_id"),
	CONSTRAINT "mutes_not_self_check" CHECK (muter_profile_id <> muted_profile_id)
);
--> statement-breakpoint
ALTER TABLE "mutes" ADD CONSTRAINT "mutes_muter_profile_id_profiles_id_fk" FOREIGN KEY ("muter_profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mutes" ADD CONSTRAINT "mutes_muted_profile_id_profiles_id_fk" FOREIGN KEY ("muted_profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mutes_muter_idx" ON "mutes" USING btree ("muter_profile_id","created_at","muted_profile_id");--> statement-breakpoint
CREATE INDEX "mutes_muted_idx" ON "mutes" USING btree ("muted_profile_id");--> statement-breakpoint
CREATE INDEX "posts_feed_idx" ON "posts" USING btree ("published_at","id","profile_id","visibility","ai_disclosure") WHERE status not in ('draft', 'pending_approval', 'scheduled', 'removed') and kind <> 'comment';--> statement-breakpoint
CREATE INDEX "posts_feed_profile_idx" ON "posts" USING btree ("profile_id",(visibility = 'contacts'),"published_at","id","visibility") WHERE status not in ('draft', 'pending_approval', 'scheduled', 'removed') and kind <> 'comment';--> statement-breakpoint
CREATE INDEX "posts_feed_disclosure_idx" ON "posts" USING btree ("profile_id",(visibility = 'contacts'),"ai_disclosure","published_at","id","visibility") WHERE status not in ('draft', 'pending_approval', 'scheduled', 'removed') and reply_to_post_id is null;